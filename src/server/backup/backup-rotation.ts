import { addDays, officeDay } from '#domain/dates/office-date.ts'

/**
 * Selects the daily backups to keep: the newest of each of the last 7 days, 4 weeks (Monday to
 * Sunday) and 12 months that have one. Days without a backup don't count, so an office that was
 * closed for a summer still has its earlier backups.
 */
export function backupsToKeep(files: readonly string[]): Set<string> {
  const newestFirst = files
    .filter((file) => dayOfBackup(file) !== undefined)
    .toSorted()
    .toReversed()
  return new Set([
    ...newestOfEach(newestFirst, 7, (day) => day),
    ...newestOfEach(newestFirst, 4, mondayOf),
    ...newestOfEach(newestFirst, 12, (day) => day.slice(0, 7)),
  ])
}

/** `office-2026-11-24T020003Z.backup`; names sort by time. */
export function nameOfBackup(now: Date): string {
  return `office-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`
}

/** The office day of one of our files; undefined for other files, which are never removed. */
export function dayOfBackup(file: string): string | undefined {
  const [, day, hour, minute, second] = /^office-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(file) ?? []
  const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : officeDay(time)
}

/** True for a file that a killed server left half written. */
export function isBrokenOff(file: string): boolean {
  return /^office-[\dTZ-]+\.backup\.\d+\.partial$/.test(file)
}

function newestOfEach(newestFirst: readonly string[], count: number, spanOf: (day: string) => string): string[] {
  const newest = new Map<string, string>()
  for (const file of newestFirst) {
    const span = spanOf(dayOfBackup(file) ?? '')
    if (!newest.has(span)) newest.set(span, file)
  }
  return [...newest.values()].slice(0, count)
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}
