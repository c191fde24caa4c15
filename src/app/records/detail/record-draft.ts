import type { Field, FieldValue } from '#contract/books/field.ts'
import { numberFaultIn } from '#contract/number-fault.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { parseDateEntry } from '#domain/office-date.ts'
import { formatWon, parseWon } from '#domain/won.ts'
import type { RecordBook } from '../record-book.ts'

/** What stands in the fields of a record's form, as text, by field key. */
export type RecordDraft = Readonly<Record<string, string>>

export function draftOf({ description }: Described, { record }: Pick<SourceRow, 'record'>): RecordDraft {
  return Object.fromEntries(description.fields.map((field) => [field.key, textOf(field, record[field.key] ?? null)]))
}

type Described = Pick<RecordBook, 'description' | 'rules'>

/** The draft with one field typed; what follows it (부가세 after 보수료) goes along. */
export function typeInto(
  book: Described,
  draft: RecordDraft,
  { key, text }: { key: string; text: string },
): RecordDraft {
  const typed = { ...draft, [key]: text }
  const field = fieldOf(book, key)
  for (const follow of book.rules.follows ?? []) {
    const target = fieldOf(book, follow.key)
    if (follow.of !== key || !field || !target) continue
    typed[follow.key] = textOf(target, follow.derive(field.kind === 'won' ? parseWon(text) : text))
  }
  return typed
}

/** The values that differ from the row, or what is wrong with which field. */
export function changesOf(
  book: Described,
  { draft, row, today }: { draft: RecordDraft; row: SourceRow; today: string },
): { changes: Record<string, FieldValue>; errors: Record<string, string> } {
  const changes: Record<string, FieldValue> = {}
  const errors: Record<string, string> = {}
  const untouched = draftOf(book, row)
  for (const field of book.description.fields) {
    const text = draft[field.key] ?? ''
    if (text === untouched[field.key]) continue
    const read = readField(field, text, today)
    if ('error' in read) errors[field.key] = read.error
    else if (read.value !== (row.record[field.key] ?? null)) changes[field.key] = read.value
  }
  return { changes, errors }
}

function fieldOf({ description }: Described, key: string): Field | undefined {
  return description.fields.find((field) => field.key === key)
}

function textOf(field: Field, value: FieldValue): string {
  if (value === null) return ''
  return field.kind === 'won' && typeof value === 'number' ? formatWon(value) : String(value)
}

/** What a typed text stands for in a field, or why it stands for nothing. */
export function readField(field: Field, text: string, today: string): { value: FieldValue } | { error: string } {
  if (field.kind === 'won') return wonOf(field, text)
  const plain = text.normalize('NFC').trim()
  if (plain === '') return field.required ? { error: `${field.label}: 필수 항목입니다.` } : { value: null }
  if (field.kind === 'date') {
    const day = parseDateEntry(plain, today)
    return day.ok ? { value: day.value } : { error: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
  }
  if (field.maxLength !== undefined && plain.length > field.maxLength)
    return { error: `${field.maxLength}자 이하로 입력해 주세요.` }
  const fault = numberFaultIn(field, plain)
  if (fault !== null) return { error: fault }
  return { value: plain }
}

function wonOf(field: Field, text: string): { value: FieldValue } | { error: string } {
  const amount = parseWon(text)
  if (amount !== null && field.min !== undefined && amount < field.min)
    return { error: `${field.min} 이상으로 입력해 주세요.` }
  return { value: amount }
}
