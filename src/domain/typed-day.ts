import { addDays, parseDateEntry, type DateEntry } from './office-date.ts'

/**
 * A day from what a person typed at the keyboard: all that `parseDateEntry` takes, and two forms that no sheet or file holds: 1125 (25 November of this year)
 * and +3 or -3 (days from today).
 */
export function parseTypedDay(text: string, today: string): DateEntry {
  const entry = text.normalize('NFKC').trim()
  const [, month, day] = /^(\d{2})(\d{2})$/.exec(entry) ?? []
  if (month !== undefined && day !== undefined) return parseDateEntry(`${month}/${day}`, today)
  const [, sign, count] = /^([+-])(\d{1,3})$/.exec(entry) ?? []
  if (count !== undefined) return { ok: true, value: addDays(today, sign === '-' ? -Number(count) : Number(count)) }
  return parseDateEntry(entry, today)
}
