import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { depositExportTaskPath } from '#contract/deposit-cases/deposit-cases.ts'
import { makeDepositCase, requiredFields } from '#tests/support/books/deposit-cases.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const url = '/api/mysql/deposition/export_excel'
let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp({ config: { hasWorker: true }, now: () => new Date('2026-11-21T20:00:00Z') })
  staff = await server.signIn('staff')
  await makeDepositCase(staff, {
    business_section: '해든 우회도로',
    owner_name: '=HYPERLINK("x")',
    status: 'appraising',
    created_at: '2026-11-20',
    fees: 300_000,
    tax: 4_812_345_670,
    deposit_amount: 5,
    deposit_number: '00123',
  })
  await makeDepositCase(staff, { owner_name: '이든', created_at: '2026-11-21', fees: 1000 })
})
afterAll(() => server.close())

function readRows(bytes: Uint8Array): Record<string, unknown>[] {
  const book = XLSX.read(bytes)
  expect(book.SheetNames).toEqual(['공탁사건부'])
  return XLSX.utils.sheet_to_json(book.Sheets['공탁사건부'] ?? {}, { raw: false })
}

test('names the file after the date in Seoul and includes every field under its label, and a total', async () => {
  const response = await staff.inject({ method: 'GET', url })
  expect(response.headers['content-disposition']).toContain('filename="deposit-case-register_2026-11-22.xlsx"')
  const rows = readRows(response.rawPayload)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ 사업구간: requiredFields.business_section, 소유자: '이든', 등기접수일: '2026-11-21' })
  expect(rows[1]).toMatchObject({
    사업구간: '해든 우회도로',
    소유자: `'=HYPERLINK("x")`,
    상태: '감정평가중',
    등기접수일: '2026-11-20',
    보수료: '300,000',
    부가세: '30,000',
    합계: '4,812,675,670',
    공탁번호: '00123',
    공탁금액: '5',
  })
  expect(rows[2]).toEqual({
    서류접수일: '합계',
    보수료: '301,000',
    부가세: '30,100',
    제증명: '0',
    공과금: '4,812,345,670',
    증지·인지: '0',
    합계: '4,812,676,770',
    공탁금액: '5',
  })
  const [header] = XLSX.utils.sheet_to_json<string[]>(XLSX.read(response.rawPayload).Sheets['공탁사건부'] ?? {}, {
    header: 1,
  })
  expect(header?.toSorted()).toEqual(
    [...depositCaseBook.fields.map(({ label }) => label), '합계', '번호', '내보낸 기준'].toSorted(),
  )
})

test('applies the filters of the screen and logs who exported', async () => {
  const response = await staff.inject({
    method: 'GET',
    url,
    query: { business_section: '우회', status: '', search: '산 12' },
  })
  expect(readRows(response.rawPayload).map((row) => row['사업구간'])).toEqual(['해든 우회도로', undefined])
  const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
  expect(last).toMatchObject({ act: 'export', collection: 'deposit-cases', user_id: staff.user.id })
  expect(last?.detail).toEqual({ business_section: '우회', search: '산 12', reason: null, is_masked: true })
})

test('makes the same sheet as a background task', async () => {
  const started = await staff.inject({
    method: 'POST',
    url: depositExportTaskPath,
    payload: { business_manager: '김가온' },
  })
  const query = { task_id: String(started.json().task_id) }
  const poll = async () => (await staff.inject({ method: 'GET', url: depositExportTaskPath, query })).json()
  await expect.poll(async () => (await poll()).status, { timeout: 15_000 }).toBe('completed')
  expect((await poll()).filename).toMatch(/^공탁사건부_2026-11-2[12].xlsx$/)
  const file = await staff.inject({ method: 'GET', url: `${depositExportTaskPath}/file`, query })
  expect(readRows(file.rawPayload)).toHaveLength(3)
})
