import type { Field, FieldValue } from '#contract/books/field.ts'
import { registerEntryBook } from '#contract/books/register-entries.ts'
import type { CorrectableKey } from '#contract/register/register.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'

export function getCorrectedField(key: CorrectableKey): Field {
  const field = registerEntryBook.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`register-entries has no field ${key}`)
  return field
}

export function getCorrectedLabel(key: CorrectableKey): string {
  return getCorrectedField(key).label
}

/** A corrected value as people read it; a correction holds both as text in the form of the wire. */
export function formatCorrected(key: CorrectableKey, value: string | null): string {
  if (value === null || value === '') return '(없음)'
  const { kind, choices = [] } = getCorrectedField(key)
  if (kind === 'date') return formatDay(value)
  if (kind === 'won') return formatWon(Number(value))
  return choices.find((choice) => choice.value === value)?.label ?? value
}

/** The value of an entry as a correction holds it. */
export function toCorrectedText(value: FieldValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
