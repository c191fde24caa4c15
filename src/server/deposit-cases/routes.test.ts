import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { depositUniqueFieldsSchema } from '#contract/deposit-cases/deposit-cases.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { makeMaster, makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/deposition/list/'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  const road = { business_section: '해든 우회도로', business_manager: '김가온 과장', purpose: '소유권이전' }
  const river = { business_section: '누리천 정비', business_manager: '최여울 차장', purpose: '근저당권말소' }
  await makeDepositCase(staff, {
    ...road,
    owner_name: '박새론',
    created_at: '2026-03-01',
    status: 'pending',
    fees: 300,
  })
  await makeDepositCase(staff, { ...road, owner_name: '이든', created_at: '2026-03-05', registrated_at: '2026-03-10' })
  await makeDepositCase(staff, {
    ...river,
    owner_name: '주식회사 달빛개발',
    created_at: '2026-03-03',
    receipted_at: '2026-02-20',
    status: 'completed',
    fees: 100,
  })
  await makeDepositCase(staff, {
    ...river,
    owner_name: '나래',
    address: '하늘면 별빛리 산 7',
    status: 'on_hold',
    fees: 200,
  })
})
afterAll(() => server.close())

async function list(query: Record<string, string> = {}) {
  const response = await staff.inject({ method: 'GET', url, query })
  expect(response.statusCode).toBe(200)
  return listResponseSchema(depositCaseBook, {}).parse(response.json())
}

async function listOwners(query: Record<string, string> = {}) {
  return (await list(query)).results.map((row: Record<string, unknown>) => row['owner_name'])
}

describe('the list', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, ['나래', '이든', '주식회사 달빛개발', '박새론']],
    [{ search: 'ㅂㅅㄹ' }, ['박새론']],
    [{ search: '(주)달빛' }, ['주식회사 달빛개발']],
    [{ search: '누리천 산 7' }, ['나래']],
    [{ business_section: '우회' }, ['이든', '박새론']],
    [{ business_section: 'ㅎㄷ' }, ['이든', '박새론']],
    [{ business_manager: 'ㅊㅇㅇ' }, ['나래', '주식회사 달빛개발']],
    [{ business_manager: '최여울 과장' }, ['나래', '주식회사 달빛개발']],
    [{ purpose: '말소', search: '달빛' }, ['주식회사 달빛개발']],
    [{ business_section: '누리', business_manager: '김가온' }, []],
    [{ business_section: '없는 구간' }, []],
    [
      { business_section: '', purpose: ' ', status: '', search: '  ', ordering: '' },
      ['나래', '이든', '주식회사 달빛개발', '박새론'],
    ],
    [{ status: 'pending' }, ['박새론']],
    [{ status: 'pending, on_hold' }, ['나래', '박새론']],
    [{ created_at_start: '2026-03-03' }, ['이든', '주식회사 달빛개발']],
    [{ date_filter_start: '2026-03-03', date_filter_end: '2026-03-04' }, ['주식회사 달빛개발']],
    [{ date_filter_type: 'registrated_at', date_filter_start: '2026-03-10' }, ['이든']],
    [{ date_filter_type: '', date_filter_end: '2026-03-01' }, ['박새론']],
    [{ receipted_at_end: '2026-12-31', created_at_end: '' }, ['주식회사 달빛개발']],
    [{ ordering: 'fees' }, ['주식회사 달빛개발', '나래', '박새론', '이든']],
    [{ ordering: '-owner_name', page_size: '2' }, ['주식회사 달빛개발', '이든']],
    [{ ordering: '-created_at' }, ['이든', '주식회사 달빛개발', '박새론', '나래']],
    [{ page: '2', page_size: '3' }, ['박새론']],
    [{ page: '9' }, []],
  ])('asked with %j shows %j', async (query, expected) => {
    expect(await listOwners(query)).toEqual(expected)
  })

  test('counts all matching rows, not only those on the page', async () => {
    expect((await list({ page: '9', page_size: '3', business_manager: '김가온' })).total_count).toBe(2)
  })

  test('logs who searched for what', async () => {
    await list({ search: '새론' })
    const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({ act: 'list', user_id: staff.user.id, collection: 'deposit-cases' })
    expect(last?.detail).toMatchObject({ search: '새론' })
  })
})

test('suggests the words of cases and master data once each, and gives projects their ids', async () => {
  const office = await makeOffice(staff)
  await makeMaster(staff, 'project', { name: '해든 우회도로', manager: office.road.manager, status: '진행중' })
  const newer = await makeMaster(staff, 'project', {
    name: '해든 우회도로',
    manager: office.city.manager,
    status: '대기중',
  })
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/unique_fields/' })
  expect(depositUniqueFieldsSchema.parse(response.json())).toEqual({
    business_sections: ['누리천 정비', '누리천 정비 2차', '해든 우회도로'],
    business_sections_id_map: { '누리천 정비 2차': office.road.project, '해든 우회도로': newer },
    business_regions: [],
    business_types: [],
    business_managers: ['김가온', '박새론', '최여울'],
    purposes: ['근저당권말소', '소유권이전'],
  })
})

test('sends a device the cases in its first copy and their edits as changes', async () => {
  const rows = await staff.inject({ method: 'GET', url: '/api/sync/deposit-cases/rows' })
  expect(rows.json().columns.id).toHaveLength(4)
  const row = await makeDepositCase(staff)
  await staff.inject({ method: 'DELETE', url, payload: { id: row.id } })
  const changes = await staff.inject({ method: 'GET', url: '/api/sync/changes', query: { after: rows.json().cursor } })
  expect(JSON.stringify(changes.json())).toContain(row.id)
})
