import type { Field } from '#contract/books/field.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import { getValueKind, toComparedValue } from '#domain/books/field-values.ts'
import { readDay } from '#domain/dates/day-entry.ts'
import { parseWon } from '#domain/money/won.ts'

/** A search text that is an amount or a day. */
export type SearchedValue =
  | { readonly kind: 'won'; readonly value: number }
  | { readonly kind: 'date'; readonly value: string }

/**
 * Reads a search text as a day (`2026.12.20`, `2026-12-20`, `20261220`, `12/20`, `12월 20일`) or an
 * amount (`309,000`, `309000원`, `15만`). Null for lot numbers and other texts.
 */
export function readSearchedValue(text: string, today: string): SearchedValue | null {
  const typed = text.trim()
  const day = dayForms.some((form) => form.test(typed)) ? readDay(typed, today) : null
  if (day?.ok && day.value !== null) return { kind: 'date', value: day.value }
  const amount = amountForm.test(typed) ? parseWon(typed) : null
  return amount?.ok && amount.value !== null && amount.value >= minAmount ? { kind: 'won', value: amount.value } : null
}

const dayForms = [
  /^\d{4} ?[./년-] ?\d{1,2} ?[./월-] ?\d{1,2} ?[.일]?$/,
  /^['’]?\d{2}\. ?\d{1,2}\. ?\d{1,2}\.?$/,
  /^\d{1,2}\/\d{1,2}$/,
  /^\d{1,2}월 ?\d{1,2}일$/,
  /^(?:19|20)\d{6}$/,
]

const amountForm = /^₩?\d[\d,.억천만백십 ]*원?$/

/** Smaller numbers are mostly 동, 호 or lot numbers. */
const minAmount = 1_000

/** Fields that a searched value is compared with. */
export function listValueFields(fields: readonly Field[], { kind }: SearchedValue): readonly Field[] {
  return fields.filter((field) => getValueKind(field) === kind)
}

/** Whether a book has all costs of a case, whose sum is what a client transfers. */
export function hasCosts(fields: readonly Field[]): boolean {
  return costKeys.every((key) => fields.some((field) => field.key === key))
}

function readCompared(field: Field, value: unknown): unknown {
  return typeof value === 'string' ? toComparedValue(field, value) : value
}

/** Labels of what has the searched value in a record; 합계 is the sum of its costs. */
export function listMatchedLabels(
  fields: readonly Field[],
  record: Readonly<Record<string, unknown>>,
  searched: SearchedValue,
): string[] {
  const labels = listValueFields(fields, searched)
    .filter((field) => readCompared(field, record[field.key]) === searched.value)
    .map(({ label }) => label)
  if (labels.length > 0 || searched.kind !== 'won' || !hasCosts(fields)) return labels
  return costKeys.reduce((sum, key) => sum + Number(record[key] ?? 0), 0) === searched.value ? ['합계'] : []
}
