import { CopyLack } from '#app/records/copy/copy-lack.tsx'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'

/** In place of parts that are not there yet: on their way, or not on this device while nothing can be fetched. */
export function PartsPending() {
  const { connection, trouble } = useSyncStatus()
  if (connection !== 'offline' && trouble === null) return <Spinner label="불러오는 중" />
  return (
    <div className="appears-late">
      <CopyLack isInline />
    </div>
  )
}
