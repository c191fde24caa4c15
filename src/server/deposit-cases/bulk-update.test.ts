import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkUpdatedSchema } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/deposition/bulk_update/'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

function put(selectedItems: readonly string[], data: Record<string, unknown>, headers: Record<string, string> = {}) {
  return staff.inject({ method: 'PUT', url, payload: { selectedItems, data }, headers })
}

async function makeCases(count: number, fields: Record<string, unknown> = {}) {
  const rows = await Promise.all(Array.from({ length: count }, () => makeDepositCase(staff, fields)))
  return rows.map(({ id }) => id)
}

async function readStored(ids: readonly string[]) {
  return await server.db.selectFrom('deposit_case').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

test('changes the ticked fields of all selected cases as one action: a change row each, one trail row', async () => {
  const [other = '', ...ids] = await makeCases(4, { fees: 1000, notes: '그대로' })
  const result = await put(ids, { status: 'completed', deposit_at: '2026-05-01', purpose: '공탁금 출급' })
  const { updated, act_id } = bulkUpdatedSchema.parse(result.json())
  expect(updated).toBe(3)
  const rows = await readStored(ids)
  expect(rows.map((row) => [row.status, row.deposit_at, row.notes, row.fees, row.version])).toEqual(
    ids.map(() => ['completed', '2026-05-01', '그대로', 1000, 2]),
  )
  expect(await readStored([other])).toMatchObject([{ status: null, version: 1 }])
  const changes = await server.db.selectFrom('change').selectAll().where('act_id', '=', act_id).execute()
  expect(changes.map(({ record_id }) => record_id).toSorted()).toEqual(ids.toSorted())
  expect(changes[0]).toMatchObject({
    collection: 'deposit-cases',
    kind: 'update',
    version: 2,
    user_id: staff.user.id,
    fields: {
      status: { old: null, new: 'completed' },
      deposit_at: { old: null, new: '2026-05-01' },
      purpose: { old: '소유권이전', new: '공탁금 출급' },
    },
  })
  const [audit, ...more] = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'update')
    .where('collection', '=', 'deposit-cases')
    .execute()
  expect(more).toEqual([])
  expect(audit?.detail).toEqual({ act_id, records: 3, fields: ['purpose', 'status', 'deposit_at'] })
  const found = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/list/', query: { search: 'ㅊㄱ' } })
  expect(found.json().total_count).toBe(3)
})

test('derives 부가세 from 보수료 unless it is ticked with its own value', async () => {
  const ids = await makeCases(2, { fees: 100_000 })
  expect((await readStored(ids)).map(({ fees_vat }) => fees_vat)).toEqual([10_000, 10_000])
  await put(ids, { fees: 330_005 })
  expect((await readStored(ids)).map(({ fees_vat }) => fees_vat)).toEqual([33_001, 33_001])
  await put(ids, { fees: 500_000, fees_vat: 0 })
  expect((await readStored(ids)).map(({ fees_vat }) => fees_vat)).toEqual([0, 0])
  await put(ids, { notes: '확인' })
  expect((await readStored(ids)).map(({ fees_vat }) => fees_vat)).toEqual([0, 0])
  await put(ids, { fees: null })
  expect((await readStored(ids)).map(({ fees, fees_vat }) => [fees, fees_vat])).toEqual([
    [null, 0],
    [null, 0],
  ])
})

test('derives 부가세 from 보수료 in plain creates and edits, unless it is sent or another field changes', async () => {
  const row = await makeDepositCase(staff, { fees: 55_555 })
  expect(row['fees_vat']).toBe(5556)
  const edit = async (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    (
      await staff.inject({
        method: 'PUT',
        url: '/api/mysql/deposition/list/',
        payload: { id: row.id, ...fields },
        headers,
      })
    ).json()
  expect(await edit({ fees: 200_000 })).toMatchObject({ fees: 200_000, fees_vat: 20_000 })
  expect(await edit({ fees: 300_000, fees_vat: 1 })).toMatchObject({ fees_vat: 1 })
  expect(await edit({ fees: 400_000, fees_vat: 1 }), 'named with the value it has').toMatchObject({ fees_vat: 1 })
  expect(await edit({ tax: 7200 })).toMatchObject({ fees_vat: 1 })
  // An outdated If-Match makes the pipeline read the row and compare.
  expect(await edit({ fees: 500_000 }, { 'if-match': '"1"' })).toMatchObject({ code: 'conflict' })
  expect(await edit({ fees: 0 }, { 'if-match': '"5"' })).toMatchObject({ fees_vat: 0 })
  expect((await makeDepositCase(staff, { tax: 1 }))['fees_vat']).toBeNull()
  const [change] = await server.db
    .selectFrom('change')
    .select('fields')
    .where('record_id', '=', row.id)
    .where('version', '=', 2)
    .execute()
  expect(change?.fields).toEqual({ fees: { old: 55_555, new: 200_000 }, fees_vat: { old: 5556, new: 20_000 } })
})

test('applies a request only once when it is sent twice under one key', async () => {
  const ids = await makeCases(2)
  const key = { 'idempotency-key': newId() }
  const first = await put(ids, { notes: '한 번' }, key)
  await put(ids, { notes: '두 번' })
  const replayed = await put(ids, { notes: '한 번' }, key)
  expect([replayed.statusCode, replayed.json()]).toEqual([200, first.json()])
  expect((await readStored(ids)).map(({ notes, version }) => [notes, version])).toEqual([
    ['두 번', 3],
    ['두 번', 3],
  ])
  const stolen = await put(ids, { notes: '다른 내용' }, key)
  expect([stolen.statusCode, stolen.json().code]).toEqual([422, 'op_reused'])
})

test('skips cases that a colleague deleted, and responds with 404 when none is left', async () => {
  const [gone = '', left = ''] = await makeCases(2)
  await staff.inject({ method: 'DELETE', url: '/api/mysql/deposition/list/', payload: { id: gone } })
  expect((await put([gone, left, left], { notes: '남은 것' })).json().updated).toBe(1)
  const none = await put([gone], { notes: '없음' })
  expect([none.statusCode, none.json().code]).toEqual([404, 'not_found'])
})

test('counts a case that already has the values and gives it no new version', async () => {
  const [id = ''] = await makeCases(1, { notes: '같음' })
  expect((await put([id], { notes: '같음' })).json().updated).toBe(1)
  expect(await readStored([id])).toMatchObject([{ version: 1 }])
})

test.each(largeCases('changes ten thousand cases at once'))('%s', async () => {
  const ids = Array.from({ length: 10_000 }, () => newId())
  await sql`
    insert into deposit_case (id, business_section, business_manager, owner_name, address, purpose)
    select id, '가', '나', '다', '라', '마' from unnest(${ids}::uuid[]) id
  `.execute(server.db)
  const result = await put(ids, { fees: 10 })
  expect([result.statusCode, result.json().updated]).toEqual([200, 10_000])
  const { n } = await server.db
    .selectFrom('change')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('act_id', '=', result.json().act_id)
    .executeTakeFirstOrThrow()
  expect(n).toBe(10_000)
})

test.each([
  ['no field', { data: {} }, 'data'],
  ['no case', { selectedItems: [] }, 'selectedItems'],
  ['more than ten thousand cases', { selectedItems: Array.from({ length: 10_001 }, () => newId()) }, 'selectedItems'],
  ['an invalid id', { selectedItems: ['1; drop table deposit_case'] }, 'selectedItems.0'],
  ['an unknown field', { data: { color: 'red' } }, 'data.color'],
  ['an emptied project', { data: { business_section: '' } }, 'data.business_section'],
  ['an unknown status', { data: { status: 'done' } }, 'data.status'],
  ['a negative amount', { data: { fees: -1 } }, 'data.fees'],
  ['30 February', { data: { deposit_at: '2026-02-30' } }, 'data.deposit_at'],
  ['a NUL', { data: { notes: '\u0000' } }, 'data.notes'],
])('%s is refused at its place, in Korean', async (_words, part, field) => {
  const response = await staff.inject({
    method: 'PUT',
    url,
    payload: { selectedItems: [newId()], data: { fees: 1 }, ...part },
  })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toEqual([field])
  expect(response.json().fields[field]).toMatch(/[가-힣]/)
})
