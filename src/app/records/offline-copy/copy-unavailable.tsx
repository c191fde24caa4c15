import { Button } from '#app/ui/buttons/button.tsx'
import { FailureIcon } from '#app/ui/display/failure-icon.tsx'
import { describeUnavailable } from '#domain/office/server-failure-texts.ts'
import { useOfflineCopy, useSyncStatus } from './use-offline-copy.tsx'

interface CopyUnavailableProps {
  /** Text for a server failure, with `{reason}`; default: the general sentence. */
  failed?: string
  /** Within a line of a section rather than centered on the page. */
  isInline?: boolean
}

/**
 * Shown for data this device has no copy of: the reason, and a button to request it from the server
 * now. The copy also retries automatically.
 */
export function CopyUnavailable({ failed, isInline = false }: CopyUnavailableProps) {
  const copy = useOfflineCopy()
  const status = useSyncStatus()
  const { text, hint } = describeUnavailable(status, failed)
  const retry = (
    <Button size={isInline ? 'sm' : 'md'} data-screen-only onClick={() => copy.syncNow()}>
      다시 시도
    </Button>
  )
  if (isInline)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <p role="status">{`${text} ${hint}`}</p>
        {retry}
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center">
      <div role="status" className="flex flex-col items-center gap-1.5">
        <span className="text-ink-3">
          <FailureIcon failure={status.trouble} />
        </span>
        <p className="font-semibold text-ink-2">{text}</p>
        <p className="text-label text-ink-3">{hint}</p>
      </div>
      {retry}
    </div>
  )
}
