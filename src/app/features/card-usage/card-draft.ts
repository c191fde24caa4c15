import { cardUsageBook } from '#contract/books/card-usage.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { buildFieldSchema } from '#contract/books/record-schema.ts'
import {
  type CardPurpose,
  guessPurpose,
  parseAmount,
  parsePurpose,
  resolveStoredPay,
  resolveStoredPurpose,
} from '#domain/card-usage/card-usage.ts'
import { parseTimeEntry, toInstant, toOfficeMoment } from '#domain/dates/office-moment.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'

/** The form's fields as texts. */
export interface CardDraft {
  day: string
  time: string
  store: string
  amount: string
  purpose: CardPurpose
  note: string
  approveNum: string
}

export type CardErrors = Partial<Record<keyof CardDraft, string>>

/** Initial values: the displayed record, or a new use now. */
export function createCardDraft(record: AnyRecord | null, now: number): CardDraft {
  const usedAt = toOfficeMoment(textOrEmpty(record?.['created_at']) || new Date(now).toISOString())
  return {
    day: usedAt?.day ?? '',
    time: usedAt?.time ?? '',
    store: textOrEmpty(record?.['store_name']),
    amount: record === null ? '' : formatWon(parseAmount(textOrEmpty(record['pay']))),
    purpose: record === null ? guessPurpose(usedAt?.time ?? '') : parsePurpose(textOrEmpty(record['purpose'])),
    note: textOrEmpty(record?.['note']),
    approveNum: textOrEmpty(record?.['approve_num']),
  }
}

/** A new use at another time, with the purpose of that time once it is readable. */
export function withTime(draft: CardDraft, time: string): CardDraft {
  const parsedTime = parseTimeEntry(time)
  return { ...draft, time, purpose: parsedTime === null ? draft.purpose : guessPurpose(parsedTime) }
}

/**
 * Errors by field. The form refuses only values that no record can hold, and a new use without an
 * amount. Text unchanged from `start` is always accepted.
 */
export function validateCardDraft(draft: CardDraft, start: CardDraft | null = null): CardErrors {
  const errors: CardErrors = {}
  if (draft.day === '') errors.day = '일시: 필수 항목입니다.'
  if (parseTimeEntry(draft.time) === null) errors.time = '시각은 12:30 형식으로 입력해 주세요.'
  const amount = parseWon(draft.amount)
  if (!amount.ok) errors.amount = amount.message
  if (start === null && draft.amount.trim() === '') errors.amount = '금액: 필수 항목입니다.'
  for (const [key, field] of limited) {
    if (draft[key] === start?.[key]) continue
    const parsed = buildFieldSchema(field).safeParse(draft[key])
    if (!parsed.success) errors[key] = parsed.error.issues[0]?.message ?? '입력한 내용을 확인해 주세요.'
  }
  return errors
}

/** The fields to save. Unchanged amount, purpose and seconds keep their received form. */
export function toCardFields(draft: CardDraft, record: AnyRecord | null): Record<string, FieldValue> {
  const recordText = (key: string) => (record === null ? null : textOrEmpty(record[key]) || null)
  const before = record === null ? null : toOfficeMoment(textOrEmpty(record['created_at']))
  const time = parseTimeEntry(draft.time) ?? '00:00'
  const isSameMoment = before?.day === draft.day && before.time === time
  return {
    created_at: isSameMoment ? textOrEmpty(record?.['created_at']) : toInstant(draft.day, time),
    store_name: draft.store.trim() || null,
    pay: resolveStoredPay(parseAmount(draft.amount), recordText('pay')),
    purpose: record === null ? draft.purpose : resolveStoredPurpose(draft.purpose, recordText('purpose')),
    note: draft.note.trim() || null,
    approve_num: draft.approveNum.trim() || null,
  }
}

const fields: readonly Field[] = cardUsageBook.fields
const limited = [
  ['store', requireField('store_name')],
  ['note', requireField('note')],
  ['approveNum', requireField('approve_num')],
] as const

function requireField(key: string): Field {
  const field = fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`card usage has no field ${key}`)
  return field
}

function textOrEmpty(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
