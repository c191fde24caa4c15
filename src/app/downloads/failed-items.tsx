import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import { useOfflineCopy } from '../records/copy/use-offline-copy.tsx'
import { captionOfRow, recordBook } from '../records/record-book.ts'
import { Button } from '../ui/buttons/button.tsx'
import type { DownloadTask } from './download-task.ts'

interface FailedItemsProps {
  task: DownloadTask
  /** Absent while the task runs. */
  onRetry?(): void
}

/** The failed items of a task with the reasons, under the names this device has for them. */
export function FailedItems({ task: { label, failedItems, itemsIn }, onRetry }: FailedItemsProps) {
  const [isOpen, setOpen] = useState(false)
  const count = failedItems.length.toLocaleString('ko-KR')
  return (
    <>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-7 cursor-pointer content-center text-seal coarse:min-h-11">
          <span className="sr-only">{label} </span>실패 {count}건
        </summary>
        {isOpen ? <Reasons items={failedItems} itemsIn={itemsIn} /> : null}
      </details>
      {onRetry ? (
        <div>
          <Button size="sm" icon={<RotateCcw size={16} strokeWidth={1.5} aria-hidden />} onClick={onRetry}>
            실패한 {count}건 다시 시도
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Remarks on items that succeeded: fields left empty, differences found. */
export function ItemNotes({ task: { label, itemNotes, itemsIn } }: { task: DownloadTask }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-7 cursor-pointer content-center text-warn coarse:min-h-11">
        <span className="sr-only">{label} </span>확인할 항목 {itemNotes.length.toLocaleString('ko-KR')}건
      </summary>
      {isOpen ? <Reasons items={itemNotes} itemsIn={itemsIn} /> : null}
    </details>
  )
}

function Reasons({ items, itemsIn }: { items: DownloadTask['failedItems']; itemsIn: CollectionName | null }) {
  const names = useNames(items, itemsIn)
  return (
    <ul className="max-h-48 overflow-y-auto pl-4">
      {items.map(({ id, message }) => (
        <li key={id} className="list-disc break-words">
          {names.get(id) ? <span className="font-semibold">{names.get(id)} </span> : null}
          <span className="text-ink-2">{message}</span>
        </li>
      ))}
    </ul>
  )
}

function useNames(items: DownloadTask['failedItems'], itemsIn: CollectionName | null): ReadonlyMap<string, string> {
  const copy = useOfflineCopy()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (itemsIn === null) return undefined
    let isUnmounted = false
    const book = recordBook(itemsIn)
    const reading = items.map(async ({ id }) => {
      const row = await copy.getRow(itemsIn, id)
      return [id, row ? captionOfRow(book, row) : ''] as const
    })
    void Promise.all(reading).then((read) => isUnmounted || setNames(new Map(read)))
    return () => {
      isUnmounted = true
    }
  }, [copy, items, itemsIn])
  return names
}
