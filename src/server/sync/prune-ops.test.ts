import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { pruneOps } from './gaps.ts'

let database: TestDatabase
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function opReceived(receivedAt: string) {
  return { op_id: newId(), user_id: newId(), request_hash: 'x', received_at: receivedAt }
}

test('an opId is kept for 180 days and pruned afterwards, in any number', async () => {
  const stored = ['2026-05-26T00:00:00Z', '2026-11-20T00:00:00Z'].map(opReceived)
  const old = Array.from({ length: 7000 }, () => opReceived('2026-05-24T23:59:59Z'))
  for (const rows of [stored, old]) await database.db.insertInto('op').values(rows).execute()
  expect(await pruneOps(database.db, now)).toBe(7000)
  const remainingOps = await database.db.selectFrom('op').select('op_id').orderBy('received_at').execute()
  expect(remainingOps.map(({ op_id }) => op_id)).toEqual(stored.map(({ op_id }) => op_id))
  expect(await pruneOps(database.db, now)).toBe(0)
})
