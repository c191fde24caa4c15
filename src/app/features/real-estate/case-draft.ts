import type { Field, FieldValue } from '#contract/records/field.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { parseDateEntry } from '#domain/office-date.ts'
import { formatWon, parseWon } from '#domain/won.ts'
import { vatOf } from '#domain/vat.ts'

/** What stands in the fields of the detail window, as text, by field key. */
export type CaseDraft = Readonly<Record<string, string>>

export function draftOf(row: SourceRow): CaseDraft {
  return Object.fromEntries(
    realEstateDescription.fields.map((field) => [field.key, textOf(field, row.record[field.key] ?? null)]),
  )
}

/** The draft with one field typed; the tax follows the fee. */
export function typeInto(draft: CaseDraft, key: string, text: string): CaseDraft {
  if (key !== 'fees') return { ...draft, [key]: text }
  const fees = parseWon(text)
  return { ...draft, fees: text, fees_vat: fees === null ? '' : formatWon(vatOf(fees)) }
}

/** The values that differ from the row, or what is wrong with which field. */
export function changesOf(
  draft: CaseDraft,
  row: SourceRow,
  today: string,
): { changes: Record<string, FieldValue>; errors: Record<string, string> } {
  const changes: Record<string, FieldValue> = {}
  const errors: Record<string, string> = {}
  const untouched = draftOf(row)
  for (const field of realEstateDescription.fields as readonly Field[]) {
    const text = draft[field.key] ?? ''
    if (text === untouched[field.key]) continue
    const read = valueOf(field, text, today)
    if ('error' in read) errors[field.key] = read.error
    else if (read.value !== (row.record[field.key] ?? null)) changes[field.key] = read.value
  }
  return { changes, errors }
}

function textOf(field: Field, value: FieldValue): string {
  if (value === null) return ''
  return field.kind === 'won' && typeof value === 'number' ? formatWon(value) : String(value)
}

function valueOf(field: Field, text: string, today: string): { value: FieldValue } | { error: string } {
  if (field.kind === 'won') return wonOf(field, text)
  const plain = text.normalize('NFC').trim()
  if (plain === '') return field.required ? { error: `${field.label}: 필수 항목입니다.` } : { value: null }
  if (field.kind === 'date') {
    const day = parseDateEntry(plain, today)
    return day.ok ? { value: day.value } : { error: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
  }
  if (field.maxLength !== undefined && plain.length > field.maxLength)
    return { error: `${field.maxLength}자 이하로 입력해 주세요.` }
  return { value: plain }
}

function wonOf(field: Field, text: string): { value: FieldValue } | { error: string } {
  const amount = parseWon(text)
  if (amount !== null && field.min !== undefined && amount < field.min)
    return { error: `${field.min} 이상으로 입력해 주세요.` }
  return { value: amount }
}
