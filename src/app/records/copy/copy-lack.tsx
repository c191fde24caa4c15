import { lackWords } from '#domain/server-trouble-words.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LackIcon } from '#app/ui/display/lack-icon.tsx'
import { useOfflineCopy, useSyncStatus } from './use-offline-copy.tsx'

interface CopyLackProps {
  /** Said when the server gave nothing, `{reason}` in it; absent: the usual sentence. */
  failed?: string
  /** In a line of a section instead of in the middle of a page. */
  isInline?: boolean
}

/** In place of what this device has no copy of: why, and the way to ask the server now. It is asked by itself again and again. */
export function CopyLack({ failed, isInline = false }: CopyLackProps) {
  const copy = useOfflineCopy()
  const { trouble } = useSyncStatus()
  const { text, hint } = lackWords(trouble, failed)
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
          <LackIcon trouble={trouble} />
        </span>
        <p className="font-semibold text-ink-2">{text}</p>
        <p className="text-label text-ink-3">{hint}</p>
      </div>
      {retry}
    </div>
  )
}
