import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { Extract } from '#contract/addresses/extract.ts'
import { addressChangeDescription } from '#contract/books/address-parts.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import type { PartsPlace } from '#app/records/parts/use-part-saving.ts'
import { useParts } from '#app/records/parts/use-parts.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { settleChange, type ChangeDecision } from './settle-change.ts'

interface OpenChangesProps {
  place: PartsPlace
  /** What the newest extract says; null: there is none, or it cannot be read. */
  newest: Extract | null
}

/** What an extract was found to say other than the one before, old → new: nothing of it touches a record before somebody says 반영. */
export function OpenChanges({ place, newest }: OpenChangesProps) {
  const rows = useParts('address-changes', place.wholeId)
  const settle = useSettling(place, newest)
  const open = (rows ?? []).filter(({ record }) => record['decision'] === 'open')
  if (open.length === 0) return null
  return (
    <section aria-label="확인할 등기 변동" className="rounded-panel border border-warn p-3">
      <h3 className="mb-2 font-semibold">등기 변동 {open.length.toLocaleString('ko-KR')}건을 확인해 주세요</h3>
      <ul className="flex flex-col gap-3">
        {open.map((row) => (
          <li key={row.id} className="flex flex-col gap-1.5">
            <ChangeWords row={row} />
            <div className="flex flex-wrap gap-2">
              <Button size="sm" tone="primary" onClick={() => settle(row, 'applied')}>
                반영
              </Button>
              <Button size="sm" onClick={() => settle(row, 'kept')}>
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
      <p className="flex flex-wrap items-center gap-x-2 break-words">
        <span className="sr-only">이전 </span>
        <span className="text-ink-2">{textOr(record['before_text'])}</span>
        <ArrowRight size={14} strokeWidth={1.5} aria-hidden />
        <span className="sr-only">새 내용 </span>
        <span className="font-semibold">{textOr(record['after_text'])}</span>
      </p>
    </>
  )
}

const kinds = addressChangeDescription.fields.flatMap((field) => (field.key === 'change_kind' ? field.choices : []))

function textOr(text: unknown): string {
  return typeof text === 'string' && text !== '' ? text : '없음'
}

/** One decision as one action of the screen, with everything it changes. */
function useSettling(place: PartsPlace, newest: Extract | null) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, place.historyId)
  const { undoAction } = useHistoryCommands({ history, source: null, collection: 'address-changes', toast })
  const [isBusy, setBusy] = useState(false)
  return (row: SourceRow, decision: ChangeDecision) => {
    if (isBusy) return
    setBusy(true)
    void settleChange({ copy, addressId: place.wholeId, newest }, row, decision)
      .then(async (made) => {
        if ('refusal' in made) return toast.error(made.refusal, bookToast)
        const label = decision === 'applied' ? '등기 변동 반영' : '등기 변동 그대로 둠'
        const { actId, failure } = await performAction({ copy, history }, { label, edits: made.edits })
        if (failure !== null) return toast.error(failure, bookToast)
        const action = { action: { label: '되돌리기', onSelect: () => undoAction(actId) } }
        return toast.success(doneTexts[decision], action)
      })
      .finally(() => setBusy(false))
  }
}

const doneTexts = { applied: '변동 내용을 반영했습니다.', kept: '기록을 그대로 두었습니다.' }
