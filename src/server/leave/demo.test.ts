import { afterAll, beforeAll, expect, test } from 'vitest'
import { countLeaveDays, findLeaveError, leavesOverlap } from '#domain/leave/leave.ts'
import { removeDemoRecords } from '#server/demo/demo-rows.ts'
import { loadDemoLeave } from '#server/leave/demo.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

let database: TestDatabase
const people = Array.from({ length: 5 }, (_, place) => ({
  id: `00000000-0000-7000-8000-00000000000${place}`,
  name: `사람 ${place}`,
}))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(['2026-11-21', '2026-02-13', '2027-05-01'])(
  'makes 25 demo requests of %s that break no rule, and removes them again',
  async (day) => {
    const now = new Date(`${day}T03:00:00Z`)
    expect(await loadDemoLeave(database.ownerDb, { now, people, decider: '한온결' })).toBe(25)
    expect(await loadDemoLeave(database.ownerDb, { now, people, decider: '한온결' })).toBe(0)
    const rows = await database.db.selectFrom('leave_request').selectAll().execute()
    expect(rows.map((row) => findLeaveError(row)).filter(Boolean)).toEqual([])
    expect(rows.every((row) => countLeaveDays(row) > 0)).toBe(true)
    const meeting = rows.filter((row) =>
      rows.some((other) => other.id !== row.id && other.requester_id === row.requester_id && leavesOverlap(row, other)),
    )
    expect(meeting).toEqual([])
    expect(await removeDemoRecords(database.ownerDb, ['leave-requests'])).toBe(25)
  },
)
