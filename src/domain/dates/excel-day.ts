import { addDays, daysBetween } from './office-date.ts'

/**
 * A day as Excel stores it: a day count in which 1 is 1900-01-01 and 60 is 1900-02-29, a day that
 * never existed (Excel keeps this error of Lotus 1-2-3 on purpose). Written and read as a number,
 * so that no Date and no time zone is involved.
 */
export function excelSerialOfDay(day: string): number {
  const days = daysBetween('1899-12-31', day)
  return days >= 60 ? days + 1 : days
}

/**
 * The day of an Excel serial without its time (the fraction). Null outside 1900 to 9999. `is1904`:
 * the old Macintosh calendar.
 */
export function dayOfExcelSerial(serial: number, is1904 = false): string | null {
  const whole = Math.floor(serial) + (is1904 ? 1462 : 0)
  if (whole < 1 || whole > 2_958_465 || whole === 60) return null
  return addDays('1899-12-31', whole > 60 ? whole - 1 : whole)
}

/**
 * The time of day `HH:MM:SS` in an Excel serial's fraction, to the nearest second; null when it has
 * none.
 */
export function timeOfExcelSerial(serial: number): string | null {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400)
  if (seconds === 0 || seconds === 86_400) return null
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}
