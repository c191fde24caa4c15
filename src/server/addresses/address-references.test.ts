import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoMasterData } from '#server/master-data/demo.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let sections: readonly { id: string; manager: string }[]
let titles: readonly { id: string; project: string }[]

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  await loadDemoMasterData(server.ownerDb, { now: new Date('2026-11-21T00:00:00Z') })
  sections = await server.db.selectFrom('project').select(['id', 'manager']).orderBy('id').execute()
  titles = await server.db.selectFrom('title').select(['id', 'project']).orderBy('id').execute()
})
afterAll(() => server.close())

const url = '/api/deposition/address/'
const post = (fields: object) => staff.inject({ method: 'POST', url, payload: { jibun: '해든구 달빛동 1', ...fields } })
const findTitle = (project: string | undefined) => titles.find((title) => title.project === project)?.id

test('목록, 사업구간 and 담당자 of an address must go together', async () => {
  const [first, second] = sections
  const together = { project: first?.id, manager: first?.manager, title: findTitle(first?.id) }
  const created = await post(together)
  expect(created.statusCode, created.body).toBe(201)
  const { id } = created.json<{ id: string }>()
  const otherTitle = await staff.inject({ method: 'PUT', url, payload: { id, title: findTitle(second?.id) } })
  expect(otherTitle.json()).toMatchObject({
    fields: { title: expect.stringContaining('선택한 사업구간의 목록이 아닙니다') },
  })
  const otherManager = await post({ ...together, manager: second?.manager })
  expect(otherManager.json()).toMatchObject({
    fields: { project: expect.stringContaining('선택한 담당자의 사업구간이 아닙니다') },
  })
  expect((await post({ manager: second?.manager })).statusCode).toBe(201)
})

test('a project taken over by another manager leaves its addresses unchanged', async () => {
  const [, second, third] = sections
  const created = await post({ project: second?.id, manager: second?.manager })
  const { id } = created.json<{ id: string }>()
  await server.ownerDb
    .updateTable('project')
    .set({ manager: third?.manager ?? '' })
    .where('id', '=', second?.id ?? '')
    .execute()
  const edit = await staff.inject({ method: 'PUT', url, payload: { id, title: findTitle(second?.id), notes: '확인' } })
  expect(edit.statusCode, edit.body).toBe(200)
})

test('the project of a title with addresses cannot change', async () => {
  const [first, , third] = sections
  const title = findTitle(first?.id)
  await post({ project: first?.id, title })
  const payload = { id: title, project: third?.id }
  const moved = await staff.inject({ method: 'PUT', url: '/api/deposition/title/', payload })
  expect(moved.statusCode, moved.body).toBe(422)
  expect(moved.json()).toMatchObject({ fields: { project: expect.stringContaining('부동산 주소') } })
})

test.each([
  ['25012020000123', '2501-2020-000123'],
  ['2501-2020-000124', '2501-2020-000124'],
])('stores the 고유번호 %s as %s', async (num, written) => {
  const created = await post({ num })
  expect(created.json()).toMatchObject({ num: written })
  expect((await post({ num })).statusCode).toBe(422)
})

test('refuses a 고유번호 without exactly fourteen digits', async () => {
  expect((await post({ num: '2501-2020-12' })).statusCode).toBe(400)
})
