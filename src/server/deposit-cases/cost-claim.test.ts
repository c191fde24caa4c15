import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositClaimPdfPath } from '#contract/deposit-cases/cost-summary.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { makeMaster } from '#tests/support/books/master-data.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/deposition/export_report_excel/'
const project = '가온–솔빛 고속도로 (제1공구)'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-20T20:00:00Z') })
  staff = await server.signIn('staff')
  const make = (fields: Record<string, unknown>) => makeDepositCase(staff, { business_section: project, ...fields })
  await make({ owner_name: '둘째', created_at: '2026-03-02', fees: 200_000, proof: 3000, tax: 7200, stamp: 4000 })
  await make({ owner_name: '첫째', created_at: '2026-03-01', fees: 100_000 })
  await make({ owner_name: '끝', address: '@산 12', created_at: null })
  await make({ owner_name: '남의 구간', business_section: `${project} 2차`, created_at: '2026-03-01', fees: 9 })
})
afterAll(() => server.close())

async function fetchClaim(query: Record<string, string>) {
  const response = await staff.inject({ method: 'GET', url, query })
  expect(response.statusCode).toBe(200)
  const sheet = XLSX.read(response.rawPayload).Sheets['비용청구'] ?? {}
  const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: null })
  return { httpResponse: response, rows }
}

test('shows the office, every case of the project with its costs, and the total to be paid', async () => {
  const { httpResponse, rows } = await fetchClaim({ business_section: project })
  expect(httpResponse.headers['content-disposition']).toMatch(/filename="official-document_[\w.-]+\.xlsx"/)
  expect(decodeURIComponent(String(httpResponse.headers['content-disposition']))).toContain(
    `''official-document_${project}.xlsx`,
  )
  const header = rows.findIndex(([first]) => first === '순번')
  const heading = rows.slice(0, header).map(([first]) => first)
  expect(heading).toContain('비용청구서')
  expect(heading).toContain(`사업구간: ${project}`)
  expect(heading).toContain('작성일: 2026. 11. 21.')
  expect(rows.slice(header)).toEqual([
    [
      '순번',
      '등기접수일',
      '소유자',
      '부동산의 표시',
      '등기목적',
      '보수료',
      '부가세',
      '제증명',
      '공과금',
      '증지·인지',
      '합계',
    ],
    [
      '1',
      '2026-03-01',
      '첫째',
      '누리군 하늘면 별빛리 산 12-3',
      '소유권이전',
      '100,000',
      '10,000',
      null,
      null,
      null,
      '110,000',
    ],
    [
      '2',
      '2026-03-02',
      '둘째',
      '누리군 하늘면 별빛리 산 12-3',
      '소유권이전',
      '200,000',
      '20,000',
      '3,000',
      '7,200',
      '4,000',
      '234,200',
    ],
    ['3', null, '끝', "'@산 12", '소유권이전', null, null, null, null, null, null],
    ['합계', null, null, null, null, '300,000', '30,000', '3,000', '7,200', '4,000', '344,200'],
  ])
})

test('claims the cases within the days of the report and prints those days', async () => {
  const { rows } = await fetchClaim({ business_section: project, created_at_start: '2026-03-02', created_at_end: '' })
  expect(rows.map(([first]) => first)).toContain('기간: 등기접수일 2026.03.02 ~')
  expect(rows.map((row) => row[2]).filter((owner) => owner !== null)).toEqual(['소유자', '둘째'])
})

test('leaves out cases with a 비용청구일 when only unclaimed ones are requested, and says so', async () => {
  const unclaimed = '미청구 구간'
  const make = (fields: Record<string, unknown>) => makeDepositCase(staff, { business_section: unclaimed, ...fields })
  await make({ owner_name: '청구함', cost_request_at: '2026-11-01', fees: 100_000 })
  await make({ owner_name: '청구 전', fees: 30_000 })
  const { rows } = await fetchClaim({ business_section: unclaimed, scope: 'unclaimed' })
  expect(rows.map(([first]) => first)).toContain('기간: 미청구분')
  expect(rows.map((row) => row[2]).filter((owner) => owner !== null)).toEqual(['소유자', '청구 전'])
  expect(rows.at(-1)?.at(-1)).toBe('33,000')
  const everyCase = await fetchClaim({ business_section: unclaimed, scope: 'all' })
  expect(everyCase.rows.at(-1)?.at(-1)).toBe('143,000')
})

test('claims only the chosen states, without the cases left out', async () => {
  const mixed = '섞인 구간'
  const make = (fields: Record<string, unknown>) => makeDepositCase(staff, { business_section: mixed, ...fields })
  await make({ owner_name: '끝남', status: 'completed' })
  const left = await make({ owner_name: '뺌', status: 'completed' })
  await make({ owner_name: '취소함', status: 'cancelled' })
  await make({ owner_name: '상태 없음', status: null })
  const listOwners = async (query: Record<string, string>) => {
    const { rows } = await fetchClaim({ business_section: mixed, ...query })
    return rows.flatMap((row) => (row[2] === null || row[2] === '소유자' ? [] : [row[2]]))
  }
  expect(await listOwners({ states: 'completed', except: left.id })).toEqual(['끝남'])
  expect(await listOwners({ states: 'cancelled,none' })).toEqual(['취소함', '상태 없음'])
  expect(await listOwners({})).toHaveLength(4)
})

test('is addressed to the company of the project unless the user names another or nobody', async () => {
  const company = await makeMaster(staff, 'company', { name: '나래공사' })
  const department = await makeMaster(staff, 'department', { name: '보상2부', company })
  const manager = await makeMaster(staff, 'manager', { name: '한새론', company, department })
  await makeMaster(staff, 'project', { name: '받는 구간', manager, status: '진행중' })
  const fetchHeading = async (query: Record<string, string>) =>
    (await fetchClaim({ business_section: '받는 구간', ...query })).rows.map(([first]) => first)
  expect(await fetchHeading({})).toEqual(expect.arrayContaining(['수신: 나래공사', '참조: 보상2부 한새론']))
  expect(await fetchHeading({ recipient: '다온조합', reference: '' })).toContain('수신: 다온조합')
  const unaddressed = (await fetchHeading({ recipient: '', reference: '' })).join('\n')
  expect(unaddressed).not.toMatch(/수신|참조/)
  const printed = await staff.inject({
    method: 'GET',
    url: depositClaimPdfPath,
    query: { business_section: '받는 구간' },
  })
  const { pages } = await readPdf(printed.rawPayload)
  expect(pages[0]?.text).toContain('수신 : 나래공사')
  expect(pages[0]?.text).toContain('참조 : 보상2부 한새론')
})

test('refuses a missing project, returns 404 for an unknown one, and logs neither', async () => {
  const refused = await staff.inject({ method: 'GET', url })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields.business_section).toMatch(/[가-힣]/)
  const countExports = async () =>
    (await server.db.selectFrom('audit').select('seq').where('act', '=', 'export').execute()).length
  const before = await countExports()
  const unknown = await staff.inject({ method: 'GET', url, query: { business_section: '없는 구간' } })
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, '‘없는 구간’ 사업구간을 찾을 수 없습니다.'])
  expect(await countExports()).toBe(before)
})

test('claims only the total for a known project without cases', async () => {
  const company = await makeMaster(staff, 'company', { name: '가상도로공사' })
  const department = await makeMaster(staff, 'department', { name: '보상1부', company })
  const manager = await makeMaster(staff, 'manager', { name: '박새론', company, department })
  await makeMaster(staff, 'project', { name: '새 구간', manager, status: '진행중' })
  const { rows } = await fetchClaim({ business_section: '새 구간' })
  expect(rows.at(-1)?.slice(0, 1)).toEqual(['합계'])
})

test('prints the claim with the sum in words and the account, and logs it', async () => {
  const response = await staff.inject({
    method: 'GET',
    url: depositClaimPdfPath,
    query: { business_section: project, created_at_start: '2026-03-01', created_at_end: '2026-03-31' },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(decodeURIComponent(String(response.headers['content-disposition']))).toContain(`비용청구서_${project}.pdf`)
  const { pages } = await readPdf(response.rawPayload)
  const text = pages.map((page) => page.text).join('\n')
  for (const expected of [
    '비 용 청 구 서',
    `사업구간 : ${project}`,
    '작성일 : 2026. 11. 21.',
    '기간 : 등기접수일 2026.03.01 ~ 2026.03.31',
    '첫째',
    '둘째',
    '2026.03.02',
    '234,200',
    '합 계',
    '2건',
    '344,200',
    '금삼십사만사천이백원정',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('남의 구간')
  const row = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'export')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
  expect(row).toMatchObject({ collection: 'deposit-cases', detail: { business_section: project } })
})

test('refuses the print of an unknown project; one without cases has no rows', async () => {
  const fetchPaper = async (business_section: string) =>
    await staff.inject({ method: 'GET', url: depositClaimPdfPath, query: { business_section } })
  expect((await fetchPaper('없는 구간')).statusCode).toBe(404)
  const { pages } = await readPdf((await fetchPaper('새 구간')).rawPayload)
  expect(pages[0]?.text).toContain('금영원정')
})
