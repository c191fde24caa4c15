import type { Field, FieldValue } from '#contract/books/field.ts'
import { fieldSchema } from '#contract/books/record-schema.ts'
import { parseDateEntry } from '#domain/office-date.ts'
import { instantOf, officeMoment, parseTimeEntry } from '#domain/office-moment.ts'
import { formatWon, parseWon } from '#domain/won.ts'

export type FixedValue = { ok: true; value: FieldValue } | { ok: false; message: string }

/** What the text of a repaired field stands for, held against the same rules as the server's. `today` as YYYY-MM-DD resolves short dates. */
export function fixedValue(field: Field, text: string, today: string): FixedValue {
  const read = readText(field, text.trim(), today)
  if (!read.ok) return read
  const parsed = fieldSchema(field).safeParse(read.value)
  if (!parsed.success) return { ok: false, message: parsed.error.issues[0]?.message ?? '입력한 내용을 확인해 주세요.' }
  return { ok: true, value: isPlain(parsed.data) ? parsed.data : null }
}

/** The text to start repairing from. */
export function textToFix(field: Field, value: FieldValue): string {
  if (value === null) return ''
  if (field.kind === 'datetime') {
    const moment = officeMoment(String(value))
    return moment ? `${moment.day} ${moment.time}` : String(value)
  }
  return field.kind === 'won' && typeof value === 'number' ? formatWon(value) : String(value)
}

function readText(field: Field, text: string, today: string): FixedValue {
  if (text === '') return { ok: true, value: null }
  if (field.kind === 'won' || field.kind === 'number') {
    const amount = field.kind === 'won' ? parseWon(text) : Number(text.replaceAll(',', ''))
    if (amount === null || Number.isNaN(amount)) return { ok: false, message: '숫자로 입력해 주세요.' }
    return { ok: true, value: amount }
  }
  if (field.kind === 'date') {
    const entry = parseDateEntry(text, today)
    return entry.ok
      ? { ok: true, value: entry.value }
      : { ok: false, message: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
  }
  if (field.kind === 'datetime') return readMoment(text, today)
  if (field.kind === 'flag') return { ok: true, value: text === 'true' }
  return { ok: true, value: text }
}

/** `2026-11-20 12:10` as the form shows it; the day in any of the short ways. */
function readMoment(text: string, today: string): FixedValue {
  const [, dayText = '', timeText = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? []
  const day = parseDateEntry(dayText, today)
  const time = parseTimeEntry(timeText)
  return day.ok && day.value !== null && time !== null
    ? { ok: true, value: instantOf(day.value, time) }
    : { ok: false, message: '일시는 2026-01-31 12:30 형식으로 입력해 주세요.' }
}

function isPlain(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
