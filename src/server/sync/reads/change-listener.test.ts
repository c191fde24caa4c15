import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { computeGap, createChangeListener } from './change-listener.ts'

const database = await createTestDatabase()
const listener = createChangeListener({ databaseUrl: database.url, onLost: () => undefined })
afterAll(async () => {
  await listener.close()
  await database.drop()
})

async function notifyChange() {
  await sql`notify change`.execute(database.db)
}

test('more listeners mean fewer notifications for each, at most one second apart', () => {
  expect([1, 10, 100, 200, 5000].map(computeGap)).toEqual([50, 50, 500, 1000, 1000])
})

test('many changes in a row cause few notifications per listener, and one after the last change', async () => {
  const people = Array.from({ length: 60 }, () => ({ eventCount: 0, eventsAfterLast: 0 }))
  let isLastCommitted = false
  const stops = people.map((person) =>
    listener.subscribe(() => {
      person.eventCount += 1
      if (isLastCommitted) person.eventsAfterLast += 1
    }),
  )
  await expect.poll(() => people.every(({ eventCount }) => eventCount > 0), { timeout: 20_000 }).toBe(true)
  const before = people[0]?.eventCount ?? 0
  const changes = 200
  for (let n = 0; n < changes - 1; n += 1) await notifyChange()
  isLastCommitted = true
  await notifyChange()
  await expect.poll(() => people.every(({ eventsAfterLast }) => eventsAfterLast > 0), { timeout: 20_000 }).toBe(true)
  expect((people[0]?.eventCount ?? 0) - before).toBeLessThan(changes / 2)
  for (const stop of stops) stop()
})

test('a notification requested for later arrives without another change', async () => {
  let received = 0
  const stop = listener.subscribe(() => (received += 1))
  listener.notifyLater()
  listener.notifyLater()
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(0)
  stop()
})

test('listeners of other processes count too: two processes cause no more pulls than one', async () => {
  await sql`insert into event_stream (user_id) select gen_random_uuid() from generate_series(1, 400)`.execute(
    database.ownerDb,
  )
  const other = createChangeListener({ databaseUrl: database.url, onLost: () => undefined })
  let received = 0
  other.subscribe(() => (received += 1))
  await expect.poll(() => received, { timeout: 20_000 }).toBe(1)
  const started = performance.now()
  while (performance.now() - started < 600) await notifyChange()
  expect(received - 1).toBeLessThanOrEqual(Math.ceil((performance.now() - started) / computeGap(400)))
  const before = received
  await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(before)
  await other.close()
})
