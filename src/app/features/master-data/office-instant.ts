import type { FieldValue } from '#contract/books/field.ts'

/** `2026-11-21 19:30` in the office's time zone; empty for what is no instant (a record that was not sent yet has none). */
export function officeInstant(value: FieldValue | undefined): string {
  const moment = typeof value === 'string' && value !== '' ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? '' : format.format(moment)
}

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'short' })
