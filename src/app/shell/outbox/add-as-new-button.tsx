import { josa } from 'es-hangul'
import { useState, useEffect } from 'react'
import { newId } from '#mirror/new-id.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { fieldsOf } from '#app/action-history/plan-part.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { waitingNote } from '#app/records/actions/outcome-words.ts'
import { bookOf } from '#contract/books/collections.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'

/**
 * Whether an edit of a deleted record may become a new record; not where the new record would
 * belong to another user.
 */
export function isAddable({ kind, collection, isGone }: OutboxEntry): boolean {
  return isGone && kind === 'update' && bookOf(collection).madeBy === undefined
}

/**
 * 새 사건으로 추가: creates a record from all values of the deleted one, with the waiting edits on top.
 */
export function AddAsNewButton({ entry, caption }: { entry: OutboxEntry; caption: string }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const row = useStandingRow(entry)
  const [isBusy, setBusy] = useState(false)
  const { noun } = bookOf(entry.collection)
  const asNew = `새 ${josa(noun, '으로/로')}`

  async function add() {
    if (!row) return
    setBusy(true)
    const fields = fieldsOf(entry.collection, row.record)
    const isAdded = await copy.outbox.addAsNew(entry.opId, { id: newId(), fields, caption })
    setBusy(false)
    // Otherwise the entry has changed meanwhile, and the screen already shows that.
    if (isAdded) toast.success(`${asNew} 추가했습니다.${waitingNote(copy.getStatus().connection === 'online')}`)
  }

  const reason = row === null ? `이 기기에 이 ${noun}의 나머지 값이 남아 있지 않습니다.` : undefined
  return (
    <Button isBusy={isBusy} disabled={row === undefined} disabledReason={reason} onClick={() => void add()}>
      {asNew} 추가
    </Button>
  )
}

/**
 * The entry's record as this device shows it, including waiting edits. Undefined while loading,
 * null when there is none.
 */
function useStandingRow({ collection, recordId }: OutboxEntry): SourceRow | null | undefined {
  const copy = useOfflineCopy()
  const [row, setRow] = useState<SourceRow | null>()
  useEffect(() => {
    let isUnmounted = false
    void copy.getRow(collection, recordId).then((found) => {
      if (!isUnmounted) setRow(found)
    })
    return () => {
      isUnmounted = true
    }
  }, [copy, collection, recordId])
  return row
}
