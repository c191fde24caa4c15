import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/realestate/export_report_excel/'
const name = '해든마을 가온채 (2단지)'
let server: TestApp
let staff: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-20T20:00:00Z') })
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff, { name })
  const twin = await makeGroup(staff, { name })
  const make = async (payload: object) => {
    const response = await staff.inject({ method: 'POST', url: '/api/mysql/realestate/list/', payload })
    expect(response.statusCode).toBe(201)
  }
  await make({
    group_id: groupId,
    owner: '둘째',
    purpose: '소유권이전',
    created_at: '2026-04-02',
    fees: 300_000,
    tax: 9100,
  })
  await make({ group_id: groupId, owner: '첫째', purpose: '근저당권설정', created_at: '2026-04-01', fees: 50_000 })
  await make({ group_id: twin, owner: '남의 단지', created_at: '2026-04-01', fees: 7 })
})
afterAll(() => server.close())

async function fetchClaim(query: Record<string, string>) {
  const response = await staff.inject({ method: 'GET', url, query: { business_section: name, ...query } })
  expect(response.statusCode).toBe(200)
  const sheet = XLSX.read(response.rawPayload).Sheets['비용청구'] ?? {}
  return {
    httpResponse: response,
    rows: XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: null }),
  }
}

test('lists the cases of a group with their costs, oldest first, and the total', async () => {
  const { httpResponse, rows } = await fetchClaim({ group_id: groupId })
  expect(decodeURIComponent(String(httpResponse.headers['content-disposition']))).toContain(
    `''official-document_${name}.xlsx`,
  )
  const header = rows.findIndex(([first]) => first === '순번')
  const heading = rows.slice(0, header).map(([first]) => first)
  expect(heading).toContain(
    `「${name}」 부동산 등기 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.`,
  )
  expect(rows.slice(header)).toEqual([
    ['순번', '등기접수일', '소유자', '등기목적', '보수료', '부가세', '제증명', '공과금', '증지·인지', '합계'],
    ['1', '2026-04-01', '첫째', '근저당권설정', '50,000', '5,000', null, null, null, '55,000'],
    ['2', '2026-04-02', '둘째', '소유권이전', '300,000', '30,000', null, '9,100', null, '339,100'],
    ['합계', null, null, null, '350,000', '35,000', '0', '9,100', '0', '394,100'],
  ])
})

test('claims the cases within the days of the report', async () => {
  const { rows } = await fetchClaim({ group_id: groupId, created_at_end: '2026-04-01' })
  expect(rows.at(-1)?.at(-1)).toBe('55,000')
})

test('claims cases whose 등기필증 arrived, to the 신탁회사 of the group', async () => {
  const trusted = '신탁 단지'
  const group_id = await makeGroup(staff, { name: trusted, trust_corporate_name: '누리신탁' })
  for (const fields of [{ owner: '받음', registrated_at: '2026-11-01' }, { owner: '받기 전' }]) {
    const payload = { group_id, purpose: '소유권이전', ...fields }
    const response = await staff.inject({ method: 'POST', url: '/api/mysql/realestate/list/', payload })
    expect(response.statusCode).toBe(201)
  }
  const listOwners = async (states: string) =>
    (await fetchClaim({ business_section: trusted, states })).rows
      .map((row) => row[2])
      .filter((owner) => owner !== null && owner !== '소유자')
  expect(await listOwners('completed')).toEqual(['받음'])
  expect(await listOwners('open')).toEqual(['받기 전'])
  const heading = (await fetchClaim({ business_section: trusted })).rows.map(([first]) => first)
  expect(heading).toContain('수신: 누리신탁')
})

test('covers every group with the name when only a name is given', async () => {
  expect((await fetchClaim({})).rows.at(-1)?.at(-1)).toBe('394,108')
})

test('returns 404 for an unknown group', async () => {
  const response = await staff.inject({ method: 'GET', url, query: { business_section: '없는 단지' } })
  expect([response.statusCode, response.json().message]).toEqual([404, '‘없는 단지’ 사업구간을 찾을 수 없습니다.'])
})
