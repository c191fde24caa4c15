import { useRef } from 'react'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatWon } from '#domain/money/won.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'

interface CaseDialogProps {
  row: SourceRow
  onClose(): void
  onLetter(): void
  /** Opens the case's own window, where it can be edited. */
  onOpen(): void
}

/** Read-only summary of one case, opened from the detail panel. Empty fields are omitted. */
export function CaseDialog({ row, onClose, onLetter, onOpen }: CaseDialogProps) {
  const dismissButton = useRef<HTMLButtonElement>(null)
  const amounts = costKeys.map((key) => row.record[key]).filter((amount) => typeof amount === 'number')
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return (
    <Dialog
      open
      width="wide"
      title={captionOfRow(recordBook('deposit-cases'), row)}
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
      {Object.entries(depositCaseDescription.groups).map(([group, label]) => (
        <section key={group} aria-label={label} className="border-t py-3 first:border-t-0">
          <h3 className="mb-2 text-label font-semibold text-ink-2">{label}</h3>
          <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
            {filledFields(row, group).map((field) => (
              <Line key={field.key} label={field.label}>
                <Value field={field} row={row} />
              </Line>
            ))}
            {group === 'cost' && amounts.length > 0 ? (
              <Line label="합계">
                <strong className="tabular-nums">{formatWon(sum)}원</strong>
              </Line>
            ) : null}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-ink-3">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function filledFields({ record }: SourceRow, group: string): readonly Field[] {
  return depositCaseDescription.fields.filter((field) => field.group === group && (record[field.key] ?? '') !== '')
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
  const choice = field.choices?.find((known) => known.value === value)
  const label = choice?.label ?? String(value)
  return choice?.tone ? <Badge tone={choice.tone}>{label}</Badge> : label
}
