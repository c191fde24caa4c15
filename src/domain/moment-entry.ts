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
  const entry = text.normalize('NFKC').trim()
  const [, dayText = '', timeText = ''] = /^(?:(.*\S)\s+)?(\S+)$/.exec(entry) ?? []
  const day = dayText === '' ? { ok: true as const, value: today } : parseTypedDay(dayText, today)
  const time = parseTimeEntry(timeText)
  if (!day.ok || day.value === null || time === null) return { ok: false }
  return { ok: true, value: instantOf(day.value, time) }
}
