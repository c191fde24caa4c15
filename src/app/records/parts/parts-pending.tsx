import { CopyUnavailable } from '#app/records/copy/copy-unavailable.tsx'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'

/**
 * Placeholder for parts that are still loading, or aren't on this device while the server can't be
 * reached.
 */
export function PartsPending() {
  const { connection, trouble } = useSyncStatus()
  if (connection !== 'offline' && trouble === null) return <Spinner label="불러오는 중" />
  return (
    <div className="appears-late">
      <CopyUnavailable isInline />
    </div>
  )
}
