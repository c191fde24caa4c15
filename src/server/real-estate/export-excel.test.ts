import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

const groupId = '01990000-0000-7000-8000-000000000001'
const otherGroupId = '01990000-0000-7000-8000-000000000002'
/** Query for an unmasked export. */
const unmasked = { masked: 'no', reason: '내부 점검' }
let staff: SignedIn

beforeAll(async () => {
  staff = await server.signIn('staff')
  await server.db
    .insertInto('real_estate_group')
    .values([
      { id: groupId, name: '해든마을 1단지', trust_corporate_name: '가온부동산신탁(주)', region: '솔빛시' },
      { id: otherGroupId, name: '달빛스퀘어', region: '누리군' },
    ])
    .execute()
  await server.db
    .insertInto('real_estate')
    .values([
      {
        id: '01990000-0000-7000-8000-0000000000a1',
        group_id: groupId,
        owner: '박새론',
        owner_address: '=HYPERLINK("http://evil.example")',
        purpose: '소유권이전',
        fees: 300_000,
        fees_vat: 30_000,
        tax: 4_812_345_670,
        created_at: '2026-11-20',
        receipted_at: '2026-01-01',
      },
      {
        id: '01990000-0000-7000-8000-0000000000a2',
        group_id: otherGroupId,
        owner: '김가온',
        fees: 0,
        created_at: '2026-11-19',
      },
    ])
    .execute()
})

test('exports the case book with labels, won as numbers, days as dates, and a total', async () => {
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/export_excel', query: unmasked })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const today = toOfficeDay(Date.now())
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="case-book_${today}.xlsx"; filename*=UTF-8''${encodeURIComponent(`등기사건부_${today}`)}.xlsx`,
  )
  const sheet = readSheet(response.rawPayload)
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet, { raw: false })
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({
    '사업구간(그룹)': '해든마을 1단지',
    신탁회사: '가온부동산신탁(주)',
    소유자: '박새론',
    '소유자 주소': `'=HYPERLINK("http://evil.example")`,
    공과금: '4,812,345,670',
    등기접수일: '2026-11-20',
    서류접수일: '2026-01-01',
  })
  expect(rows[2]).toMatchObject({ '사업구간(그룹)': '합계', 보수료: '300,000', 합계: '4,812,675,670' })
  expect(sheet['L2']).toMatchObject({ t: 'n', v: 300_000, z: '#,##0' })
  expect(sheet['S2']).toMatchObject({ t: 'n', v: 46_346, z: 'yyyy-mm-dd' })
})

test('freezes and formats the header row and writes no formulas', async () => {
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/export_excel/' })
  const book = XLSX.read(response.rawPayload, { bookFiles: true }) as XLSX.WorkBook & { files: Record<string, Part> }
  const xml = Buffer.from(book.files['xl/worksheets/sheet1.xml']?.content ?? []).toString('utf8')
  expect(xml).toContain('ySplit="1"')
  expect(xml).toContain('state="frozen"')
  expect(xml).not.toContain('<f>')
  const findStyle = (cell: string) => new RegExp(`r="${cell}"[^>]* s="(\\d+)"`).exec(xml)?.[1]
  expect(findStyle('A1')).toBeDefined()
  expect(findStyle('A1')).not.toBe(findStyle('A2'))
  expect(findStyle('L4')).not.toBe(findStyle('L2'))
})

interface Part {
  content: Uint8Array
}

test('applies the filters of the screen', async () => {
  const response = await staff.inject({
    method: 'GET',
    url: '/api/mysql/realestate/export_excel',
    query: { region: '누리', created_at_start: '2026-11-01', created_at_end: '', search: '' },
  })
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(readSheet(response.rawPayload))
  expect(rows.map((row) => row['소유자'])).toEqual(['김가온', undefined])
})

test('logs who exported which rows', async () => {
  await staff.inject({
    method: 'GET',
    url: '/api/mysql/realestate/export_excel',
    query: { region: '솔빛', search: '' },
  })
  const row = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'export')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_name: '김가온', collection: 'real-estate', detail: { region: '솔빛' } })
})

test('gives visitors and members nothing', async () => {
  const url = '/api/mysql/realestate/export_excel'
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  const member = await server.signIn('member')
  expect((await member.inject({ method: 'GET', url })).statusCode).toBe(403)
  const badDate = await staff.inject({ method: 'GET', url, query: { created_at_start: '2026-02-30' } })
  expect(badDate.statusCode).toBe(400)
})

function readSheet(bytes: Uint8Array): XLSX.WorkSheet {
  const book = XLSX.read(bytes, { cellNF: true })
  const sheet = book.Sheets['사건부']
  if (sheet === undefined) throw new Error('no sheet 사건부')
  return sheet
}
