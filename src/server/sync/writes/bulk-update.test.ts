import { afterAll, beforeAll, expect, test } from 'vitest'
import { writableManagerBook } from '#server/master-data/books.ts'
import { newId } from '#server/new-id.ts'
import { writableQuickDeliveryBook } from '#server/quick-delivery/books.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { makeMaster, makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  office = await makeOffice(staff)
})
afterAll(() => server.close())

const refusal = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'

function createActionContext() {
  return { writer: { userId: staff.user.id, userName: staff.user.nickname, ipAddress: null }, actionId: newId() }
}

async function readDepartments() {
  const rows = await server.db.selectFrom('manager').select(['id', 'department', 'version']).execute()
  return Object.fromEntries(rows.map(({ id, department, version }) => [id, { department, version }]))
}

test('a bulk edit that would put one manager into a department of another company changes none', async () => {
  const { road, city } = office
  const other = await makeMaster(staff, 'manager', { name: '하람', company: road.company, department: road.department })
  const fresh = await makeMaster(staff, 'department', { name: '보상2부', company: road.company })
  const writes = createWritePipeline(server.deps)
  const before = await readDepartments()
  const ids = [road.manager, other, city.manager]
  const result = await writes.updateMany(writableManagerBook, {
    ...createActionContext(),
    ids,
    changes: { department: fresh },
  })
  expect([result.status, result.body]).toMatchObject([422, { fields: { department: refusal } }])
  expect(await readDepartments()).toEqual(before)
  const own = await writes.updateMany(writableManagerBook, {
    ...createActionContext(),
    ids: [road.manager, other],
    changes: { department: fresh },
  })
  expect([own.status, own.body]).toMatchObject([200, { updated: 2 }])
  expect((await readDepartments())[other]).toEqual({ department: fresh, version: 2 })
})

test('a bulk edit that would break the rule of one record changes none', async () => {
  const send = async (url: string, payload: object) => {
    const response = await staff.inject({ method: 'POST', url, payload })
    return response.json<{ id: string }>().id
  }
  const ride = await send('/api/quick/', { rider: '하람', amount: 1000 })
  const topUp = await send('/api/quick/balance/', { amount: 50_000 })
  const writes = createWritePipeline(server.deps)
  const act = { ...createActionContext(), ids: [ride, topUp], changes: { memo: '한꺼번에' } }
  expect((await writes.updateMany(writableQuickDeliveryBook, act)).status).toBe(422)
  const memos = await server.db.selectFrom('quick_delivery').select('memo').execute()
  expect(memos.map(({ memo }) => memo)).toEqual([null, null])
  expect((await writes.updateMany(writableQuickDeliveryBook, { ...act, ids: [ride] })).status).toBe(200)
})
