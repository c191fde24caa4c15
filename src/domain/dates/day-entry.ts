import { describeMissingDay, isDate, wrongDateText } from '#contract/records/values.ts'
import { isEmptyEntry, normalizeEntry } from '#domain/entry/number-entry.ts'
import { addDays } from './office-date.ts'
import { normalizeInstant, parseTimeEntry, toInstant, toOfficeMoment } from './office-moment.ts'

type DayEntry = { readonly ok: true; readonly value: string | null } | { readonly ok: false }

/**
 * Parses days, typed, pasted or imported: `2026-11-20`, `2026.11.20.(금)`, `2026년 11월 20일 금요일`,
 * `20261120`, `'26.11.20`, `11/20` and `1120` (this year), `11/20/2026`, `오늘`, `+3` (days from
 * today), optionally followed by a time; empty or `-` is null. `today` gives the year and 오늘.
 * Returns the day, never the word.
 */
export function readDay(text: string, today: string): DayEntry {
  const entry = normalizeEntry(text)
  if (isEmptyEntry(entry)) return { ok: true, value: null }
  const offset = dayWords.get(entry) ?? /^[+-]\d{1,3}$/.exec(entry)?.[0]
  if (offset !== undefined) return { ok: true, value: addDays(today, Number(offset)) }
  // An instant with a zone may be another day here.
  const moment = /^[^T]*T.+(?:Z|[+-]\d{2}:?\d{2})$/.test(entry) ? toOfficeMoment(entry) : null
  const value = moment?.day ?? parseDigits(stripNonDay(entry), today)
  return value !== null && isDate(value) ? { ok: true, value } : { ok: false }
}

/** Says why `readDay` refuses a text: which month or day doesn't exist, else the form of a date. */
export function describeWrongDay(text: string, today: string): string {
  return findMissingDay(text, today) ?? wrongDateText
}

/**
 * The month or day that a text names but that doesn't exist. Null for short digits and American
 * dates, which name no month for certain.
 */
export function findMissingDay(text: string, today: string): string | null {
  const entry = stripNonDay(normalizeEntry(text))
  if (/^\d{4}$|^\d{6}$|^\d{1,2}\/\d{1,2}\/\d{4}$/.test(entry)) return null
  return describeMissingDay(parseDigits(entry, today) ?? '')
}

const dayWords = new Map(Object.entries({ 오늘: 0, 어제: -1, 내일: 1, 그제: -2, 모레: 2 }))

/** Removes what doesn't identify the day: time, weekday, and the apostrophe of a short year. */
function stripNonDay(entry: string): string {
  return entry
    .replace(
      /(?:(?<!\s)\s+(?:(?:오전|오후)\s*)?|T(?:오전|오후)?\s*)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?$/i,
      '',
    )
    .replace(/(?<![,\s])[,\s]*(?:\([월화수목금토일](?:요일)?\)|[월화수목금토일]요일|(?<=[.\s])[월화수목금토일])$/, '')
    .replace(/^['’‘`]/, '')
    .trim()
}

function parseDigits(entry: string, today: string): string | null {
  const packed = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(entry)
  if (packed) return joinDay(packed[1], packed[2], packed[3])
  const [, month, day] = /^(\d{2})(\d{2})$/.exec(entry) ?? []
  if (month !== undefined) return joinDay(today.slice(0, 4), month, day)
  const numbers = entry
    .replace(/[년월年月]/g, '-')
    .replace(/[일日]$/, '')
    .split(/[-./·\s]+/)
    .filter((part) => part !== '')
  if (!numbers.every((part) => /^\d+$/.test(part))) return null
  const isAmerican = /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(entry)
  if (isAmerican) return joinDay(numbers[2], numbers[0], numbers[1])
  if (numbers.length === 3) return joinDay(numbers[0], numbers[1], numbers[2])
  return numbers.length === 2 ? joinDay(today.slice(0, 4), numbers[0], numbers[1]) : null
}

/**
 * Two-digit years up to 69 are in this century. Excel's Korean setting only goes up to 29, but the
 * office has no cases from the 1960s.
 */
function joinDay(year = '', month = '', day = ''): string | null {
  if (year.length !== 4 && year.length !== 2) return null
  const fullYear = year.length === 4 ? year : `${Number(year) <= 69 ? '20' : '19'}${year}`
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `2026-11-21 19:30` in office time; empty for an invalid instant. */
export function formatMomentEntry(instant: string | null): string {
  const moment = toOfficeMoment(instant ?? '')
  return moment === null ? '' : `${moment.day} ${moment.time}`
}

type MomentEntry = { ok: true; value: string | null } | { ok: false }

export const wrongMomentText = '일시는 2026-01-31 12:30 형식으로 입력해 주세요.'

/**
 * Parses instants, typed, pasted or imported: a day as `readDay` accepts it and a time as
 * `parseTimeEntry` does (`2026-11-20 14:05`, `2026. 11. 20. 오후 2:05:30`, `2026-11-20T14:05`,
 * `20261120140530`). Without a day it is `today`, without a time midnight; empty or `-` is null.
 */
export function parseMomentEntry(text: string, today: string): MomentEntry {
  if (isEmptyEntry(normalizeEntry(text))) return { ok: true, value: null }
  const dayAndTime = parseDayAndTime(text, today)
  if (dayAndTime.instant !== null) return { ok: true, value: dayAndTime.instant }
  return dayAndTime.day === null
    ? { ok: false }
    : { ok: true, value: toInstant(dayAndTime.day, dayAndTime.time ?? '00:00') }
}

/** Says why `parseMomentEntry` refuses a text. */
export function describeWrongMoment(text: string, today: string): string {
  return findMissingDay(splitDayAndTime(text).dayText, today) ?? wrongMomentText
}

/** The day and time in a text; `today` without a day, null for each that is invalid or missing. */
export function parseDayAndTime(
  text: string,
  today: string,
): { readonly day: string | null; readonly time: string | null; readonly instant: string | null } {
  const entry = normalizeEntry(text)
  const moment = /^[^T]*T.+(?:Z|[+-]\d{2}:?\d{2})$/.test(entry) ? toOfficeMoment(entry) : null
  if (moment !== null) return { ...moment, instant: normalizeInstant(entry) }
  const { dayText, timeText } = splitDayAndTime(entry)
  // 25:00 is neither a time nor a day.
  const isWrongTime = timeText === '' && /\d:\d/.test(dayText)
  const day = dayText === '' ? { ok: true as const, value: today } : readDay(isWrongTime ? '?' : dayText, today)
  return { day: day.ok ? day.value : null, time: timeText === '' ? null : parseTimeEntry(timeText), instant: null }
}

/** The day in a partly typed moment; empty when there is none. */
export function parseDayOfMoment(text: string, today: string): string {
  const { dayText } = splitDayAndTime(text)
  const day = readDay(dayText, today)
  return day.ok ? (day.value ?? '') : ''
}

/**
 * The same time on another day. Leaves room for the time if none was typed; empty without a day.
 */
export function moveMomentToDay(text: string, day: string): string {
  const { timeText } = splitDayAndTime(text)
  return day === '' ? '' : `${day} ${timeText === '' ? '' : (parseTimeEntry(timeText) ?? '')}`
}

/** While the time is incomplete, the whole text counts as the day. */
function splitDayAndTime(text: string): { dayText: string; timeText: string } {
  const entry = normalizeEntry(text)
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

/**
 * The original text of a cell that a spreadsheet turned into a day of this year: `12-3` shows as
 * 12월 3일. For 동호수 and 지번, which are never days. Null when several texts would show like this
 * (`Jan-32` is 1-32 or 1932-1, `2026-12-03` has a year).
 */
export function recoverTypedText(shownText: string): string | null {
  const [, month, day] = /^(\d{1,2})\s*(?:월\s*|[-/.]\s*)(\d{1,2})일?$/.exec(shownText.normalize('NFKC').trim()) ?? []
  return month === undefined || day === undefined ? null : `${Number(month)}-${Number(day)}`
}
