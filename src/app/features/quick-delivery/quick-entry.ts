import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { deliveryStatus, quickDeliveryBook, topUpMemoLength, topUpStatus } from '#contract/books/quick-delivery.ts'
import { hasContent, quickDeliveryRules, quickEntryKeys } from '#domain/books/quick-delivery.ts'
import { formatMomentEntry } from '#domain/dates/day-entry.ts'
import { readEntry as readFieldEntry } from '#domain/entry/read-entry.ts'
import { formatWon, parseWon } from '#domain/money/won.ts'

/**
 * The form's texts. `created_at` is used only while editing; a new record gets the time of its
 * save.
 */
export type QuickTexts = Readonly<Record<(typeof quickEntryKeys)[number] | 'created_at', string>>

export const emptyTexts: QuickTexts = { rider: '', sender: '', receiver: '', amount: '', memo: '', created_at: '' }

export function toQuickTexts(record: AnyRecord): QuickTexts {
  const { amount, created_at: createdAt } = record
  const text = (key: string) => String(record[key] ?? '')
  return {
    rider: text('rider'),
    sender: text('sender'),
    receiver: text('receiver'),
    memo: text('memo'),
    amount: typeof amount === 'number' ? formatWon(amount) : '',
    created_at: typeof createdAt === 'string' ? formatMomentEntry(createdAt) : '',
  }
}

/** 저장 is possible once any field has content. */
export function canSave(texts: QuickTexts): boolean {
  return quickEntryKeys.some((key) => hasContent(texts[key]))
}

/**
 * Says by how much a typed charge exceeds the balance. `before`: the amount of the charge being
 * edited, which the balance already contains.
 */
export function describeOverdraft(
  text: string,
  { balance, before }: { balance: number | null; before: number | null },
): string | null {
  const amount = parseWon(text)
  if (balance === null || !amount.ok || amount.value === null || amount.value === before) return null
  const excess = amount.value - (balance + (before ?? 0))
  return excess > 0 ? `잔액보다 ${formatWon(excess)}원 많습니다.` : null
}

type ReadQuickEntry =
  | { readonly fields: Readonly<Record<string, FieldValue>>; readonly errors?: never }
  | { readonly fields?: never; readonly errors: Readonly<Record<string, string>> }

/**
 * Fields from the form's texts, or errors by field. `before`: the record being edited; null for a
 * new one.
 */
export function readQuickFields(
  texts: QuickTexts,
  { before, today }: { before: AnyRecord | null; today: string },
): ReadQuickEntry {
  const errors: Record<string, string> = {}
  const fields: Record<string, FieldValue> = {}
  for (const key of quickEntryKeys) {
    // An unchanged value is exempt from rules introduced later.
    const isUntouched = before !== null && texts[key] === toQuickTexts(before)[key]
    const parsed = isUntouched ? { value: before[key] ?? null } : readField(key, texts[key], today)
    if (parsed.error === undefined) fields[key] = parsed.value
    else errors[key] = parsed.error
  }
  if (before !== null && texts.created_at !== toQuickTexts(before).created_at) {
    const moment = readField('created_at', texts.created_at, today)
    if (moment.error === undefined) fields['created_at'] = moment.value
    else errors['created_at'] = moment.error
  }
  const after = { ...(before ?? { status: deliveryStatus }), ...fields }
  if (Object.keys(errors).length === 0) Object.assign(errors, quickDeliveryRules.violations({ before, after }))
  return Object.keys(errors).length > 0 ? { errors } : { fields }
}

/** The same for a top-up. Without a time it gets that of its save. */
export function readTopUp(
  texts: { readonly amount: string; readonly memo: string; readonly created_at: string },
  today: string,
): ReadQuickEntry {
  const amount = readField('amount', texts.amount, '')
  const memo = readField('memo', texts.memo, '')
  const after = { status: topUpStatus, amount: amount.error === undefined ? amount.value : null }
  const violations = quickDeliveryRules.violations({ before: null, after })
  if (Object.keys(violations).length > 0) return { errors: violations }
  if (texts.memo.trim().length > topUpMemoLength) {
    return { errors: { memo: `${topUpMemoLength}자 이하로 입력해 주세요.` } }
  }
  if (memo.error !== undefined) return { errors: { memo: memo.error } }
  const moment = readNewMoment(texts.created_at, today)
  if (moment.error !== undefined) return { errors: { created_at: moment.error } }
  return { fields: { amount: after.amount, memo: memo.value, ...(moment.value && { created_at: moment.value }) } }
}

/** The time of a new record: null for that of its save. */
function readNewMoment(text: string, today: string): QuickFieldResult {
  return hasContent(text) ? readField('created_at', text, today) : { value: null }
}

type QuickFieldResult = { value: FieldValue; error?: never } | { value?: never; error: string }

const described: readonly Field[] = quickDeliveryBook.fields

function readField(key: string, text: string, today: string): QuickFieldResult {
  const field = described.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`a quick delivery has no field ${key}`)
  const parsed = readFieldEntry(field, text, { today })
  return parsed.ok ? { value: parsed.value } : { error: parsed.message }
}
