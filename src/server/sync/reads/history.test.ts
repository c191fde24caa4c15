import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordHistorySchema } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { writableRealEstateBook } from '#server/real-estate/writable-books.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let group: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  group = await makeGroup(staff)
})
afterAll(() => server.close())

async function fetchHistory(query: Record<string, string>, person = staff) {
  const response = await person.inject({ method: 'GET', url: '/api/sync/real-estate/history', query })
  expect(response.statusCode).toBe(200)
  return recordHistorySchema.parse(response.json())
}

async function write(method: 'PUT' | 'DELETE', payload: object, person = staff) {
  await person.inject({ method, url: '/api/mysql/realestate/list/', payload })
}

test('lists newest first what was done to a record, by whom and when, from creation to deletion', async () => {
  const superuser = await server.signIn('superuser')
  const { id } = await makeCase(staff, group, { owner: '김가온', fees: 300_000 })
  await write('PUT', { id, fees: 350_000, purpose: '소유권이전' }, superuser)
  await write('DELETE', { id })
  const { results, more } = await fetchHistory({ id })
  expect(more).toBe(false)
  expect(results.map(({ version, kind, changed_by }) => [version, kind, changed_by])).toEqual([
    [3, 'delete', staff.user.nickname],
    [2, 'update', superuser.user.nickname],
    [1, 'create', staff.user.nickname],
  ])
  expect(results[1]?.fields).toEqual({
    fees: { old: 300_000, new: 350_000 },
    fees_vat: { old: 30_000, new: 35_000 },
    purpose: { old: null, new: '소유권이전' },
  })
  expect(results[2]?.fields['owner']).toEqual({ old: null, new: '김가온' })
  expect(results[0]?.fields['owner']).toEqual({ old: '김가온', new: null })
})

test('a long history comes in pages of fifty without a gap', async () => {
  const { id } = await makeCase(staff, group)
  for (let fees = 1; fees <= 54; fees += 1) await write('PUT', { id, fees })
  const first = await fetchHistory({ id })
  expect([first.results.length, first.more]).toEqual([50, true])
  const second = await fetchHistory({ id, before: String(first.results.at(-1)?.version) })
  expect([second.results.length, second.more]).toEqual([5, false])
  const versions = [...first.results, ...second.results].map(({ version }) => version)
  expect(versions).toEqual(Array.from({ length: 55 }, (_, index) => 55 - index))
})

test('refuses an impossible version before querying the database', async () => {
  const { id } = await makeCase(staff, group)
  const url = `/api/sync/real-estate/history?id=${id}&before=9007199254740991`
  const response = await staff.inject({ method: 'GET', url })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['before']])
})

test('a record nobody has written has an empty history', async () => {
  expect(await fetchHistory({ id: newId() })).toEqual({ results: [], more: false })
})

test('never shows removed or secret fields', async () => {
  const { id } = await makeCase(staff, group)
  await server.db
    .updateTable('change')
    .set({
      fields: JSON.stringify({ owner: { old: null, new: '이든' }, owner_num: { old: null, new: '900101-1000002' } }),
    })
    .where('record_id', '=', id)
    .execute()
  const [entry] = (await fetchHistory({ id })).results
  expect(Object.keys(entry?.fields ?? {})).toEqual(['owner'])
  expect(writableRealEstateBook.fields.some(({ key }) => key === 'owner_num')).toBe(false)
})

test('reading a history leaves a trail row that names the data subject', async () => {
  const { id } = await makeCase(staff, group, { owner: '박새론' })
  await fetchHistory({ id })
  const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
  expect(last).toMatchObject({ act: 'read', record_id: id, subject: '박새론', user_id: staff.user.id })
})

test('visitors and members see no history', async () => {
  const request = { method: 'GET', url: `/api/sync/real-estate/history?id=${newId()}` } as const
  expect((await server.app.inject(request)).statusCode).toBe(401)
  expect((await (await server.signIn('member')).inject(request)).statusCode).toBe(403)
})
