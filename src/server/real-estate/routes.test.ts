import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realEstateGroupBook } from '#contract/books/real-estate.ts'
import { caseBookListSchema, uniqueFieldsSchema } from '#contract/real-estate/real-estate.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let roads: string
let river: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  roads = await makeGroup(staff, {
    name: '해든 우회도로',
    region: '솔빛시',
    type: '도로',
    manager: '김가온 과장',
    trust_corporate_name: '가온부동산신탁(주)',
  })
  river = await makeGroup(staff, { name: '누리천 정비', region: '누리군', type: '하천', manager: '최여울 차장' })
  await makeCase(staff, roads, { owner: '박새론', created_at: '2026-03-01', receipted_at: '2026-02-20', fees: 300 })
  await makeCase(staff, roads, { owner: '이든', created_at: '2026-03-05', registrated_at: '2026-03-10', fees: 100 })
  await makeCase(staff, river, { owner: '주식회사 달빛개발', created_at: '2026-03-03', fees: null })
  await makeCase(staff, river, { owner: '나래', owner_address: '하늘면 별빛리 산 12-3', fees: 200 })
})
afterAll(() => server.close())

async function list(query: Record<string, string> = {}) {
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/', query })
  expect(response.statusCode).toBe(200)
  return caseBookListSchema.parse(response.json())
}

async function listOwners(query: Record<string, string> = {}) {
  return (await list(query)).results.map((row: Record<string, unknown>) => row['owner'])
}

const calls = [
  ['GET', '/api/mysql/realestate/list/'],
  ['POST', '/api/mysql/realestate/list/'],
  ['PUT', '/api/mysql/realestate/list/'],
  ['DELETE', '/api/mysql/realestate/list/'],
  ['GET', '/api/mysql/realestate/unique_fields/'],
  ['GET', '/api/mysql/realestate/group/list'],
  ['POST', '/api/mysql/realestate/group/'],
  ['PUT', '/api/mysql/realestate/group/'],
  ['DELETE', '/api/mysql/realestate/group/'],
  ['GET', '/api/mysql/realestate/group/export_excel'],
  ['POST', '/api/mysql/realestate/group/import_excel'],
  ['GET', '/api/mysql/realestate/group/download_template/group'],
] as const

test.each(calls)('%s %s is closed to visitors and members, with any body', async (method, url) => {
  const payload = method === 'GET' ? {} : { payload: '{"broken', headers: { 'content-type': 'application/json' } }
  const visitor = await server.app.inject({ method, url, ...payload })
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'signed_out'])
  const member = await (await server.signIn('member')).inject({ method, url, ...payload })
  expect([member.statusCode, member.json().code]).toEqual([403, 'not_permitted'])
})

test('serves both forms of a path, with and without a trailing slash', async () => {
  for (const [method, url] of calls.filter(([verb]) => verb === 'GET')) {
    for (const form of [url.replace(/\/$/, ''), `${url.replace(/\/$/, '')}/`]) {
      expect((await staff.inject({ method, url: form })).statusCode).toBe(200)
    }
  }
})

describe('the list', () => {
  test('shows unfiled cases first, then by 등기접수일 from the newest, each row with its group', async () => {
    const { results, total_count } = await list()
    expect(total_count).toBe(4)
    expect(results.map((row: Record<string, unknown>) => row['owner'])).toEqual([
      '나래',
      '이든',
      '주식회사 달빛개발',
      '박새론',
    ])
    expect(results[1]?.group).toEqual({
      id: roads,
      name: '해든 우회도로',
      trust_corporate_name: '가온부동산신탁(주)',
      office: null,
    })
  })

  test.each<[Record<string, string>, string[]]>([
    [{ search: '새론' }, ['박새론']],
    [{ search: 'ㅂㅅㄹ' }, ['박새론']],
    [{ search: '(주)달빛' }, ['주식회사 달빛개발']],
    [{ search: '산 12-3' }, ['나래']],
    [{ search: '누리천' }, ['나래', '주식회사 달빛개발']],
    [{ search: '누리천 나래' }, ['나래']],
    [{ search: '가온부동산' }, ['이든', '박새론']],
    [{ region: '솔빛' }, ['이든', '박새론']],
    [{ type: '하천', search: 'ㄴㄹ' }, ['나래', '주식회사 달빛개발']],
    [{ business_section: '해든 우회도로' }, ['이든', '박새론']],
    [{ business_manager: '최여울' }, ['나래', '주식회사 달빛개발']],
    [{ business_manager: '최여울 과장' }, ['나래', '주식회사 달빛개발']],
    [{ region: '솔빛', business_manager: '최여울' }, []],
    [{ region: '', search: '  ' }, ['나래', '이든', '주식회사 달빛개발', '박새론']],
    [{ created_at_start: '2026-03-03' }, ['이든', '주식회사 달빛개발']],
    [{ created_at_start: '2026-03-03', created_at_end: '2026-03-03' }, ['주식회사 달빛개발']],
    [{ receipted_at_end: '2026-12-31' }, ['박새론']],
    [{ registrated_at_start: '2026-03-10', created_at_end: '' }, ['이든']],
    [{ ordering: 'owner' }, ['나래', '박새론', '이든', '주식회사 달빛개발']],
    [{ ordering: '-fees' }, ['박새론', '나래', '이든', '주식회사 달빛개발']],
    [{ ordering: 'fees' }, ['이든', '나래', '박새론', '주식회사 달빛개발']],
    [{ ordering: 'group_id', search: 'ㅂㅅㄹ' }, ['박새론']],
    [{ ordering: '-created_at' }, ['이든', '주식회사 달빛개발', '박새론', '나래']],
    [{ page: '2', page_size: '3' }, ['박새론']],
    [{ page: '9', page_size: '3' }, []],
  ])('asked with %j shows %j', async (query, expected) => {
    expect(await listOwners(query)).toEqual(expected)
  })

  test('counts all matching rows, not only those on the page', async () => {
    expect((await list({ page: '9', page_size: '3', region: '솔빛' })).total_count).toBe(2)
  })

  test('finds rows by the new name of their group at once, and no longer by the old', async () => {
    const put = (name: string) =>
      staff.inject({ method: 'PUT', url: '/api/mysql/realestate/group/', payload: { id: river, name } })
    await put('여울천 정비')
    expect(await listOwners({ search: '누리천' })).toEqual([])
    expect(await listOwners({ search: '여울천' })).toHaveLength(2)
    await put('누리천 정비')
  })

  test('logs who searched for what', async () => {
    await list({ search: '새론' })
    const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({ act: 'list', user_id: staff.user.id, collection: 'real-estate' })
    expect(last?.detail).toMatchObject({ search: '새론' })
  })
})

test('offers every name once; a shared name means the newer group', async () => {
  const newer = await makeGroup(staff, { name: '해든 우회도로', region: '해든시' })
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/unique_fields/' })
  const fields = uniqueFieldsSchema.parse(response.json())
  expect(fields.business_sections).toEqual(['누리천 정비', '해든 우회도로'])
  expect(fields.business_sections_id_map).toEqual({ '누리천 정비': river, '해든 우회도로': newer })
  expect(fields.business_regions).toEqual(['누리군', '솔빛시', '해든시'])
  expect(fields.business_managers).toEqual(['김가온', '최여울'])
  await staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/group/', payload: { id: newer } })
})

test('lists, searches, sorts and pages groups', async () => {
  const listGroups = async (query: Record<string, string>) => {
    const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/group/list', query })
    const { results, total_count } = listResponseSchema(realEstateGroupBook, {}).parse(response.json())
    return [results.map((group: Record<string, unknown>) => group['name']), total_count]
  }
  expect(await listGroups({})).toEqual([['누리천 정비', '해든 우회도로'], 2])
  expect(await listGroups({ ordering: '-name', page_size: '1' })).toEqual([['해든 우회도로'], 2])
  expect(await listGroups({ ordering: 'trust_corporate_name' })).toEqual([['해든 우회도로', '누리천 정비'], 2])
  expect(await listGroups({ search: 'ㄴㄹㅊ' })).toEqual([['누리천 정비'], 1])
})

test('lets a superuser work in the case book too', async () => {
  const superuser = await server.signIn('superuser')
  const row = await makeCase(superuser, river, { owner: '윤미르' })
  const payload = { id: row.id }
  const response = await superuser.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload })
  expect(response.statusCode).toBe(200)
})

test('keeps empty text as empty and trims blanks', async () => {
  const row = await makeCase(staff, river, { id: newId(), owner: '  윤미르 ', purpose: '   ', created_at: '' })
  expect(row).toMatchObject({ owner: '윤미르', purpose: null, created_at: null })
})
