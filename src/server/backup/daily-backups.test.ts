import { expect, test } from 'vitest'
import { addDays } from '#domain/dates/office-date.ts'
import { chooseBackupsToKeep, isPartial, makeBackupName, parseBackupDay } from './daily-backups.ts'

/** Nightly backups made shortly after midnight in Seoul, which is the previous afternoon in UTC. */
function listNightlyNames(from: string, days: number): string[] {
  return Array.from({ length: days }, (_, n) => makeBackupName(new Date(`${addDays(from, n)}T00:10:00+09:00`)))
}

test('names a backup by its instant and assigns it to the day in the office’s time zone', () => {
  const name = makeBackupName(new Date('2026-11-24T00:10:00+09:00'))
  expect([name, parseBackupDay(name)]).toEqual(['office-2026-11-23T151000Z.backup', '2026-11-24'])
})

test('keeps the newest of 7 days, 4 weeks and 12 months after two years of nights', () => {
  const files = listNightlyNames('2025-01-01', 730)
  const stored = [...chooseBackupsToKeep(files)].toSorted().map(parseBackupDay)
  expect(stored).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    // The last Sundays and the last days. 2026-12-31 is a Thursday and the newest of its week,
    // month and day.
    '2026-12-13',
    '2026-12-20',
    '2026-12-25',
    '2026-12-26',
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
  ])
})

test('never removes a backup that a later night still needs', () => {
  let kept: string[] = []
  for (const file of listNightlyNames('2025-01-01', 500)) kept = [...chooseBackupsToKeep([...kept, file])]
  expect(kept.toSorted()).toEqual([...chooseBackupsToKeep(listNightlyNames('2025-01-01', 500))].toSorted())
})

test('keeps only the newest of a day', () => {
  const files = ['01', '05', '09'].map((hour) => makeBackupName(new Date(`2026-11-24T${hour}:00:00+09:00`)))
  expect([...chooseBackupsToKeep(files)]).toEqual([makeBackupName(new Date('2026-11-24T09:00:00+09:00'))])
})

test('does not count days without a backup', () => {
  const files = [...listNightlyNames('2025-01-01', 3), ...listNightlyNames('2026-06-01', 2)]
  expect(chooseBackupsToKeep(files)).toEqual(new Set(files))
})

test('neither keeps nor counts other files', () => {
  expect([...chooseBackupsToKeep(['office.key', 'office-2026-13-45T000000Z.backup', 'memo.backup'])]).toEqual([])
  const broken = `${makeBackupName(new Date())}.1234.partial`
  expect([broken, 'office.backup.1234.partial'].map(isPartial)).toEqual([true, false])
})
