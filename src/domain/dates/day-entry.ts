import { isDate } from '#contract/records/is-date.ts'
import { addDays } from './office-date.ts'
import { officeMoment } from './office-moment.ts'
import { isEmptyEntry, plainEntry } from '../entry/plain-entry.ts'

export type DayEntry = { readonly ok: true; readonly value: string | null } | { readonly ok: false }

export const wrongDay = '날짜는 2026-01-31 형식으로 입력해 주세요.'

/**
 * Parses days, typed, pasted or imported: `2026-11-20`, `2026.11.20.(금)`, `2026년 11월 20일 금요일`,
 * `20261120`, `'26.11.20`, `11/20` and `1120` (this year), `11/20/2026`, `오늘`, `+3` (days from
 * today), optionally followed by a time; empty or `-` is null. `today` gives the year and 오늘.
 * Returns the day, never the word.
 */
export function readDay(text: string, today: string): DayEntry {
  const entry = plainEntry(text)
  if (isEmptyEntry(entry)) return { ok: true, value: null }
  const offset = dayWords.get(entry) ?? /^[+-]\d{1,3}$/.exec(entry)?.[0]
  if (offset !== undefined) return { ok: true, value: addDays(today, Number(offset)) }
  // An instant with a zone may be another day here.
  const moment = /^[^T]*T.+(?:Z|[+-]\d{2}:?\d{2})$/.test(entry) ? officeMoment(entry) : null
  const value = moment?.day ?? dayFromDigits(withoutRest(entry), today)
  return value !== null && isDate(value) ? { ok: true, value } : { ok: false }
}

const dayWords = new Map(Object.entries({ 오늘: 0, 어제: -1, 내일: 1, 그제: -2, 모레: 2 }))

/** Removes what doesn't identify the day: time, weekday, and the apostrophe of a short year. */
function withoutRest(entry: string): string {
  return entry
    .replace(
      /(?:(?<!\s)\s+(?:(?:오전|오후)\s*)?|T(?:오전|오후)?\s*)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]M)?$/i,
      '',
    )
    .replace(/(?<![,\s])[,\s]*(?:\([월화수목금토일](?:요일)?\)|[월화수목금토일]요일|(?<=[.\s])[월화수목금토일])$/, '')
    .replace(/^['’‘`]/, '')
    .trim()
}

function dayFromDigits(entry: string, today: string): string | null {
  const packed = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(entry)
  if (packed) return joinDay(packed[1], packed[2], packed[3])
  const [, month, day] = /^(\d{2})(\d{2})$/.exec(entry) ?? []
  if (month !== undefined) return joinDay(today.slice(0, 4), month, day)
  const parts = entry
    .replace(/[년월年月]/g, '-')
    .replace(/[일日]$/, '')
    .split(/[-./·\s]+/)
    .filter((part) => part !== '')
  if (!parts.every((part) => /^\d+$/.test(part))) return null
  const isAmerican = /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(entry)
  if (isAmerican) return joinDay(parts[2], parts[0], parts[1])
  if (parts.length === 3) return joinDay(parts[0], parts[1], parts[2])
  return parts.length === 2 ? joinDay(today.slice(0, 4), parts[0], parts[1]) : null
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
