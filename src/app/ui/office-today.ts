import { officeDay } from '#domain/dates/office-date.ts'

/** The office's day right now, as `YYYY-MM-DD`. Ask at the moment of use: windows stay open over midnight. */
export function officeToday(): string {
  return officeDay(Date.now())
}
