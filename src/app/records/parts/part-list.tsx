import { useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useRecordGuard } from '../unsaved/use-leave-guard.ts'
import { draftOfPart, isIncomplete, readParts, type PartDraft, type PartFaults, type PartForm } from './part-draft.ts'
import { PartLines } from './part-lines.tsx'
import { usePartSaving, type PartsTarget } from './use-part-saving.ts'
import { useParts } from './use-parts.ts'
import { useRowsDraft } from './use-rows-draft.ts'
import { PartsPending } from './parts-pending.tsx'

interface PartListProps {
  collection: CollectionName
  target: PartsTarget
  /** Keep the object stable between renders. */
  form: PartForm
  /** Total of the parts while they are being edited. */
  sum?: (parts: readonly PartDraft[]) => string | null
}

/**
 * Parts of a record on the offline copy. Committed changes go to the outbox as one action. A part
 * with an empty required field isn't saved yet.
 */
export function PartList({ collection, target, form, sum }: PartListProps) {
  const rows = useParts(collection, target.wholeId)
  const save = usePartSaving(collection, target)
  const draft = useRowsDraft<readonly PartDraft[]>(rows)
  const [typed, setTyped] = useState<PartFaults>({})
  useRecordGuard(draft.isDirty, `${form.noun} 입력`, draft.settleTyped)
  if (!rows) return <PartsPending />
  const parts = draft.value ?? rows.map(({ record }) => draftOfPart(form, record))

  function settle(wanted: readonly PartDraft[]) {
    if (wanted.some((part) => isIncomplete(form, part))) return
    const read = readParts(form, wanted, officeToday())
    setTyped(read.faults)
    if (Object.keys(read.faults).length === 0) draft.settle(wanted, (baseRows) => save(baseRows, read.wantedParts))
  }

  const summed = sum?.(parts) ?? null
  return (
    <>
      <PartLines
        form={form}
        parts={parts}
        faults={{ ...faultsOf(rows), ...typed }}
        revealIn={collection}
        onChange={draft.type}
        onCommit={(next) => {
          draft.type(next)
          settle(next)
        }}
        onBlur={() => settle(parts)}
      />
      {summed === null ? null : <p className="tabular mt-3 border-t pt-2 text-right font-semibold">{summed}</p>}
    </>
  )
}

/** The server's errors, at the fields of their parts. */
export function faultsOf(rows: readonly SourceRow[]): PartFaults {
  return Object.fromEntries(
    rows.map(({ id, marks }) => [
      id,
      Object.fromEntries(
        Object.entries(marks).flatMap(([key, mark]) => {
          if (mark.state === 'conflict')
            return [[key, '다른 사람의 수정과 겹칩니다. ‘보낼 작업’에서 사용할 값을 선택해 주세요.']]
          return mark.state === 'refused' && mark.message !== undefined ? [[key, mark.message]] : []
        }),
      ),
    ]),
  )
}
