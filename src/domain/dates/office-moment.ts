import { normalizeEntry } from '#domain/entry/number-entry.ts'
import { formatDay } from './office-date.ts'

/**
 * Conversion of instants from and to office time. Instants are written like PostgreSQL's
 * row_to_json in UTC (`2026-11-21T10:30:00+00:00`), so that a value that went to the server and
 * back is the same text, and texts sort by time.
 */

/**
 * Day and time of an instant in Asia/Seoul (+9 h all year, see office-date.ts). Null when it is
 * invalid.
 */
export function toOfficeMoment(instant: string): { day: string; time: string } | null {
  const ms = Date.parse(instant)
  if (Number.isNaN(ms)) return null
  const text = new Date(ms + seoulOffsetMs).toISOString()
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** `2026-11-20 14:05:09`, as in chat messages. `ms` since 1970. */
export function formatMomentWithSeconds(ms: number): string {
  return new Date(ms + seoulOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2026.11.20 14:05`, as in lists, panels and documents; empty when it is invalid. */
export function formatMoment(instant: string): string {
  const moment = toOfficeMoment(instant)
  return moment === null ? '' : `${formatDay(moment.day)} ${moment.time}`
}

/** The instant of an office day and a time of day (`HH:MM` or `HH:MM:SS`). */
export function toInstant(day: string, time: string): string {
  return normalizeInstant(`${day}T${time}+09:00`)
}

/**
 * The instant as the server writes it, without fractions of a second. Throws a RangeError for an
 * invalid instant.
 */
export function normalizeInstant(instant: string): string {
  return `${new Date(Date.parse(instant)).toISOString().slice(0, 19)}+00:00`
}

/**
 * First and last instant of a range of office days, both included, for text comparison; an empty
 * day leaves its side open.
 */
export function toInstantBounds(first: string, last: string): { from: string | null; to: string | null } {
  return {
    from: first === '' ? null : toInstant(first, '00:00'),
    // A dot sorts after the plus sign of a whole second, so no instant of the last second is beyond
    // it.
    to: last === '' ? null : toInstant(last, '23:59:59').replace('+', '.999999+'),
  }
}

const seoulOffsetMs = 9 * 3_600_000

/**
 * Parses `9:05`, `0905`, `905`, `21:30:15`, `오후 9:05`, `9:05 PM`, `14시 5분`, `오후 2시` to `HH:MM`
 * (with `:SS` if seconds were given); null for anything else.
 */
export function parseTimeEntry(text: string): string | null {
  const entry = normalizeEntry(text)
    .toUpperCase()
    .replace(/^(.*\S)\s*([AP]M)$/, '$2 $1')
  const match =
    /^(오전|오후|AM|PM)?\s*(\d{1,2})(?:[:시]?\s*(\d{2})|시\s*(\d)|시)분?\s*(?::?(\d{2})(?:\.\d+)?초?)?$/.exec(entry)
  if (!match) return null
  const [, half, hours = '', twoDigits, oneDigit, seconds] = match
  const minutes = twoDigits ?? (oneDigit ?? '').padStart(2, '0')
  const isAfternoon = half === '오후' || half === 'PM'
  const hour = (Number(hours) % (half ? 12 : 24)) + (isAfternoon ? 12 : 0)
  if (Number(hours) > (half ? 12 : 23) || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null
  const time = `${String(hour).padStart(2, '0')}:${minutes}`
  return seconds === undefined ? time : `${time}:${seconds}`
}
