import { type ReactNode, useRef } from 'react'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatWon } from '#domain/money/won.ts'

interface CaseSummaryDialogProps {
  row: SourceRow
  onClose(): void
  onLetter(): void
  /** Opens the case's own window, where it can be edited. */
  onOpen(): void
}

/** Read-only summary of one case, opened from the detail panel. Empty fields are omitted. */
export function CaseSummaryDialog({ row, onClose, onLetter, onOpen }: CaseSummaryDialogProps) {
  const dismissButton = useRef<HTMLButtonElement>(null)
  const amounts = costKeys.map((key) => row.record[key]).filter((amount) => typeof amount === 'number')
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return (
    <Dialog
      open
      width="wide"
      title={getRowCaption(getRecordBook('deposit-cases'), row)}
      onClose={onClose}
      // Focuses the close button, so that Enter closes the summary.
      initialFocus={dismissButton}
      actions={
        <>
          <Button ref={dismissButton} onClick={onClose}>
            닫기
          </Button>
          <Button onClick={onLetter}>공문 작성</Button>
          <Button tone="primary" onClick={onOpen}>
            새 창에서 수정
          </Button>
        </>
      }
    >
      {Object.entries(depositCaseBook.groups).map(([group, label]) => (
        <section key={group} aria-label={label} className="border-t py-3 first:border-t-0">
          <h3 className="mb-2 text-label font-semibold text-ink-2">{label}</h3>
          <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
            {listFilledFields(row, group).map((field) => (
              <CaseLine key={field.key} label={field.label}>
                <Value field={field} row={row} />
              </CaseLine>
            ))}
            {group === 'cost' && amounts.length > 0 ? (
              <CaseLine label="합계">
                <strong className="tabular-nums">{formatWon(sum)}원</strong>
              </CaseLine>
            ) : null}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function CaseLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-ink-3">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function listFilledFields({ record }: SourceRow, group: string): readonly Field[] {
  return depositCaseBook.fields.filter((field) => field.group === group && (record[field.key] ?? '') !== '')
}

function Value({ field, row }: { field: Field; row: SourceRow }) {
  const value = row.record[field.key] ?? null
  if (field.kind === 'won' && typeof value === 'number')
    return <span className="tabular-nums">{formatWon(value)}원</span>
  if (field.kind !== 'enum')
    return (
      <span className="tabular-nums">
        <UnbrokenMarks text={String(value)} />
      </span>
    )
  const choice = field.choices?.find((option) => option.value === value)
  const label = choice?.label ?? String(value)
  return choice?.tone ? <Badge tone={choice.tone}>{label}</Badge> : label
}
