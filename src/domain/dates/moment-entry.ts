import { readDay } from './day-entry.ts'
import { canonicalInstant, instantOf, officeMoment, parseTimeEntry } from './office-moment.ts'
import { isEmptyEntry, plainEntry } from '../entry/plain-entry.ts'

/** `2026-11-21 19:30` in office time; empty for an invalid instant. */
export function momentEntryText(instant: string | null): string {
  const moment = officeMoment(instant ?? '')
  return moment === null ? '' : `${moment.day} ${moment.time}`
}

export type MomentEntry = { ok: true; value: string | null } | { ok: false }

export const wrongMoment = '일시는 2026-01-31 12:30 형식으로 입력해 주세요.'

/**
 * Parses instants, typed, pasted or imported: a day as `readDay` accepts it and a time as
 * `parseTimeEntry` does (`2026-11-20 14:05`, `2026. 11. 20. 오후 2:05:30`, `2026-11-20T14:05`,
 * `20261120140530`). Without a day it is `today`, without a time midnight; empty or `-` is null.
 */
export function parseMomentEntry(text: string, today: string): MomentEntry {
  if (isEmptyEntry(plainEntry(text))) return { ok: true, value: null }
  const parts = dayAndTime(text, today)
  if (parts.instant !== null) return { ok: true, value: parts.instant }
  return parts.day === null ? { ok: false } : { ok: true, value: instantOf(parts.day, parts.time ?? '00:00') }
}

/** The day and time in a text; `today` without a day, null for each that is invalid or missing. */
export function dayAndTime(
  text: string,
  today: string,
): { readonly day: string | null; readonly time: string | null; readonly instant: string | null } {
  const entry = plainEntry(text)
  const moment = /^[^T]*T.+(?:Z|[+-]\d{2}:?\d{2})$/.test(entry) ? officeMoment(entry) : null
  if (moment !== null) return { ...moment, instant: canonicalInstant(entry) }
  const { dayText, timeText } = partsOf(entry)
  // 25:00 is neither a time nor a day.
  const isWrongTime = timeText === '' && /\d:\d/.test(dayText)
  const day = dayText === '' ? { ok: true as const, value: today } : readDay(isWrongTime ? '?' : dayText, today)
  return { day: day.ok ? day.value : null, time: timeText === '' ? null : parseTimeEntry(timeText), instant: null }
}

/** The day in a partly typed moment; empty when there is none. */
export function dayInMoment(text: string, today: string): string {
  const { dayText } = partsOf(text)
  const day = readDay(dayText, today)
  return day.ok ? (day.value ?? '') : ''
}

/**
 * The same time on another day. Leaves room for the time if none was typed; empty without a day.
 */
export function momentOnDay(text: string, day: string): string {
  const { timeText } = partsOf(text)
  return day === '' ? '' : `${day} ${timeText === '' ? '' : (parseTimeEntry(timeText) ?? '')}`
}

/** In a partly typed text everything is the day. */
function partsOf(text: string): { dayText: string; timeText: string } {
  const entry = plainEntry(text)
  const [, packedDay, packedTime] = /^(\d{8})\s?(\d{4}|\d{6})$/.exec(entry) ?? []
  if (packedDay !== undefined) return { dayText: packedDay, timeText: packedTime ?? '' }
  const [, dayText = '', timeText = ''] = dayBeforeTime.exec(entry) ?? []
  return parseTimeEntry(timeText) === null ? { dayText: entry, timeText: '' } : { dayText, timeText }
}

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?|\d{1,2}시(?:\s*\d{1,2}분(?:\s*\d{1,2}초)?)?`
const half = String.raw`(?:(?:오전|오후|[AP]M)\s*)?`
/** Digits alone need a space before them: 11.20.2026 contains no time. */
const dayBeforeTime = new RegExp(
  String.raw`^(?:(.*?)(?:(?<!\s)\s+|T|(?<=[.)일])(?!\d+$)))?(${half}(?:${clock}|\d{3,4})(?:\s*[AP]M)?)$`,
  'i',
)
