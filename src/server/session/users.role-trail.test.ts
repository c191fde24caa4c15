import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { setRoleActor } from '#server/trail/write-trail.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoUsers } from './demo-users.ts'
import { promoteSuperusers, upsertUser } from './users.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const person = { providerId: '77', nickname: '이나래', profileImg: null, thumbnailImg: null, phone: null, email: null }

async function signIn(superusers: string[] = []) {
  return await database.db
    .transaction()
    .execute((trx) => upsertUser(trx, { provider: 'kakao', person, superusers, now: new Date(), newId }))
}

async function readTrailRows(id: string) {
  return await database.db
    .selectFrom('audit')
    .select(['user_id', 'user_name', 'act', 'collection', 'subject', 'detail'])
    .where('record_id', '=', id)
    .orderBy('seq')
    .execute()
}

const noRoles = { is_staff: false, is_superuser: false, is_active: true }

test('every change of roles is in the trail, for every way to make it', async () => {
  const { id } = await signIn()
  await signIn()
  await database.db.updateTable('app_user').set({ nickname: '이나래2', is_staff: false }).where('id', '=', id).execute()
  expect(await readTrailRows(id)).toEqual([])

  const superuserActor = { id: newId(), name: '한온결' }
  await database.db.transaction().execute(async (trx) => {
    await setRoleActor(trx, superuserActor)
    await trx.updateTable('app_user').set({ is_staff: true }).where('id', '=', id).execute()
  })
  await promoteSuperusers(database.db, ['77'])
  await promoteSuperusers(database.db, ['77'])
  await database.ownerDb.updateTable('app_user').set({ is_active: false }).where('id', '=', id).execute()
  await database.db.deleteFrom('app_user').where('id', '=', id).execute()

  const staff = { ...noRoles, is_staff: true }
  const superuser = { ...staff, is_superuser: true }
  const blocked = { ...superuser, is_active: false }
  const shared = { act: 'role_change', collection: 'users' }
  expect(await readTrailRows(id)).toEqual([
    {
      ...shared,
      user_id: superuserActor.id,
      user_name: '한온결',
      subject: '이나래2',
      detail: { before: noRoles, after: staff },
    },
    {
      ...shared,
      user_id: null,
      user_name: '설정(SUPERUSERS)',
      subject: '이나래2',
      detail: { before: staff, after: superuser },
    },
    {
      ...shared,
      user_id: null,
      user_name: '데이터베이스(office)',
      subject: '이나래2',
      detail: { before: superuser, after: blocked },
    },
    {
      ...shared,
      user_id: null,
      user_name: '데이터베이스(office_app)',
      subject: '이나래2',
      detail: { before: blocked, after: null },
    },
  ])
})

test('a listed superuser’s first sign-in is in the trail', async () => {
  const { id } = await signIn(['77'])
  expect(await readTrailRows(id)).toMatchObject([
    { user_name: '설정(SUPERUSERS)', detail: { before: noRoles, after: { is_superuser: true } } },
  ])
})

test('demo accounts with a role are in the trail, members are not', async () => {
  await loadDemoUsers(database.db)
  const rows = await database.db
    .selectFrom('audit')
    .innerJoin('app_user', 'app_user.id', 'audit.record_id')
    .select(['app_user.is_staff'])
    .where('act', '=', 'role_change')
    .where('app_user.is_demo', '=', true)
    .execute()
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.every(({ is_staff }) => is_staff)).toBe(true)
})

test('temporary tables of the same names cannot divert trail rows or keep sessions alive', async () => {
  const { id } = await signIn()
  const session = { id: newId(), user_id: id, provider: 'kakao' as const, started_at: new Date().toISOString() }
  await database.db.insertInto('session').values(session).execute()
  await database.db.transaction().execute(async (trx) => {
    await sql`create temp table audit (like public.audit including all) on commit drop`.execute(trx)
    await sql`create temp table session (like public.session including all) on commit drop`.execute(trx)
    await trx.withSchema('public').updateTable('app_user').set({ is_staff: true }).where('id', '=', id).execute()
    await trx.withSchema('public').updateTable('app_user').set({ is_staff: false }).where('id', '=', id).execute()
    const hidden = await sql`select act from pg_temp.audit`.execute(trx)
    expect(hidden.rows).toEqual([])
  })
  expect((await readTrailRows(id)).map(({ act }) => act)).toEqual(['role_change', 'role_change'])
  const ended = await database.db.selectFrom('session').select('ended_why').where('id', '=', session.id).execute()
  expect(ended).toEqual([{ ended_why: 'role_taken' }])
})
