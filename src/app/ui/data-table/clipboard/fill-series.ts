import type { Field, FieldValue } from '#contract/books/field.ts'
import { addDays, daysBetween } from '#domain/dates/office-date.ts'

/**
 * The value `at` positions after the first source cell; 0 is that cell, negative positions are
 * before it.
 */
export type Series = (at: number) => FieldValue

/**
 * How a fill drag continues one column, as Excel does. Days and texts ending in digits (2026가단101,
 * 제000001호) count up by one from a single cell, else by the step between cells. Numbers continue
 * only where two cells show a step. Null when there is no series and the cells repeat.
 */
export function seriesOf(values: readonly FieldValue[], kind: Field['kind']): Series | null {
  if (kind === 'date') return daySeries(values)
  if (kind === 'won' || kind === 'number') return numberSeries(values)
  return kind === 'text' ? endingSeries(values) : null
}

function numberSeries(values: readonly FieldValue[]): Series | null {
  const numbers = values.filter((value) => typeof value === 'number')
  const [first] = numbers
  const step = numbers.length === values.length && values.length > 1 ? stepOf(numbers) : null
  // Rounded to the finest scale of any field, so 0.1 + 0.2 doesn't show.
  return first === undefined || step === null ? null : (at) => Math.round((first + step * at) * 1e6) / 1e6
}

function daySeries(values: readonly FieldValue[]): Series | null {
  const days = values.filter((value) => typeof value === 'string')
  const [first] = days
  if (first === undefined || days.length !== values.length) return null
  if (days.length === 1) return (at) => addDays(first, at)
  const months = monthStep(days)
  if (months !== null) return (at) => addMonths(first, months * at)
  const step = stepOf(days.map((day) => daysBetween(first, day)))
  return step === null ? null : (at) => addDays(first, step * at)
}

/** Whole months between dates with the same day of the month: 1월 15일, 2월 15일. */
function monthStep(days: readonly string[]): number | null {
  const isSameDay = days.every((day) => day.slice(8) === days[0]?.slice(8))
  return isSameDay ? stepOf(days.map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))) : null
}

/** Uses the last day of a shorter month, never the first of the next one. */
function addMonths(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((((month % 12) + 12) % 12) + 1).padStart(2, '0')}-01`
  const nextDate = addDays(first, Number(day.slice(8)) - 1)
  return nextDate.slice(0, 7) === first.slice(0, 7) ? nextDate : addDays(nextDate, -Number(nextDate.slice(8)))
}

function endingSeries(values: readonly FieldValue[]): Series | null {
  const parts = values.map((value) => (typeof value === 'string' ? /^(.*?)(\d{1,15})(\D{0,2})$/s.exec(value) : null))
  const [first] = parts
  const hasSameAffixes = parts.every((part) => part && part[1] === first?.[1] && part[3] === first?.[3])
  if (!first || !hasSameAffixes) return null
  const [, before = '', digits = '', after = ''] = first
  const numbers = parts.map((part) => Number(part?.[2]))
  const step = numbers.length === 1 ? 1 : stepOf(numbers)
  if (step === null) return null
  const width = digits.startsWith('0') ? digits.length : 0
  return (at) => `${before}${String(Math.max(0, Number(digits) + step * at)).padStart(width, '0')}${after}`
}

/** The constant difference of a sequence; null when there is none. */
function stepOf(numbers: readonly number[]): number | null {
  const [first = 0, second = 0] = numbers
  const step = second - first
  const isEven = numbers.every((number, at) => Math.abs(number - (first + step * at)) < 1e-9)
  return step !== 0 && isEven ? step : null
}
