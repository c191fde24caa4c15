import { expect, test } from 'vitest'
import { addDays } from '#domain/dates/office-date.ts'
import { dayOfBackup, isBrokenOff, keptBackups, nameOfBackup } from './kept-backups.ts'

/** Made each night a little after midnight in Seoul, which is the afternoon before in Greenwich. */
function nightly(from: string, days: number): string[] {
  return Array.from({ length: days }, (_, n) => nameOfBackup(new Date(`${addDays(from, n)}T00:10:00+09:00`)))
}

test('a backup is named by when it was made and belongs to the day the office had then', () => {
  const name = nameOfBackup(new Date('2026-11-24T00:10:00+09:00'))
  expect([name, dayOfBackup(name)]).toEqual(['office-2026-11-23T151000Z.backup', '2026-11-24'])
})

test('after two years of nights 7 days, 4 weeks and 12 months are kept, each by its newest', () => {
  const files = nightly('2025-01-01', 730)
  const kept = [...keptBackups(files)].toSorted().map(dayOfBackup)
  expect(kept).toEqual([
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
    // The Sundays of the last weeks, and the last days: 2026-12-31 is a Thursday and the newest of its week, month and day.
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

test('night after night nothing that is still needed was ever removed before', () => {
  let standing: string[] = []
  for (const file of nightly('2025-01-01', 500)) standing = [...keptBackups([...standing, file])]
  expect(standing.toSorted()).toEqual([...keptBackups(nightly('2025-01-01', 500))].toSorted())
})

test('of one day only the newest is kept', () => {
  const files = ['01', '05', '09'].map((hour) => nameOfBackup(new Date(`2026-11-24T${hour}:00:00+09:00`)))
  expect([...keptBackups(files)]).toEqual([nameOfBackup(new Date('2026-11-24T09:00:00+09:00'))])
})

test('days without a backup use up nothing', () => {
  const files = [...nightly('2025-01-01', 3), ...nightly('2026-06-01', 2)]
  expect(keptBackups(files)).toEqual(new Set(files))
})

test('files of others are neither kept nor counted', () => {
  expect([...keptBackups(['office.key', 'office-2026-13-45T000000Z.backup', 'memo.backup'])]).toEqual([])
  const broken = `${nameOfBackup(new Date())}.1234.partial`
  expect([broken, 'office.backup.1234.partial'].map(isBrokenOff)).toEqual([true, false])
})
