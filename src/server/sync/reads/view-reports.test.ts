import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { exportOnDevicePath, type ViewEvent, viewsPath } from '#contract/sync/view-reports.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  ;[staff, superuser] = await Promise.all([server.signIn('staff'), server.signIn('superuser')])
}, 60_000)
afterAll(() => server.close())

const createView = (given: Partial<ViewEvent> = {}): ViewEvent => ({
  id: newId(),
  act: 'read',
  at: new Date().toISOString(),
  offline: true,
  about: {},
  ...given,
})
const submit = (person: SignedIn, seen: readonly object[]) =>
  person.inject({ method: 'POST', url: viewsPath, payload: { seen } })
async function readRows(recordId: string) {
  return await server.db
    .selectFrom('audit')
    .select(['act', 'user_name', 'address', 'collection', 'record_id', 'subject', 'detail'])
    .where('record_id', '=', recordId)
    .where('act', 'in', ['read', 'list', 'search', 'print', 'export'])
    .orderBy('seq')
    .execute()
}

test('a submitted view is in the trail once, with its person, record and device time', async () => {
  const record = await makeRecord(staff, 'real-estate', { owner: '달래본인' })
  const recordId = String(record['id'])
  const at = '2026-11-20T01:02:03+00:00'
  const seen = createView({ collection: 'real-estate', record_id: recordId, at, about: { place: 'panel' } })
  for (let times = 0; times < 3; times += 1) {
    const response = await submit(staff, [seen, seen])
    expect([response.statusCode, response.json()]).toEqual([200, { taken: [seen.id, seen.id] }])
  }
  expect(await readRows(recordId)).toEqual([
    {
      act: 'read',
      user_name: staff.user.nickname,
      address: '127.0.0.1',
      collection: 'real-estate',
      record_id: recordId,
      subject: expect.stringContaining('달래본인'),
      detail: { place: 'panel', at_device: at, offline: true },
    },
  ])
})

test('two concurrent calls with the same rows write them once', async () => {
  const recordId = newId()
  const seen = Array.from({ length: 40 }, () => createView({ record_id: recordId }))
  const responses = await Promise.all([submit(staff, seen), submit(staff, seen.toReversed()), submit(staff, seen)])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await readRows(recordId)).toHaveLength(40)
})

test('reusing a row’s id does not keep another person’s row out of the trail', async () => {
  const recordId = newId()
  const seen = createView({ record_id: recordId })
  await submit(superuser, [seen])
  await submit(staff, [seen])
  expect((await readRows(recordId)).map(({ user_name }) => user_name)).toEqual([
    superuser.user.nickname,
    staff.user.nickname,
  ])
})

test('the server determines the data subject, of a deleted record from its last state', async () => {
  const record = await makeRecord(staff, 'real-estate', { owner: '지운본인' })
  const id = String(record['id'])
  await staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id } })
  const response = await submit(staff, [
    { ...createView({ collection: 'real-estate', record_id: id }), subject: '다른 사람' },
  ])
  expect(response.statusCode, response.body).toBe(200)
  expect((await readRows(id)).map(({ subject }) => subject)).toEqual([expect.stringContaining('지운본인')])
})

test.each([
  ['an instant in the far future', '2099-01-01T00:00:00Z', { clock: 'ahead' }],
  ['an instant of years ago', '2020-01-01T00:00:00Z', { clock: 'long_ago' }],
  ['a text that is not an instant', '어제', { clock: 'long_ago', at_device: '1970-01-01T00:00:00+00:00' }],
])('stores and marks %s', async (_case, at, marks) => {
  const recordId = newId()
  expect((await submit(staff, [createView({ at, record_id: recordId })])).statusCode).toBe(200)
  expect((await readRows(recordId))[0]?.detail).toMatchObject({ at_device: at, ...marks })
})

test('truncates and masks values that a device could never correct, instead of refusing them', async () => {
  const recordId = newId()
  const about = { search: `900101-1234568 ${'가'.repeat(300)}`, place: '어딘가', rows: -1, more: 1 }
  const odd = { ...createView({ record_id: recordId }), about, later: true, collection: '없는 장부' }
  const response = await submit(staff, [odd, { ...createView(), record_id: 'x' }])
  expect(response.statusCode, response.body).toBe(200)
  const [row] = await readRows(recordId)
  expect(row?.collection).toBe(null)
  const { search } = z.object({ search: z.string() }).parse(row?.detail)
  expect([search.startsWith('900101-1******'), search.length]).toEqual([true, 200])
})

test('records how many views a full device lost', async () => {
  const recordId = newId()
  const condensed = { count: 1000, since: '2026-11-01T00:00:00+00:00', until: '2026-11-09T00:00:00+00:00' }
  await submit(staff, [createView({ record_id: recordId, about: { condensed } })])
  expect((await readRows(recordId))[0]?.detail).toMatchObject({ condensed })
})

test('refuses visitors and members, and more than five hundred rows per call', async () => {
  const member = await server.signIn('member')
  const visitor = await server.app.inject({ method: 'POST', url: viewsPath, payload: { seen: [createView()] } })
  expect([visitor.statusCode, (await submit(member, [createView()])).statusCode]).toEqual([401, 403])
  expect(
    (
      await submit(
        staff,
        Array.from({ length: 501 }, () => createView()),
      )
    ).statusCode,
  ).toBe(400)
  expect((await submit(staff, [])).statusCode).toBe(400)
})

test('a sheet about to be exported on a device is in the trail at once, and only once', async () => {
  const sheet = { ...createView({ collection: 'real-estate', offline: false }), act: 'export' as const }
  const about = { rows: 3, reason: '기관 제출', is_masked: true, fields: ['소유자'] }
  const announceExport = (payload: object) => staff.inject({ method: 'POST', url: exportOnDevicePath, payload })
  const response = await announceExport({ ...sheet, about })
  expect([response.statusCode, response.json()]).toEqual([200, { taken: [sheet.id] }])
  await submit(staff, [{ ...sheet, about, offline: true }])
  await announceExport({ ...sheet, about })
  const rows = await server.db.selectFrom('audit').select(['act', 'detail']).where('act', '=', 'export').execute()
  const reported = rows.filter(({ detail }) => JSON.stringify(detail).includes('기관 제출'))
  expect(reported).toMatchObject([{ detail: { ...about, at_device: sheet.at } }])
  expect((await announceExport({ ...sheet, act: 'read' })).statusCode).toBe(400)
})
