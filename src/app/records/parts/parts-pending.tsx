import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'

/** In place of parts that are not there yet: on their way, or not on this device while nothing can be fetched. */
export function PartsPending() {
  if (useSyncStatus().connection !== 'offline') return <Spinner label="불러오는 중" />
  return (
    <p role="status" className="appears-late text-ink-2">
      이 기기에 아직 내려받지 않은 자료입니다. 연결되면 자동으로 내려받습니다.
    </p>
  )
}
