import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
const url = '/api/mysql/realestate/import_excel/'

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  await makeGroup(staff, { name: '달빛 스퀘어' })
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('real_estate').execute())

type Cell = string | number | null | XLSX.CellObject
type Rows = readonly (readonly Cell[])[]

function buildWorkbook(rows: Rows, merges: readonly string[] = []): Buffer {
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!merges'] = merges.map((range) => XLSX.utils.decode_range(range))
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, '표')
  return Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
}

async function report(bytes: Buffer, { to = url, mode = 'dry_run', name = '표.xlsx' } = {}): Promise<ImportReport> {
  const form = await createFormPayload({ mode, file: [name, bytes, ''] })
  const response = await staff.inject({ method: 'POST', url: to, ...form })
  expect(response.statusCode, response.body).toBe(200)
  return importReportSchema.parse(response.json())
}

const listInterpreted = (read: ImportReport) =>
  read.interpreted.map(({ row, label, written, stored }) => [row, label, written, stored])

const titles = ['소유자', '사업구간', '보수료', '등기접수일', '등기목적']

test('previews the first good rows as they will be stored, in column order, with derived fields', async () => {
  const rows: Rows = [
    titles,
    ['가람', '달빛스퀘어', '38만', '2026.11.02', null],
    ['나래', '없는 구간', 1, '2026.11.02', null],
    ...Array.from({ length: 6 }, (_, index) => [`다온${index}`, '달빛 스퀘어', null, null, null]),
  ]
  const { preview } = await report(buildWorkbook(rows))
  expect(preview.columns.map(({ label }) => label)).toEqual([
    '소유자',
    '사업구간(그룹)',
    '보수료',
    '등기접수일',
    '등기목적',
    '부가세',
  ])
  expect(preview.rows[0]).toEqual({ row: 2, cells: ['가람', '달빛 스퀘어', '380,000', '2026-11-02', '', '38,000'] })
  expect(preview.rows.map(({ row }) => row)).toEqual([2, 4, 5, 6, 7])
})

test('lists values stored differently from the cell; only counts other spellings', async () => {
  const tomorrow = addDays(toOfficeDay(Date.now()), 1)
  const rows: Rows = [
    titles,
    ['가람', '달빛스퀘어', '1.5억', '내일', null],
    ['나래', '달빛 스퀘어', '380,000원', '2026.11.02', '급함'],
    ['다온', '달빛 스퀘어', 1_000, '26.11.03', null],
  ]
  const read = await report(buildWorkbook(rows))
  expect(listInterpreted(read)).toEqual([
    [2, '보수료', '1.5억', '150,000,000'],
    [2, '등기접수일', '내일', tomorrow],
    [4, '등기접수일', '26.11.03', '2026-11-03'],
  ])
  expect(read.interpreted_count).toBe(3)
  expect(read.respelled).toEqual([
    { field: 'group_id', label: '사업구간(그룹)', count: 1, written: '달빛스퀘어', stored: '달빛 스퀘어' },
    { field: 'fees', label: '보수료', count: 1, written: '380,000원', stored: '380,000' },
    { field: 'created_at', label: '등기접수일', count: 1, written: '2026.11.02', stored: '2026-11-02' },
  ])
})

test('lists dates from merged cells, and dates that Excel made of a 동호수', async () => {
  const day: XLSX.CellObject = { t: 'n', v: 46_100, z: 'yyyy-mm-dd' }
  const merged = await report(
    buildWorkbook([titles, ['가람', '달빛 스퀘어', 1, day, null], ['나래', '달빛 스퀘어', 1, null, null]], ['D2:D3']),
  )
  expect(listInterpreted(merged)).toEqual([[3, '등기접수일', '2026-03-19 (병합 D2:D3)', '2026-03-19']])
  const asDay: XLSX.CellObject = { t: 'n', v: 46_100, z: 'm"월" d"일"' }
  const units = await report(
    buildWorkbook([
      ['사업구간', '동호수', '소유자'],
      ['달빛 스퀘어', asDay, '가람'],
    ]),
    { to: '/api/mysql/realestate/unit/import_excel' },
  )
  expect(listInterpreted(units)).toEqual([[2, '동호수', '3월 19일', '3동 19호']])
})

test('names the encoding of a CP949 text, and none for Unicode', async () => {
  // 소유자 and 사업구간, 김똠 and a section that does not exist.
  const cp949 = Buffer.from('bcd2c0afc0da09bbe7bef7b1b8b0a30d0ab1e88c6309410d0a', 'hex')
  expect(await report(cp949, { name: '목록.xls' })).toMatchObject({ encoding: 'CP949', missing: [{ names: ['A'] }] })
  const unicode = Buffer.from('소유자\t사업구간\r\n김똠\tA\r\n')
  expect(await report(unicode, { name: '목록.xls' })).toMatchObject({ encoding: null })
})

test('lists rows in file order', async () => {
  const owners = ['하늘', '가람', '바다', '나래', '마루', '다온']
  const rows = owners.map((owner): Cell[] => [owner, '달빛 스퀘어', 1, '2026-11-20', null])
  const { ids } = await report(buildWorkbook([titles, ...rows]), { mode: 'good_rows' })
  const list = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/' })
  const { results } = list.json<{ results: { id: string; owner: string }[] }>()
  expect(results.map(({ owner }) => owner)).toEqual(owners)
  expect(ids).toEqual(results.map(({ id }) => id))
})
