import { afterAll, beforeAll, expect, test } from 'vitest'
import { writableManagerBook } from '#server/master-data/books.ts'
import { newId } from '#server/new-id.ts'
import { writableRealEstateBook } from '#server/real-estate/writable-books.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { makeOffice } from '#tests/support/books/master-data.ts'
import { testDepth } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

function createMany(records: { id: string; fields: Record<string, unknown> }[], opId?: string) {
  const writer = { userId: staff.user.id, userName: staff.user.nickname, ipAddress: null }
  const request = { writer, actionId: records[0]?.id ?? newId(), records, ...(opId !== undefined && { opId }) }
  return createWritePipeline(server.deps).createMany(writableRealEstateBook, request)
}

function makeRecords(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    fields: { group_id: groupId, owner: `소유자 ${index}`, fees: index, created_at: '2026-03-02' },
  }))
}

const rowCount = testDepth === 'default' ? 500 : 20_000

test('an import writes a change per row and one trail row, and every record is found by search', async () => {
  const records = makeRecords(rowCount)
  const response = await createMany(records)
  expect(response.body).toEqual({ imported: rowCount, act_id: records[0]?.id })
  const changes = await server.db
    .selectFrom('change')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('act_id', '=', records[0]?.id ?? '')
    .executeTakeFirst()
  expect(changes?.n).toBe(rowCount)
  expect(await server.db.selectFrom('audit').selectAll().where('act', '=', 'import').execute()).toHaveLength(1)
  const last = rowCount - 1
  const query = { search: `소유자 ${last}` }
  const found = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/', query })
  expect(found.json().results).toMatchObject([{ id: records.at(-1)?.id, version: 1, fees: last }])
})

test('refuses the whole import for one missing group or one taken id', async () => {
  const good = makeRecords(3)
  const bad = { id: newId(), fields: { group_id: newId() } }
  expect((await createMany([...good, bad])).status).toBe(422)
  await createMany([{ id: bad.id, fields: { group_id: groupId } }])
  expect((await createMany([...good, { id: bad.id, fields: { group_id: groupId } }])).status).toBe(409)
  const ids = good.map(({ id }) => id)
  expect(await server.db.selectFrom('real_estate').select('id').where('id', 'in', ids).execute()).toEqual([])
  expect(await server.db.selectFrom('change').select('seq').where('record_id', 'in', ids).execute()).toEqual([])
})

test('an import repeated under its opId takes effect once', async () => {
  const records = makeRecords(5)
  const opId = newId()
  const responses = [await createMany(records, opId), await createMany(records, opId)]
  expect(responses[1]).toEqual(responses[0])
})

test('an import that would put one manager into a department of another company makes none', async () => {
  const { road, city } = await makeOffice(staff)
  const countManagers = async () => (await server.db.selectFrom('manager').select('id').execute()).length
  const before = await countManagers()
  const records = [road.department, city.department].map((department) => ({
    id: newId(),
    fields: { name: '여울', company: road.company, department },
  }))
  const writer = { userId: staff.user.id, userName: staff.user.nickname, ipAddress: null }
  const request = { writer, actionId: newId(), records }
  const result = await createWritePipeline(server.deps).createMany(writableManagerBook, request)
  const refusal = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'
  expect([result.status, result.body]).toMatchObject([422, { fields: { department: refusal } }])
  expect(await countManagers()).toBe(before)
})
