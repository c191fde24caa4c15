import type { Field, FieldValue } from '#contract/books/field.ts'
import { momentEntryText } from '#domain/dates/moment-entry.ts'
import { checkEntry, readEntry } from '#domain/entry/read-entry.ts'
import { formatWon } from '#domain/money/won.ts'

export type ReadField = { readonly value: FieldValue } | { readonly error: string }

/**
 * Parses the text of a form field into a value or an error; for a choice the text is its value.
 * `today` (YYYY-MM-DD) resolves short days.
 */
export function readFieldText(field: Field, text: string, today: string): ReadField {
  const read = isChoice(field) ? checkEntry(field, text.trim()) : readEntry(field, text, { today })
  return read.ok ? { value: read.value } : { error: read.message }
}

function isChoice({ kind }: Field): boolean {
  return kind === 'enum' || kind === 'reference'
}

/** Text of a value in a form. */
export function textOfField({ kind }: Field, value: FieldValue): string {
  if (value === null) return ''
  if (kind === 'datetime') return momentEntryText(String(value)) || String(value)
  if (typeof value !== 'number') return String(value)
  return kind === 'won' ? formatWon(value) : value.toLocaleString('ko-KR', { maximumFractionDigits: 10 })
}
