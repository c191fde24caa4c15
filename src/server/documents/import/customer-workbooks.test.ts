import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportMapping, type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  await makeRecord(staff, 'managers', { name: '강가온' })
})
afterAll(() => server.close())

type Cell = string | number | null | XLSX.CellObject

function buildWorkbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
}

interface HandedFile {
  to: string
  bytes: Buffer
  name?: string
  mapping?: ImportMapping
}

async function importDryRun({ to, bytes, name = '표.xlsx', mapping = {} }: HandedFile): Promise<ImportReport> {
  const form = await createFormPayload({ mode: 'dry_run', mapping: JSON.stringify(mapping), file: [name, bytes, ''] })
  const response = await staff.inject({ method: 'POST', url: to, ...form })
  expect(response.statusCode, response.body).toBe(200)
  return importReportSchema.parse(response.json())
}

const companies = '/api/deposition/company/import_excel'
const byHand: ImportMapping = { 이름: 'name', 금액: 'description' }
const listCells = ({ preview }: ImportReport) => preview.rows.map(({ cells }) => cells)

test('percentages are accepted in percent fields and listed', async () => {
  const createPercentCell = (v: number): XLSX.CellObject => ({ t: 'n', v, z: '0%' })
  const createRow = (name: string, progress: Cell): Cell[] => [name, '강가온', '진행중', progress]
  const rows = [
    createRow('가', createPercentCell(0.85)),
    createRow('나', createPercentCell(0)),
    createRow('다', 85),
    createRow('라', '85%'),
  ]
  const bytes = buildWorkbook({ 표: [['사업구간명', '관리자', '상태', '진행률(%)'], ...rows] })
  const read = await importDryRun({ to: '/api/deposition/project/import_excel', bytes })
  expect(read.preview.columns.map(({ label }) => label)).toEqual(['사업구간명', '관리자', '상태', '진행률(%)'])
  expect(listCells(read).map((cells) => cells[3])).toEqual(['85', '0', '85', '85'])
  expect(read.interpreted.map(({ row: at, written, stored }) => [at, written, stored])).toEqual([
    [2, '85%', '85'],
    [3, '0%', '0'],
    [5, '85%', '85'],
  ])
})

test('a table with unknown titles and a total row is imported by manual mapping, without the total', async () => {
  const rows = [
    ['이름', '금액'],
    ['가', 100],
    ['나', 250],
    ['합계', 350],
  ]
  const read = await importDryRun({ to: companies, bytes: buildWorkbook({ 표: rows }), mapping: byHand })
  expect(read).toMatchObject({ total: 2, good: 2, untaken: [] })
  expect(listCells(read)).toEqual([
    ['가', '100'],
    ['나', '250'],
  ])
})

test('reports an invalid number with its row', async () => {
  const broken: XLSX.CellObject = { t: 'e', v: 0x24, w: '#NUM!' }
  const bytes = buildWorkbook({
    표: [
      ['이름', '금액'],
      ['가', broken],
    ],
  })
  const read = await importDryRun({ to: companies, bytes, mapping: byHand })
  expect(read.errors).toEqual([
    { row: 2, field: 'description', value: '#NUM!', message: '읽을 수 없는 값입니다: #NUM!' },
  ])
})

test.each([
  ['c0ccb8a709b1ddbed70d0ab1e88c6309 3130300d0a', '김똠'],
  ['c0ccb8a709b1ddbed70d0ab1e8b1e609 3130300d0a', '김길'],
])('decodes a text file of %s in the encoding of Korean Windows', async (hex, name) => {
  const bytes = Buffer.from(hex.replace(' ', ''), 'hex')
  const read = await importDryRun({ to: companies, name: '목록.txt.xls', bytes, mapping: byHand })
  expect(read).toMatchObject({ encoding: 'CP949', good: 1 })
  expect(listCells(read)).toEqual([[name, '100']])
})

test('reads the longest table behind a cover when no sheet has known titles', async () => {
  const bytes = buildWorkbook({
    표지: [
      ['2026년', '명부'],
      ['온결', '법무사'],
    ],
    본: [
      ['이름', '금액'],
      ['가', 1],
      ['나', 2],
    ],
  })
  const read = await importDryRun({ to: companies, bytes })
  expect(read.sheets.map(({ name, is_read: isRead }) => [name, isRead])).toEqual([
    ['표지', false],
    ['본', true],
  ])
  expect(read.columns.map(({ header }) => header)).toEqual(['이름', '금액'])
})
