import type { Field, FieldValue } from '#contract/books/field.ts'
import { fieldSchema } from '#contract/books/record-schema.ts'
import { momentEntryText, parseMomentEntry } from '#domain/moment-entry.ts'
import { parseTypedDay } from '#domain/typed-day.ts'
import { formatWon, readWon } from '#domain/won.ts'

export type ReadField = { readonly value: FieldValue } | { readonly error: string }

/** What the text in a form's field stands for, held to the same rules as the server's, or why it stands for nothing. `today` as YYYY-MM-DD resolves short days. */
export function readFieldText(field: Field, text: string, today: string): ReadField {
  const read = readText(field, text.trim(), today)
  if ('error' in read) return read
  const parsed = fieldSchema(field).safeParse(read.value)
  // What a field's schema lets through is a value of the field.
  if (parsed.success) return { value: (parsed.data ?? null) as FieldValue }
  return { error: parsed.error.issues[0]?.message ?? '입력한 내용을 확인해 주세요.' }
}

/** The text that stands for a value in a form. */
export function textOfField({ kind }: Field, value: FieldValue): string {
  if (value === null) return ''
  if (kind === 'datetime') return momentEntryText(String(value)) || String(value)
  if (typeof value !== 'number') return String(value)
  return kind === 'won' ? formatWon(value) : value.toLocaleString('ko-KR', { maximumFractionDigits: 10 })
}

function readText({ kind }: Field, text: string, today: string): ReadField {
  if (kind === 'flag') return { value: text === 'true' }
  if (text === '') return { value: null }
  switch (kind) {
    case 'won':
      return readAmount(text)
    case 'number':
      return readNumber(text.normalize('NFKC').replace(/[,%\s]/g, ''))
    case 'date': {
      const day = parseTypedDay(text, today)
      return day.ok ? { value: day.value } : { error: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
    }
    case 'datetime': {
      const moment = parseMomentEntry(text, today)
      return moment.ok ? { value: moment.value } : { error: '일시는 2026-01-31 12:30 형식으로 입력해 주세요.' }
    }
    default:
      return { value: text }
  }
}

function readAmount(text: string): ReadField {
  const amount = readWon(text)
  return amount.ok ? { value: amount.value } : { error: amount.message }
}

function readNumber(digits: string): ReadField {
  const number = Number(digits)
  return digits === '' || Number.isNaN(number) ? { error: '숫자로 입력해 주세요.' } : { value: number }
}
