import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePurpose } from '#domain/card-usage/card-usage.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoCardUsage } from './demo.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date('2026-11-21T03:00:00Z')

test('makes 900 varied card uses, none in the future, and removes them all', async () => {
  const { db, ownerDb } = database
  expect(await loadDemoCardUsage(ownerDb, { now })).toBe(900)
  expect(await loadDemoCardUsage(ownerDb, { now })).toBe(0)
  const rows = await db.selectFrom('card_usage').selectAll().execute()
  expect(new Set(rows.map(({ purpose }) => parsePurpose(purpose)))).toEqual(new Set(['점심', '저녁', '기타']))
  expect(rows.filter(({ created_at: used }) => used > '2026-11-21T15:00:00Z')).toEqual([])
  expect(rows.filter(({ created_at: used }) => used > '2026-11-01').length).toBeGreaterThan(20)
  expect(await removeDemoRecords(ownerDb, ['card-usage'])).toBe(900)
})
