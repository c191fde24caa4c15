import type { Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMomentEntry } from '#domain/dates/day-entry.ts'
import { checkEntry, readEntry } from '#domain/entry/read-entry.ts'
import { formatWon } from '#domain/money/won.ts'
import type { RecordBook } from '../record-book.ts'

/** Texts of a record form by field key: the id for a reference, the empty text for no value. */
export type RecordDraft = Readonly<Record<string, string>>

type DraftedBook = Pick<RecordBook, 'fields' | 'rules'>

/** The draft a form of this record starts with; fields missing in `record` start empty. */
export function createDraft(
  book: DraftedBook,
  { record }: { record: Readonly<Record<string, FieldValue>> },
): RecordDraft {
  return Object.fromEntries(book.fields.map((field) => [field.key, formatFieldValue(field, record[field.key] ?? null)]))
}

/** Initial values of a form for a new record. */
export function buildInitialValues({
  fields,
}: Pick<RecordDescription, 'fields'>): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(fields.flatMap(({ key, startsAs }) => (startsAs === undefined ? [] : [[key, startsAs]])))
}

/** Whether a new record's draft has no input yet: every field is empty or has its initial value. */
export function isBlank(book: DraftedBook, draft: RecordDraft): boolean {
  const start = createDraft(book, { record: buildInitialValues(book) })
  return Object.entries(draft).every(([key, text]) => text.trim() === '' || text === start[key])
}

/** The draft after typing into one field, with the fields that follow it (부가세 after 보수료). */
export function withTypedText(
  { fields, rules: { follows = [] } }: DraftedBook,
  draft: RecordDraft,
  { key, text }: { key: string; text: string },
): RecordDraft {
  const typed = { ...draft, [key]: text }
  const field = fields.find((candidate) => candidate.key === key)
  for (const follow of follows) {
    const target = fields.find((candidate) => candidate.key === follow.key)
    if (follow.source !== key || !field || !target) continue
    const parsed = readFieldText(field, text, '')
    typed[follow.key] = formatFieldValue(target, follow.derive('value' in parsed ? parsed.value : null))
  }
  return typed
}

/**
 * Parses the fields' texts into values or errors. Skips texts unchanged since `before`; a new
 * record has none.
 */
export function readDraft(
  fields: readonly Field[],
  draft: RecordDraft,
  { today, before }: { today: string; before?: RecordDraft },
): { values: Record<string, FieldValue>; errors: Record<string, string> } {
  const values: Record<string, FieldValue> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const text = draft[field.key] ?? ''
    if (text === before?.[field.key]) continue
    const parsed = readFieldText(field, text, today)
    const isMissingInNew = !before && field.required === true && text.trim() === ''
    if ('error' in parsed) errors[field.key] = isMissingInNew ? formatRequiredError(field, 'create') : parsed.error
    else values[field.key] = parsed.value
  }
  return { values, errors }
}

/** Values that differ from the row, or errors by field. */
export function computeChanges(
  book: DraftedBook,
  { draft, row, today }: { draft: RecordDraft; row: SourceRow; today: string },
): { changes: Record<string, FieldValue>; errors: Record<string, string> } {
  const { values, errors } = readDraft(book.fields, draft, { today, before: createDraft(book, row) })
  const changed = Object.entries(values).filter(([key, value]) => value !== (row.record[key] ?? null))
  const changes = Object.fromEntries(changed)
  return { changes: { ...keepManualValues(book, row, { changes, errors }), ...changes }, errors }
}

/**
 * A following field that was typed back to its old value is sent explicitly; otherwise it would be
 * derived.
 */
function keepManualValues(
  { rules: { follows = [] } }: DraftedBook,
  { record }: SourceRow,
  { changes, errors }: { changes: Record<string, FieldValue>; errors: Record<string, string> },
): Record<string, FieldValue> {
  const manualFollows = follows.filter(({ key, source }) => source in changes && !(key in changes) && !(key in errors))
  return Object.fromEntries(manualFollows.map(({ key }) => [key, record[key] ?? null]))
}

type ReadField = { readonly value: FieldValue } | { readonly error: string }

/**
 * Parses the text of a form field into a value or an error; for a choice the text is its value.
 * `today` (YYYY-MM-DD) resolves short days.
 */
export function readFieldText(field: Field, text: string, today: string): ReadField {
  const parsed = isChoice(field) ? checkEntry(field, text.trim()) : readEntry(field, text, { today })
  return parsed.ok ? { value: parsed.value } : { error: parsed.message }
}

function isChoice({ kind }: Field): boolean {
  return kind === 'enum' || kind === 'reference'
}

/** Text of a value in a form. */
export function formatFieldValue({ kind }: Field, value: FieldValue): string {
  if (value === null) return ''
  if (kind === 'datetime') return formatMomentEntry(String(value)) || String(value)
  if (typeof value !== 'number') return String(value)
  return kind === 'won' ? formatWon(value) : formatNumber(value, 10)
}
