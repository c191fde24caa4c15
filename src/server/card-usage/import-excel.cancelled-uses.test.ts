import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importReportSchema } from '#contract/records/excel-import.ts'
import { parseAmount } from '#domain/card-usage/card-usage.ts'
import { makeCardUse } from '#tests/support/books/card-usage.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('card_usage').execute())

type Row = readonly (string | number | null)[]

async function importRows(...rows: Row[]) {
  const response = await send(...rows)
  expect(response.statusCode, response.body).toBe(200)
  return importReportSchema.parse(response.json())
}

async function send(...rows: Row[]) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '내역')
  const bytes = Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
  const form = await createFormPayload({ mode: 'good_rows', file: ['내역.xlsx', bytes, ''] })
  return await staff.inject({ method: 'POST', url: '/api/mysql/card/import_excel/', ...form })
}

async function sumSpent(): Promise<number> {
  const rows = await server.db.selectFrom('card_usage').select('pay').execute()
  return rows.reduce((sum, { pay }) => sum + parseAmount(pay), 0)
}

const titles = ['이용일자', '가맹점명', '이용금액', '승인번호']

test.each<[string, Row[], number]>([
  ['a Korean status', [['매출구분'], ['정상'], ['매출취소'], ['정상']], 5000],
  ['an English status', [['거래상태'], ['Approved'], ['CANCEL'], ['Approved']], 5000],
  ['a flag', [['취소여부'], ['N'], ['Y'], ['N']], 5000],
  ['the date of cancellation', [['취소일'], ['-'], ['20261009'], [null]], 5000],
  ['the purpose', [['구분'], ['승인'], ['승인 취소'], ['승인']], 5000],
  ['no cancellation', [['상태'], ['승인'], ['취소불가'], ['승인']], 13_000],
])('%s is recognized in a column of its own', async (_, column, total) => {
  const rows: Row[] = [
    titles,
    ['2026-10-07', '나루', 8000, '71'],
    ['2026-10-07', '나루', 8000, '71'],
    ['2026-10-08', '달', 5000, '72'],
  ]
  // In the last case nothing is cancelled; the second row is another use.
  const numbered = rows.map((row, index) => (total === 13_000 && index === 2 ? ['2026-10-07', '나루', 0, '73'] : row))
  const report = await importRows(...numbered.map((row, index) => [...row, ...(column[index] ?? [])]))
  expect(report.errors).toEqual([])
  expect(await sumSpent()).toBe(total)
  expect(report.notes.map(({ row }) => row)).toEqual(total === 5000 ? [2, 3] : [])
})

test('leaves out and names a row that is only marked as cancelled', async () => {
  const report = await importRows(
    [...titles, '승인구분'],
    ['2026-10-07', '나루', 8000, '71', '승인취소'],
    ['2026-10-07', '[취소]달', 900, '72', ''],
  )
  expect(await sumSpent()).toBe(0)
  expect(report).toMatchObject({ good: 0, total: 2, notes: [{ row: 2 }, { row: 3 }] })
})

test('subtracts a partial refund from its use', async () => {
  const part = await importRows([...titles, '취소금액'], ['2026-10-07', '나루', 8000, '71', 3000])
  expect([await sumSpent(), part.notes]).toEqual([5000, [{ row: 2, message: '취소금액을 뺀 5,000원으로 가져옵니다.' }]])
  await importRows(titles, ['2026-10-07', '나루', 9000, '81'], ['2026-10-08', '나루', -2000, '81'])
  expect(await sumSpent()).toBe(12_000)
})

test('writes the cancellation of a use already in the book once, as a negative amount', async () => {
  await makeCardUse(staff, { approve_num: '91', pay: '7000' })
  const sheet: Row[] = [
    [...titles, '상태'],
    ['2026-10-07', '나루', 7000, '91', '취소'],
  ]
  const report = await importRows(...sheet)
  expect(report.notes).toEqual([{ row: 2, message: '장부에 있는 이용의 취소라 -7,000원으로 가져옵니다.' }])
  expect(await sumSpent()).toBe(0)
  expect((await send(...sheet)).json().fields).toEqual({ '2행 승인번호': '카드사용내역에 이미 있는 승인번호입니다.' })
  expect(await sumSpent()).toBe(0)
})

test('keeps standalone negative amounts', async () => {
  const report = await importRows(titles, ['2026-10-07', '나루', '-3,000', null], ['2026-10-07', '나루', 4000, '95'])
  expect([await sumSpent(), report.notes]).toEqual([1000, []])
})
