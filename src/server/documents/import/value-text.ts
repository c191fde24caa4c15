import type { Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { formatOfficeClock } from '#domain/dates/office-date.ts'
import { flagLabels } from '#domain/sheets/record-sheet.ts'
import { formatWon } from '#domain/money/won.ts'

/** A value as a sheet shows it, amounts with thousands separators. */
export function valueText(field: Field, value: FieldValue | undefined): string {
  return maskResidentNumbers(wholeValueText(field, value)).slice(0, 200)
}

/** HAZARD: not for stored reports: resident numbers are not masked. */
export function wholeValueText({ kind, choices = [] }: Field, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? flagLabels.yes : flagLabels.no
  if (typeof value === 'number') return kind === 'won' ? formatWon(value) : String(value)
  if (kind === 'datetime') return formatOfficeClock(value)
  return choices.find((choice) => choice.value === value)?.label ?? value
}
