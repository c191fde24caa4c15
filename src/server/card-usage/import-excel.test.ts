import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { newId } from '#server/new-id.ts'
import { makeCardUse } from '#tests/support/books/card-usage.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('card_usage').execute())

const titles = ['이용일자', '이용시간', '가맹점명', '이용금액(원)', '승인번호', '할부']
const lunch = ['2026.11.20', '12:10:05', '달빛국밥', '9,000', '30000001', '일시불']
const dinner = ['2026.11.20', '19:40', '나루숯불', 48_000, '30000002', '일시불']

describe('a statement of a card company', () => {
  test('is read by the usual column titles, below a heading and above a total row', async () => {
    const report = await importFile('good_rows', [
      ['법인카드 이용내역'],
      titles,
      lunch,
      dinner,
      ['합계', null, null, '57,000'],
    ])
    expect(report).toMatchObject({ total: 2, good: 2, errors: [], imported: 2 })
    expect(await readStored()).toMatchObject([
      {
        created_at: '2026-11-20T03:10:05Z',
        store_name: '달빛국밥',
        pay: '9000',
        approve_num: '30000001',
        purpose: null,
      },
      { created_at: '2026-11-20T10:40:00Z', store_name: '나루숯불', pay: '48000', approve_num: '30000002' },
    ])
  })

  test('is read from the old .xls format as well', async () => {
    const report = await importFile('dry_run', [titles, lunch], { bookType: 'biff8' })
    expect(report).toMatchObject({ total: 1, good: 1, errors: [] })
  })

  test.each([
    ['2026-11-20 12:10:05', '2026-11-20T03:10:05Z'],
    ['2026.11.20 12:10', '2026-11-20T03:10:00Z'],
    ['2026년 11월 20일 오후 1:05', '2026-11-20T04:05:00Z'],
    ['20261120121005', '2026-11-20T03:10:05Z'],
    ['2026-11-20', '2026-11-19T15:00:00Z'],
    [46_346.5, '2026-11-20T03:00:00Z'],
  ])('with the moment written as %j was used at %s', async (moment, instant) => {
    await importFile('good_rows', [
      ['승인일시', '가맹점', '승인금액'],
      [moment, '달빛국밥', 100],
    ])
    expect((await readStored()).map(({ created_at: used }) => used)).toEqual([instant])
  })

  test('imports no use twice and names approval numbers already in the book or repeated in the file', async () => {
    await makeCardUse(staff, { approve_num: '30000001' })
    const report = await importFile('good_rows', [titles, lunch, dinner, dinner])
    expect(report.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
      [2, 'approve_num', '카드사용내역에 이미 있는 승인번호입니다.'],
      [4, 'approve_num', '파일의 3행과 승인번호가 같습니다.'],
    ])
    expect(report.imported).toBe(1)
    expect((await readStored()).length).toBe(2)
  })

  test('names unreadable cells, and one bad row stops an all-or-nothing import', async () => {
    const rows = [titles, lunch, ['언젠가', null, '해든김밥', '구천 원', '30000003'], [null, null, '해든김밥', 1]]
    const report = await importFile('dry_run', rows)
    expect(report.errors.map(({ row, message }) => [row, message])).toEqual([
      [3, '일시는 2026-01-31 12:30 형식으로 입력해 주세요.'],
      [3, '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'],
      [4, '일시: 필수 항목입니다.'],
    ])
    expect((await send({ mode: 'all_or_nothing' }, rows)).statusCode).toBe(422)
    expect(await readStored()).toEqual([])
  })
})

test('imports an approval number once when it is also typed in meanwhile, without a database error', async () => {
  const [report, made] = await Promise.all([
    send({ mode: 'all_or_nothing' }, [titles, lunch, dinner]),
    staff.inject({
      method: 'POST',
      url: '/api/mysql/card/',
      payload: { id: newId(), created_at: '2026-11-20T03:10:00Z', approve_num: '30000002' },
    }),
  ])
  expect([report.statusCode, made.statusCode].toSorted((a, b) => a - b)).toEqual([expect.toBeOneOf([200, 201]), 422])
  expect((await readStored()).filter(({ approve_num: number }) => number === '30000002').length).toBe(1)
})

describe('the mapping', () => {
  const strange = [
    ['언제', '어디서', '얼마', '참고'],
    ['2026-11-20 12:10', '달빛국밥', 9000, '셋이서'],
  ]

  test('is requested when no title is known; the report shows the columns with their values', async () => {
    const report = await importFile('dry_run', strange)
    expect(report.columns).toEqual([
      { header: '언제', field: null, label: null, samples: ['2026-11-20 12:10'] },
      { header: '어디서', field: null, label: null, samples: ['달빛국밥'] },
      { header: '얼마', field: null, label: null, samples: ['9000'] },
      { header: '참고', field: null, label: null, samples: ['셋이서'] },
    ])
    expect(report.targets.filter(({ required }) => required).map(({ field }) => field)).toEqual(['created_at'])
    expect(report.targets.map(({ label }) => label)).toContain('이용시간')
  })

  test('assigns meanings to columns and takes precedence over titles', async () => {
    const mapping = { 언제: 'created_at', 어디서: 'store_name', 얼마: 'pay', 참고: 'note' }
    await importFile('good_rows', strange, { mapping })
    expect(await readStored()).toMatchObject([{ store_name: '달빛국밥', pay: '9000', note: '셋이서' }])
    const dryRun = await importFile('dry_run', [titles, lunch], { mapping: { 승인번호: null, 할부: 'note' } })
    expect(dryRun.columns.map(({ field }) => field)).toEqual(['created_at', 'time', 'store_name', 'pay', null, 'note'])
  })

  test('in an invalid form is refused', async () => {
    const response = await send({ mode: 'dry_run', mapping: '{' }, strange)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['mapping']])
  })
})

test('a sheet exported here adds nothing', async () => {
  const { id } = await makeCardUse(staff, { approve_num: '30000001', pay: '9000', purpose: 'lunch', note: '=1+1' })
  const exported = await staff.inject({ method: 'GET', url: '/api/mysql/card/export_excel', query: { year: '2026' } })
  const sheet = XLSX.read(exported.rawPayload).Sheets['카드사용내역']
  expect(XLSX.utils.sheet_to_json(sheet ?? {}, { header: 1 })).toEqual(
    [
      ['일시', '사용처', '금액', '구분', '내용', '승인번호', '번호', '내보낸 기준'],
      [
        expect.closeTo(46_346 + 730 / 1440, 9),
        '달빛국밥',
        9000,
        '점심',
        "'=1+1",
        '30000001',
        id,
        expect.stringMatching(/^1-/),
      ],
      ['합계', null, 9000],
    ].map((row) => row.map((cell) => cell ?? undefined)),
  )
  const response = await sendFile({ mode: 'dry_run' }, exported.rawPayload)
  expect(importReportSchema.parse(response.json())).toMatchObject({ total: 1, good: 0, same: 1, errors: [] })
})

type Rows = readonly (readonly (string | number | null)[])[]

async function importFile(
  mode: string,
  rows: Rows,
  { mapping, bookType }: { mapping?: Record<string, string | null>; bookType?: XLSX.BookType } = {},
): Promise<ImportReport> {
  const response = await send({ mode, ...(mapping && { mapping: JSON.stringify(mapping) }) }, rows, bookType)
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  return importReportSchema.parse(response.json())
}

async function send(fields: Record<string, string>, rows: Rows, bookType: XLSX.BookType = 'xlsx') {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '이용내역')
  const bytes = XLSX.write(book, { type: 'buffer', bookType }) as Uint8Array
  return await sendFile(fields, bytes, bookType === 'xlsx' ? 'xlsx' : 'xls')
}

async function sendFile(fields: Record<string, string>, bytes: Uint8Array, ending = 'xlsx') {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([Buffer.from(bytes)]), `이용내역.${ending}`)
  const request = new Response(form)
  return await staff.inject({
    method: 'POST',
    url: '/api/mysql/card/import_excel/',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

async function readStored() {
  return await server.db.selectFrom('card_usage').selectAll().orderBy('created_at').execute()
}
