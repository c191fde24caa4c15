import { instantOf, officeMoment, parseTimeEntry } from './office-moment.ts'
import { parseTypedDay } from './typed-day.ts'

/** `2026-11-21 19:30` as the office reads an instant; empty for what is no instant. */
export function momentEntryText(instant: string | null): string {
  const moment = officeMoment(instant ?? '')
  return moment === null ? '' : `${moment.day} ${moment.time}`
}

export type MomentEntry = { ok: true; value: string } | { ok: false }

/** An instant from what a person typed: a day as `parseTypedDay` takes it, and a time of day as `parseTimeEntry` does; without a day it is `today`. */
export function parseMomentEntry(text: string, today: string): MomentEntry {
  const { dayText, timeText } = partsOf(text)
  const day = dayText === '' ? { ok: true as const, value: today } : parseTypedDay(dayText, today)
  const time = parseTimeEntry(timeText)
  if (!day.ok || day.value === null || time === null) return { ok: false }
  return { ok: true, value: instantOf(day.value, time) }
}

/** The day in a moment as it was typed so far; empty where none can be read. */
export function dayInMoment(text: string, today: string): string {
  const { dayText, timeText } = partsOf(text)
  // Half typed, the last word is the day and no time yet.
  const day = parseTypedDay(parseTimeEntry(timeText) === null ? `${dayText} ${timeText}` : dayText, today)
  return day.ok ? (day.value ?? '') : ''
}

/** The same moment on another day; where no time was typed yet, it is typed next. Without a day nothing is left. */
export function momentOnDay(text: string, day: string): string {
  const { timeText } = partsOf(text)
  return day === '' ? '' : `${day} ${parseTimeEntry(timeText) ?? ''}`
}

function partsOf(text: string): { dayText: string; timeText: string } {
  const entry = text.normalize('NFKC').trim()
  const [, dayText = '', timeText = ''] = /^(?:(.*\S)\s+)?(\S+)$/.exec(entry) ?? []
  return { dayText, timeText }
}
