import { ArrowRight } from 'lucide-react'
import { addressChangeDescription } from '#contract/books/address-parts.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, waitingNote } from '#app/records/actions/outcome-words.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import type { PartsTarget } from '#app/records/parts/use-part-saving.ts'
import { useParts } from '#app/records/parts/use-parts.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordUpdate } from '#app/records/record-edits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/**
 * Differences between an extract and the previous one, old → new. No record changes until somebody
 * presses 반영.
 */
export function OpenChanges({ target }: { target: PartsTarget }) {
  const rows = useParts(book.collection, target.wholeId)
  const settle = useDecision(target)
  const open = (rows ?? []).filter(({ record }) => record['decision'] === 'open')
  if (open.length === 0) return null
  return (
    <section aria-label="확인할 등기 변동" className="rounded-panel border border-warn p-3">
      <h3 className="mb-2 font-semibold">등기 변동 {open.length.toLocaleString('ko-KR')}건을 확인해 주세요</h3>
      <ul className="flex flex-col gap-3">
        {open.map((row) => (
          <li key={row.id} className="flex flex-col gap-1.5 border-b pb-3 last:border-b-0 last:pb-0">
            <ChangeWords row={row} />
            <div className="flex flex-wrap gap-2">
              <Button size="sm" tone="primary" onClick={() => void settle(row, 'applied')}>
                반영
              </Button>
              <Button size="sm" onClick={() => void settle(row, 'kept')}>
                그대로 둠
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChangeWords({ row: { record } }: { row: SourceRow }) {
  const kind = kinds.find(({ value }) => value === record['change_kind'])
  return (
    <>
      <div>
        <Badge tone={kind?.tone ?? 'warn'}>{kind?.label ?? '변동'}</Badge>
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-0.5 break-words">
        <dt className="text-label text-ink-3">{'이전 '}</dt>
        <dd className="text-ink-2">{textOr(record['before_text'])}</dd>
        <dt className="flex items-center gap-1 text-label text-ink-3">
          <ArrowRight size={12} strokeWidth={1.5} aria-hidden />
          {' 새 내용 '}
        </dt>
        <dd className="font-semibold">{textOr(record['after_text'])}</dd>
      </dl>
    </>
  )
}

const kinds = addressChangeDescription.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))

function textOr(text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : '없음'
}

type Decision = 'applied' | 'kept'

/**
 * 반영 runs on the server with all consequences of the newest extract, so it asks first and cannot be
 * undone. 그대로 둠 is an ordinary edit.
 */
function useDecision({ historyId }: PartsTarget) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const confirm = useConfirm()
  const history = useActionHistory(copy, historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection: book.collection, toast })
  return async (row: SourceRow, decision: Decision) => {
    if (decision === 'applied' && !(await confirm(applyQuestion(row)))) return
    const update = recordUpdate(book, row, { decision })
    if ('refusal' in update) return toast.error(update.refusal, bookToast)
    const waits = waitingNote(copy.getStatus().connection === 'online')
    if (decision === 'applied') {
      await copy.enqueue(update.edit)
      return toast.success(`변동 내용을 반영했습니다.${waits}`)
    }
    const edits = [{ edit: update.edit, record: row.record, caption: captionOfRow(book, row) }]
    const { actId, failure } = await performAction({ copy, history }, { label: '등기 변동 그대로 둠', edits })
    if (failure !== null) return toast.error(failure, bookToast)
    return toast.success(`기록을 그대로 두었습니다.${waits}`, {
      action: { label: '되돌리기', onSelect: () => undoAction(actId) },
    })
  }
}

const book = recordBook('address-changes')

/** Describes exactly what 반영 writes (server/addresses/decide-change.ts). */
function applyQuestion({ record }: SourceRow) {
  const effectText = effectTexts[String(record['change_kind'])] ?? effectTexts['right_added']
  return {
    title: '등기부 내용을 반영하시겠습니까?',
    message: `${effectText} 반영한 뒤에는 되돌릴 수 없습니다.`,
    confirmLabel: '반영',
  }
}

const effectTexts: Readonly<Record<string, string>> = {
  owner_changed: '소유자 탭과 주소의 소유자를 가장 최근 등본의 소유자로 바꿉니다.',
  description_changed: '토지의 지목·면적과 소유자의 주소를 가장 최근 등본대로 바꿉니다.',
  right_added: '토지의 관계인을 가장 최근 등본의 을구대로 바꿉니다. 확인할 다른 권리 변동도 함께 반영됩니다.',
}
