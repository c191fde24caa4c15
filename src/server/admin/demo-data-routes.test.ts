import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataSchema } from '#contract/admin/demo-data.ts'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { loadDemoLeave } from '#server/leave/demo.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { demoStaff, loadDemoUsers } from '#server/session/demo-users.ts'
import { makeCase } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

let superuser: SignedIn
let groupId: string
let realId: string
let leaveId: string
beforeAll(async () => {
  const now = new Date()
  await loadDemoUsers(server.ownerDb)
  await loadDemoCaseBook(server.ownerDb, { now })
  await loadDemoLeave(server.ownerDb, { now, people: demoStaff, decider: demoStaff[0].name })
  await loadDemoPosts(server.ownerDb, { now })
  await markDemo(server.ownerDb)
  superuser = await server.signIn('superuser')
  const groups = await server.db.selectFrom('real_estate_group').select('id').orderBy('id').execute()
  groupId = groups[0]?.id ?? ''
  realId = (await makeCase(superuser, groupId)).id
  leaveId = (await server.db.selectFrom('leave_request').select('id').executeTakeFirstOrThrow()).id
})

test('lets everybody ask whether there is demo data, and only superusers preview or remove it', async () => {
  const staff = await server.signIn('staff')
  const statuses = []
  for (const method of ['GET', 'DELETE'] as const)
    statuses.push((await staff.inject({ method, url: '/api/demo-data/' })).statusCode)
  statuses.push((await server.app.inject('/api/demo-data/')).statusCode)
  expect(statuses).toEqual([403, 403, 401])
  expect((await server.app.inject('/api/demo-data/mark')).json()).toEqual({ is_present: true })
})

test('previews a removal by book, with the records that stay, and writes nothing', async () => {
  const before = await readLeft()
  const { parts } = demoDataSchema.parse((await superuser.inject({ url: '/api/demo-data/' })).json())
  const groups = parts.find(({ label }) => label === '사업구간(그룹)')
  expect(groups).toMatchObject({ removed: 11, edited: 0, kept: 1 })
  expect(groups?.kept_names).toHaveLength(1)
  expect(parts.find(({ label }) => label === '사건부')).toMatchObject({ removed: 600, kept: 0 })
  expect(parts.find(({ label }) => label === '소식')).toMatchObject({ removed: 3 })
  expect(await readLeft()).toEqual(before)
})

test('keeps a record that an uncommitted write refers to', async () => {
  const groups = await server.db.selectFrom('real_estate_group').select('id').orderBy('id').execute()
  const setGroup = (db: typeof server.ownerDb, id: string) =>
    db.updateTable('real_estate').set({ group_id: id }).where('id', '=', realId).execute()
  const written = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const writing = server.ownerDb.transaction().execute(async (trx) => {
    await setGroup(trx, groups[1]?.id ?? '')
    written.resolve()
    await end.promise
  })
  await written.promise
  const pending = superuser.inject({ url: '/api/demo-data/' })
  await expect.poll(countWaitingForRows, { timeout: 30_000 }).toBeGreaterThan(0)
  end.resolve()
  await writing
  const result = await pending
  await setGroup(server.ownerDb, groupId)
  expect(result.statusCode).toBe(200)
  const { parts } = demoDataSchema.parse(result.json())
  expect(parts.find(({ label }) => label === '사업구간(그룹)')).toMatchObject({ removed: 11, kept: 1 })
})

async function countWaitingForRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(server.ownerDb)
  return rows[0]?.count ?? 0
}

test('keeps the demo records that real ones need, sends deletes to devices, and clears the mark', async () => {
  const epoch = await server.db.selectFrom('meta').select('epoch').executeTakeFirstOrThrow()
  const response = await superuser.inject({ method: 'DELETE', url: '/api/demo-data/' })
  expect(response.statusCode).toBe(200)
  expect(await readLeft()).toEqual({ cases: [realId], groups: [groupId], demo: 0, deposits: 0, posts: 0 })
  expect(await server.db.selectFrom('meta').select('epoch').executeTakeFirstOrThrow()).toEqual(epoch)
  const reported = await server.db
    .selectFrom('change')
    .select(['collection', 'kind'])
    .where('kind', '=', 'delete')
    .execute()
  expect(reported.filter(({ collection }) => collection === 'real-estate')).toHaveLength(600)
  expect((await server.app.inject('/api/demo-data/mark')).json()).toEqual({ is_present: false })
  expect((await superuser.inject({ url: '/api/demo-data/' })).json()).toEqual({ parts: [] })
  const trail = await server.db.selectFrom('audit').select(['act', 'user_name']).where('act', '=', 'destroy').execute()
  expect(trail).toHaveLength(1)
})

test('sends the delete of a leave request only to its owner and to those who see all leave', async () => {
  const owner = await server.db
    .selectFrom('change')
    .select('fields')
    .where('record_id', '=', leaveId)
    .where('kind', '=', 'delete')
    .executeTakeFirstOrThrow()
  const fields = owner.fields as Record<string, { old: string }>
  expect(Object.values(fields)[0]?.old).toMatch(/^[0-9a-f-]{36}$/)
  const all = await superuser.inject({ url: '/api/sync/changes?limit=5000' })
  const seenChanges = changesPageSchema.parse(all.json()).changes
  expect(seenChanges.some(({ id, row }) => id === leaveId && row === null)).toBe(true)
})

async function readLeft() {
  const { db } = server
  const readIds = async (table: 'real_estate' | 'real_estate_group') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  return {
    cases: await readIds('real_estate'),
    groups: await readIds('real_estate_group'),
    demo: (await db.selectFrom('real_estate_group').select('id').where('is_demo', '=', true).execute()).length,
    deposits: (await db.selectFrom('deposit_case').select('id').execute()).length,
    posts: (await db.selectFrom('blog_post').select('id').execute()).length,
  }
}
