import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { readAllText } from '#tests/support/servers/every-text.ts'

let server: TestApp
let staff: SignedIn
const group = '가온–솔빛 고속도로 제1공구'
const why = '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  await makeGroup(staff, { name: group })
})
afterAll(() => server.close())

async function send(path: string, rows: readonly (readonly (string | number)[])[], mode: string) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '표')
  const form = new FormData()
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  if (!Buffer.isBuffer(bytes)) throw new Error('no workbook')
  form.set('file', new Blob([new Uint8Array(bytes)]), '표.xlsx')
  form.set('mode', mode)
  const request = new Request('http://server/', { method: 'POST', body: form })
  return await staff.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'idempotency-key': newId() },
  })
}

test('refuses a row with a resident number, masks it in the report, and imports the good rows', async () => {
  const rows = [
    ['사업구간', '소유자', '등기목적'],
    [group, '김가온', '소유권이전'],
    [group, '이든 900101-1234567', '소유권이전'],
    ['850505-2345678', '나래', '소유권이전'],
    [group, 9_001_011_234_567, '소유권이전'],
  ]
  const dry = await send('/api/mysql/realestate/import_excel/', rows, 'dry_run')
  expect(dry.json()).toMatchObject({
    total: 4,
    good: 1,
    errors: [
      { row: 3, field: 'owner', value: '이든 900101-1******', message: why },
      { row: 4, field: 'group_id', value: '850505-2******' },
      { row: 5, field: 'owner', value: '9001011******' },
    ],
  })
  const all = await send('/api/mysql/realestate/import_excel/', rows, 'all_or_nothing')
  const good = await send('/api/mysql/realestate/import_excel/', rows, 'good_rows')
  expect([all.statusCode, good.statusCode, good.json().imported]).toEqual([422, 200, 1])
  expect(`${dry.body}${all.body}${good.body}${await readAllText(server.db)}`).not.toMatch(/1234567|2345678|1234_?567/)
})

test('masks numbers in samples and titles too', async () => {
  const rows = [
    ['이용일자', '가맹점명', '이용금액', '예금주 900101-1234567'],
    ['2026.11.20', '달빛국밥', 9000, '김가온 900101-1234567'],
    ['2026.11.21', '850505-2345678', 9000, ''],
  ]
  const response = await send('/api/mysql/card/import_excel/', rows, 'dry_run')
  expect(response.json()).toMatchObject({ total: 2, good: 1, errors: [{ row: 3, field: 'store_name', message: why }] })
  expect(response.json().columns).toContainEqual({
    header: '예금주 900101-1******',
    field: null,
    label: null,
    samples: ['김가온 900101-1******'],
  })
  expect(response.body).not.toMatch(/1234567|2345678/)
})
