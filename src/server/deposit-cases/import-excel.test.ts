import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { newId } from '#server/new-id.ts'
import { makeDepositCase } from '#tests/support/books/deposit-cases.ts'
import { removeRowIds } from '#tests/support/documents/remove-row-ids.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(async () => {
  await server.db.deleteFrom('deposit_case').execute()
  await server.db.deleteFrom('change').execute()
})

const header = ['사업구간', '담당자', '소유자', '부동산의 표시', '등기목적', '상태', '보수료', '등기접수일']
const goodRow = [
  '누리천 정비 2차',
  '박새론 과장',
  '이든',
  '별빛리 산 12',
  '소유권이전',
  '조사중',
  300_000,
  '2026-11-20',
]

test('maps columns by label and common other titles, and writes nothing in a dry run', async () => {
  const titles = ['사업구간명', '담당', '피공탁자', '소재지', '목적', '진행상태', '수용 개시일', '비 고', '합계']
  const report = await importFile('dry_run', [
    ['온결 법무사사무소 공탁 명부'],
    titles,
    ['누리천', '박', '이', '산 1', '이전', 'pending', '2026.12.01', '급함', 5],
  ])
  expect(report).toMatchObject({ total: 1, good: 1, errors: [], imported: 0, act_id: null })
  expect(report.columns.map(({ field }) => field)).toEqual([
    'business_section',
    'business_manager',
    'owner_name',
    'address',
    'purpose',
    'status',
    'expropriated_at',
    'notes',
    null,
  ])
  expect(await readStored()).toEqual([])
})

test('lists rows with the same or no date in the order of the file', async () => {
  const owners = Array.from({ length: 12 }, (_, index) => `이든${index}`)
  const rows = owners.map((owner, index) => goodRow.with(2, owner).with(7, index < 6 ? '2026-11-20' : ''))
  await importFile('good_rows', [header, ...rows])
  const list = await staff.inject({ method: 'GET', url: '/api/mysql/deposition/list/', query: { page_size: '20' } })
  // Cases without a filing date come first.
  const expected = [...owners.slice(6), ...owners.slice(0, 6)]
  expect(list.json().results.map((row: { owner_name: string }) => row.owner_name)).toEqual(expected)
})

test('imports good rows as one action, derives their VAT and makes them searchable', async () => {
  const report = await importFile('good_rows', [header, goodRow, [...goodRow.slice(0, 5), '모름', 1, '어제쯤']])
  expect(report).toMatchObject({ total: 2, good: 1, imported: 1 })
  expect(report.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
    [3, 'status', '대기, 조사중, 감정평가중, 완료, 취소, 보류 가운데 하나로 입력해 주세요.'],
    [3, 'created_at', '날짜는 2026-01-31 형식으로 입력해 주세요.'],
  ])
  expect(await readStored()).toMatchObject([
    { id: report.ids[0], status: 'surveying', fees: 300_000, fees_vat: 30_000, created_at: '2026-11-20', notes: null },
  ])
  const changes = await server.db.selectFrom('change').selectAll().execute()
  expect(changes.map(({ act_id, collection }) => [act_id, collection])).toEqual([[report.act_id, 'deposit-cases']])
  const list = await staff.inject({
    method: 'GET',
    url: '/api/mysql/deposition/list/',
    query: { search: 'ㄴㄹㅊ 산 12' },
  })
  expect(list.json().total_count).toBe(1)
})

test('names missing required fields; one bad row stops an all-or-nothing import', async () => {
  const response = await send(undefined, [header, goodRow, ['누리천', null, '이든', null, ' ']])
  expect(response.statusCode).toBe(422)
  expect(problemSchema.parse(response.json()).fields).toEqual({
    '3행 담당자': '담당자: 필수 항목입니다.',
    '3행 부동산의 표시': '부동산의 표시: 필수 항목입니다.',
    '3행 등기목적': '등기목적: 필수 항목입니다.',
  })
  expect(await readStored()).toEqual([])
})

test('points out possible duplicates', async () => {
  await importFile('good_rows', [header, goodRow])
  const report = await importFile('dry_run', [header, goodRow, goodRow])
  expect(report).toMatchObject({ good: 2 })
  expect(report.warnings.map(({ row, message }) => [row, message])).toEqual([
    [2, '같은 내용의 사건이 사건부에 있습니다.'],
    [3, '같은 내용의 사건이 사건부에 있습니다.'],
    [3, '파일의 2행과 내용이 같습니다.'],
  ])
})

test('reads an exported register back unchanged, with and without its row ids', async () => {
  await makeDepositCase(staff, {
    notes: '=위험\n둘째 줄',
    status: 'on_hold',
    fees: 1,
    fees_vat: 7,
    deposit_number: '007',
  })
  await makeDepositCase(staff, { request_number: '2026-1', receipted_at: '1999-12-31', deposit_amount: 4_812_345_670 })
  const before = await readStored()
  const file = (await staff.inject({ method: 'GET', url: '/api/mysql/deposition/export_excel' })).rawPayload
  const dryRun = importReportSchema.parse((await sendFile('dry_run', file)).json())
  expect(dryRun).toMatchObject({ total: 2, good: 0, same: 2, errors: [] })
  await server.db.deleteFrom('deposit_case').execute()
  expect((await sendFile('all_or_nothing', removeRowIds(file))).statusCode).toBe(200)
  const contents = (await readStored()).map(serializeContent).toSorted()
  expect(contents).toEqual(before.map(serializeContent).toSorted())
})

test('applies an import only once when it is sent twice', async () => {
  const opId = newId()
  const first = await send('good_rows', [header, goodRow], { 'idempotency-key': opId })
  const replayed = await send('good_rows', [header, goodRow], { 'idempotency-key': opId })
  expect([replayed.json().act_id, replayed.json().ids]).toEqual([first.json().act_id, first.json().ids])
  expect(await readStored()).toHaveLength(1)
})

test('names the accepted titles when the project column is missing', async () => {
  const response = await send(undefined, [
    ['이름', '주소'],
    ['가', '나'],
  ])
  expect(response.json().message).toBe(
    '컬럼 제목을 찾을 수 없습니다. 첫 줄에 사업구간, 담당자, 소유자, 부동산의 표시, 등기목적 같은 제목을 넣어 주세요.',
  )
})

type Rows = readonly (readonly (string | number | null)[])[]

async function importFile(mode: string, rows: Rows): Promise<ImportReport> {
  const response = await send(mode, rows)
  if (response.statusCode !== 200) throw new Error(response.body)
  return importReportSchema.parse(response.json())
}

async function send(mode: string | undefined, rows: Rows, headers: Record<string, string> = {}) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '공탁')
  const bytes = XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  return await sendFile(mode, new Uint8Array(bytes), headers)
}

async function sendFile(mode: string | undefined, file: Uint8Array, headers: Record<string, string> = {}) {
  const form = new FormData()
  if (mode !== undefined) form.append('mode', mode)
  form.append('file', new Blob([new Uint8Array(file)]), '공탁.xlsx')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return await staff.inject({
    method: 'POST',
    url: '/api/mysql/deposition/import_excel/',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

async function readStored() {
  return await server.db.selectFrom('deposit_case').selectAll().orderBy('id').execute()
}

/** All fields entered by people, without those added by the server. */
function serializeContent(row: Awaited<ReturnType<typeof readStored>>[number]): string {
  const { id: _id, inserted_at: _inserted, updated_at: _updated, ...content } = row
  return JSON.stringify(content)
}
