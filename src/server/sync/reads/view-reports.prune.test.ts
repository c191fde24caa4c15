import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { pruneViewReports } from './view-reports.ts'

let database: TestDatabase
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const report = (receivedAt: string) => ({ user_id: newId(), seen_id: newId(), received_at: receivedAt })

test('seen reports are kept for 180 days and pruned afterwards, in any number', async () => {
  const stored = ['2026-05-26T00:00:00Z', '2026-11-20T00:00:00Z'].map(report)
  const old = Array.from({ length: 7000 }, () => report('2026-05-24T23:59:59Z'))
  for (const rows of [stored, old]) await database.db.insertInto('seen_report').values(rows).execute()
  expect(await pruneViewReports(database.db, now)).toBe(7000)
  const remainingReports = await database.db
    .selectFrom('seen_report')
    .select('seen_id')
    .orderBy('received_at')
    .execute()
  expect(remainingReports.map(({ seen_id }) => seen_id)).toEqual(stored.map(({ seen_id }) => seen_id))
  expect(await pruneViewReports(database.db, now)).toBe(0)
})
