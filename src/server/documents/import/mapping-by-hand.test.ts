import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ImportMapping, type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('deposit_case').execute())

type Rows = readonly (readonly (string | number | null)[])[]

async function report(mode: string, rows: Rows, mapping?: ImportMapping): Promise<ImportReport> {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '표')
  const bytes = Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
  const form = await createFormPayload({
    mode,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    file: ['표.xlsx', bytes, ''],
  })
  const response = await staff.inject({ method: 'POST', url: '/api/mysql/deposition/import_excel/', ...form })
  expect(response.statusCode, response.body).toBe(200)
  return importReportSchema.parse(response.json())
}

const mapFields = ({ columns }: ImportReport) => Object.fromEntries(columns.map(({ header, field }) => [header, field]))

const strange: Rows = [
  ['갑', '을', '을', null, '병', '정'],
  ['달빛', '강여울', '가람', '솔빛시 1', '공탁', 1_000],
  ['달빛', '강여울', '나래', '솔빛시 2', '공탁', 2_000],
]

test('columns with unknown, missing or repeated titles get unique names and show samples', async () => {
  const read = await report('dry_run', strange)
  expect(read.columns.map(({ header, field, samples }) => [header, field, samples])).toEqual([
    ['갑', null, ['달빛', '달빛']],
    ['을', null, ['강여울', '강여울']],
    ['을 (C열)', null, ['가람', '나래']],
    ['D열', null, ['솔빛시 1', '솔빛시 2']],
    ['병', null, ['공탁', '공탁']],
    ['정', null, ['1000', '2000']],
  ])
  expect(read.targets.filter(({ required }) => required).map(({ label }) => label)).toEqual([
    '사업구간',
    '담당자',
    '소유자',
    '부동산의 표시',
    '등기목적',
  ])
})

test('imports columns by the user’s mapping', async () => {
  const mapping: ImportMapping = {
    갑: 'business_section',
    을: 'business_manager',
    '을 (C열)': 'owner_name',
    D열: 'address',
    병: 'purpose',
    정: 'fees',
  }
  expect(await report('dry_run', strange, mapping)).toMatchObject({ good: 2, errors: [] })
  expect(await report('good_rows', strange, mapping)).toMatchObject({ imported: 2 })
  const stored = await server.db.selectFrom('deposit_case').select(['owner_name', 'fees']).orderBy('fees').execute()
  expect(stored).toEqual([
    { owner_name: '가람', fees: 1_000 },
    { owner_name: '나래', fees: 2_000 },
  ])
})

test('a mapped column takes precedence over one with a fitting title, and a field has one column', async () => {
  const rows: Rows = [
    ['사업구간', '담당자', '소유자', '부동산의 표시', '등기목적', '성명'],
    ['달빛', '강여울', '가람', '솔빛시 1', '공탁', '나래'],
  ]
  const mappedReport = await report('dry_run', rows, { 성명: 'owner_name' })
  expect(mapFields(mappedReport)).toMatchObject({ 소유자: null, 성명: 'owner_name' })
  const twice = await report('dry_run', rows, { 성명: 'owner_name', 담당자: 'owner_name' })
  expect(Object.values(mapFields(twice)).filter((field) => field === 'owner_name')).toHaveLength(1)
})

test('columns that form one field stay joined until one of them is mapped to another field', async () => {
  const rows: Rows = [
    ['사업구간', '담당자', '소유자', '소재지', '지번', '등기목적'],
    ['달빛', '강여울', '가람', '솔빛시 달빛동', '12-3', '공탁'],
  ]
  const guessed = await report('dry_run', rows, {})
  expect(mapFields(guessed)).toMatchObject({ 소재지: 'address', 지번: 'address' })
  const apart = await report('dry_run', rows, { 지번: 'notes' })
  expect(mapFields(apart)).toMatchObject({ 소재지: 'address', 지번: 'notes' })
  const shown = apart.preview.columns.map(({ field }) => field)
  expect(apart.preview.rows[0]?.cells[shown.indexOf('address')]).toBe('솔빛시 달빛동')
})

test('no column can be mapped to a row id of our own sheets or a field that imports cannot set', async () => {
  const read = await report('dry_run', strange, { 갑: 'id', 을: 'base', 병: 'address_count' })
  expect(mapFields(read)).toMatchObject({ 갑: null, 을: null, 병: null })
})

test('ignoring columns does not move the header to another row', async () => {
  const rows: Rows = [
    ['공탁 명부', '2026', '온결', '법무사'],
    ['사업구간', '소유자', '갑', '을'],
    ['달빛', '가람', '1', '2'],
  ]
  const read = await report('dry_run', rows, { 사업구간: null, 소유자: null })
  expect(read.columns.map(({ header }) => header)).toEqual(['사업구간', '소유자', '갑', '을'])
})
