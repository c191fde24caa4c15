import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { destroyOldInquiries } from './destroy-inquiries.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

const now = new Date('2026-11-21T09:00:00Z')
const secret = '비밀스러운사정'

async function receive(receivedAt: string): Promise<string> {
  const id = newId()
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/contact/',
    headers: { 'idempotency-key': id },
    payload: {
      name: secret,
      phone: '010-0000-0101',
      subject: secret,
      message: secret,
      consent: true,
      consented_at: '2026-11-21T10:00:00Z',
    },
  })
  expect(response.statusCode).toBe(201)
  await server.db.updateTable('inquiry').set({ received_at: receivedAt }).where('id', '=', id).execute()
  return id
}

function put(id: string, fields: object, headers: Record<string, string> = {}) {
  return staff.inject({ method: 'PUT', url: '/api/staff/inquiries/', payload: { id, ...fields }, headers })
}

test('destroys an inquiry a year after receipt, everywhere, and keeps only the fact and time of destruction', async () => {
  const old = await receive('2025-11-21T09:00:00Z')
  const young = await receive('2025-11-21T09:00:01Z')
  await put(old, { note: secret }, { 'idempotency-key': newId() })
  // A refusal whose stored response contains the whole row.
  const refused = await put(old, { note: '다른 말' }, { 'idempotency-key': newId(), 'if-match': '"1"' })
  expect([refused.statusCode, refused.body.includes(secret)]).toEqual([409, true])
  const { cursor } = changesPageSchema.parse((await staff.inject({ method: 'GET', url: '/api/sync/changes' })).json())

  expect(await destroyOldInquiries(server.db, now)).toBe(1)

  expect(await server.db.selectFrom('inquiry').select('id').execute()).toEqual([{ id: young }])
  for (const table of ['change', 'op', 'audit', 'op_trace'] as const) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(table)} t where t::text like ${`%${secret}%`} and t::text not like ${`%${young}%`}
    `.execute(server.db)
    expect([table, rows]).toEqual([table, []])
  }
  const trail = await server.db.selectFrom('audit').selectAll().where('record_id', '=', old).orderBy('seq').execute()
  expect(trail.at(-1)).toMatchObject({ act: 'destroy', user_id: null, subject: null })
  const { changes } = changesPageSchema.parse(
    (await staff.inject({ method: 'GET', url: `/api/sync/changes?after=${cursor}` })).json(),
  )
  expect(changes).toMatchObject([{ collection: 'inquiries', id: old, row: null }])
  expect(await destroyOldInquiries(server.db, now)).toBe(0)
})

test('reveals nothing of a destroyed inquiry in a repeated response', async () => {
  const old = await receive('2025-01-01T00:00:00Z')
  const headers = { 'idempotency-key': newId() }
  await put(old, { note: '전화함' }, headers)
  await destroyOldInquiries(server.db, now)
  const replayed = await put(old, { note: '전화함' }, headers)
  expect([replayed.statusCode, replayed.json().code]).toEqual([404, 'not_found'])
})

test('lets a superuser destroy an inquiry at its writer’s request and logs who did', async () => {
  const id = await receive('2026-11-20T00:00:00Z')
  const superuser = await server.signIn('superuser')
  const response = await superuser.inject({ method: 'POST', url: '/api/staff/inquiries/destroy/', payload: { id } })
  expect([response.statusCode, response.json()]).toEqual([200, { destroyed: id }])
  const { rows } = await sql`select 1 from change where record_id = ${id} and fields <> '{}'`.execute(server.db)
  expect(rows).toEqual([])
  const trail = await server.db.selectFrom('audit').selectAll().where('record_id', '=', id).orderBy('seq').execute()
  expect(trail.at(-1)).toMatchObject({ act: 'destroy', user_name: '한온결' })
})

test('destroys due inquiries as soon as the server listens', async () => {
  const old = await receive('2025-01-01T00:00:00Z')
  await server.listen()
  await expect
    .poll(() => server.db.selectFrom('inquiry').select('id').where('id', '=', old).execute(), { timeout: 20_000 })
    .toEqual([])
})
