import { useCallback, useEffect, useState } from 'react'
import type { ChangePart } from '#contract/chat/answer.ts'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { performAction, type ActionEdit } from '#app/action-history/perform-action.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { recordBook } from '#app/records/record-book.ts'
import { recordUpdate } from '#app/records/record-edits.ts'

/** A proposed change that is not applied yet. 적용 makes it an ordinary edit that can be undone. */
export function ChangeCard(props: { change: ChangePart; history: ActionHistory; undo(actId: string): void }) {
  const { change, history, undo } = props
  const copy = useOfflineCopy()
  const toast = useToast()
  const [changeState, setChangeState] = useState<ChangeStanding | 'unknown'>('unknown')
  const [isBusy, setBusy] = useState(false)
  const read = useCallback(async () => {
    const collection = toCollection(change.collection)
    return collection === null ? null : await copy.getRow(collection, change.record_id)
  }, [copy, change])
  // Reflects an undo made elsewhere on this screen.
  useEffect(() => {
    let isUnmounted = false
    const look = () => void read().then((row) => isUnmounted || !row || setChangeState(standingOf(change, row.record)))
    look()
    const stop = history.subscribe(look)
    return () => {
      isUnmounted = true
      stop()
    }
  }, [read, change, history])

  async function apply(): Promise<void> {
    const row = await read()
    if (!row || row.state === 'deleted')
      return toast.error('이 기기에 아직 없는 기록입니다. 기록을 열어 직접 수정해 주세요.')
    const update = editOfChange(change, row)
    if ('refusal' in update) return toast.error(update.refusal)
    const label = `${change.label} 수정 (${change.caption})`
    const performed = await performAction({ copy, history }, { label, edits: [update.edit] })
    if (performed.failure !== null) return toast.error(performed.failure)
    setChangeState('applied')
    toast.success('적용했습니다.', { action: { label: '되돌리기', onSelect: () => undo(performed.actId) } })
  }
  return (
    <section aria-label={`변경 제안: ${change.caption}`} className="rounded-panel border bg-paper-raised px-4 py-3">
      <p className="text-label font-semibold text-ink-2">변경 제안</p>
      <p className="font-semibold">{change.caption}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <dt className="text-ink-2">{change.label} 현재 값</dt>
        <dd className="wrap-anywhere">{change.before_text || '비어 있음'}</dd>
        <dt className="text-ink-2">{change.label} 새 값</dt>
        <dd className="font-semibold wrap-anywhere">{change.after_text || '비어 있음'}</dd>
      </dl>
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        {changeState === 'applied' ? (
          <p className="text-good">적용됨</p>
        ) : (
          <Button
            tone="primary"
            size="sm"
            isBusy={isBusy}
            onClick={() => {
              setBusy(true)
              void apply().finally(() => setBusy(false))
            }}
          >
            적용
          </Button>
        )}
        <a href={change.link.href} className="text-primary underline underline-offset-4 coarse:py-3">
          {change.link.label}
        </a>
        {changeState === 'changed' ? <p className="text-label text-warn">그동안 다른 값으로 바뀌었습니다.</p> : null}
      </div>
    </section>
  )
}

/**
 * `applied`: the record already has the value. `changed`: somebody has since written another value.
 */
type ChangeStanding = 'open' | 'applied' | 'changed'

function standingOf(change: ChangePart, record: AnyRecord): ChangeStanding {
  const now = record[change.field] ?? null
  if (now === change.after) return 'applied'
  return now === change.before ? 'open' : 'changed'
}

/**
 * The edit for a proposed change, checked by the book's rules and based on the version it was read
 * at; or the reason of a refusal.
 */
function editOfChange(
  change: ChangePart,
  row: Pick<SourceRow, 'record' | 'joined'>,
): { edit: ActionEdit } | { refusal: string } {
  const collection = toCollection(change.collection)
  if (collection === null) return { refusal: '이 기기에서는 바꿀 수 없는 기록입니다.' }
  const book = recordBook(collection)
  const field = book.description.fields.find(({ key }) => key === change.field)
  if (!field || field.editable === false || field.isFixed) return { refusal: '여기서 바꿀 수 없는 항목입니다.' }
  if (standingOf(change, row.record) === 'changed')
    return { refusal: '그동안 다른 값으로 바뀌어 적용하지 않았습니다. 기록을 열어 확인해 주세요.' }
  const update = recordUpdate(book, row, { [change.field]: change.after })
  if ('refusal' in update) return update
  if (update.edit.kind !== 'update') return { refusal: '적용할 수 없는 변경입니다.' }
  // This device may be behind the version the proposal was read from.
  const baseVersion = Math.max(update.edit.baseVersion, change.version)
  return { edit: { edit: { ...update.edit, baseVersion }, record: row.record, caption: change.caption } }
}

function toCollection(name: string): CollectionName | null {
  return collectionNames.find((known) => known === name) ?? null
}
