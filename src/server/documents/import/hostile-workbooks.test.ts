import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importReportSchema } from '#contract/records/excel-import.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { takeThird } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(async () => {
  await server.db.deleteFrom('card_usage').execute()
  await server.db.deleteFrom('deposit_case').execute()
})

type Cell = string | number | null | XLSX.CellObject
type Rows = readonly (readonly Cell[])[]

function buildWorkbook(sheets: Readonly<Record<string, Rows>>, merges: readonly string[] = []): Buffer {
  const book = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => [...row]))
    sheet['!merges'] = merges.map((range) => XLSX.utils.decode_range(range))
    XLSX.utils.book_append_sheet(book, sheet, name)
  }
  return Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
}

const paths = { card: '/api/mysql/card/import_excel/', deposit: '/api/mysql/deposition/import_excel/' }

/** The uploaded bytes, optionally with a file name. */
type Sent = Buffer | readonly [name: string, bytes: Buffer]

async function send(to: keyof typeof paths, fields: Record<string, string>, upload: Sent) {
  const [name, bytes] = Buffer.isBuffer(upload) ? ['표.xlsx', upload] : upload
  const form = await createFormPayload({ ...fields, file: [name, bytes, ''] })
  return await staff.inject({ method: 'POST', url: paths[to], ...form })
}

async function report(to: keyof typeof paths, fields: Record<string, string>, upload: Sent) {
  const response = await send(to, fields, upload)
  expect(response.statusCode, response.body).toBe(200)
  return importReportSchema.parse(response.json())
}

test.each(takeThird(['(', '( ', '제', ')(', '1.']))(
  'titles and cells of 32,000 letters of %j do not block other requests',
  async (unit) => {
    const long = unit.repeat(32_000 / unit.length)
    const row = Array.from({ length: 20 }, () => long)
    const file = buildWorkbook({ a: [row, row] })
    const waiting = monitorEventLoopDelay()
    waiting.enable()
    for (const to of ['card', 'deposit'] as const)
      expect((await send(to, { mode: 'dry_run' }, file)).statusCode).toBeLessThan(500)
    waiting.disable()
    // Once took seventeen seconds and blocked all requests; files are now read in their own thread.
    expect(waiting.max / 1e6).toBeLessThan(3000)
  },
)

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a column titled %s is unknown, and a second attempt writes nothing again',
  async (title) => {
    const bytes = buildWorkbook({
      내역: [
        ['승인일', '가맹점', '금액', '승인번호', title],
        ['2026-10-07', '나루', 700, '31', '오늘'],
      ],
    })
    const dry = await report('card', { mode: 'dry_run' }, bytes)
    expect(dry.columns.at(-1)).toMatchObject({ header: title, field: null })
    expect(await report('card', {}, bytes)).toMatchObject({ imported: 1 })
    expect((await send('card', {}, bytes)).statusCode).toBe(422)
    const rows = await server.db.selectFrom('card_usage').select('approve_num').execute()
    expect(rows).toEqual([{ approve_num: '31' }])
  },
)

test.each(['constructor', 'valueOf', '__proto__'])('%s is not a date and causes no server error', async (word) => {
  const bytes = buildWorkbook({
    내역: [
      ['승인일', '가맹점', '금액'],
      [word, '나루', 700],
    ],
  })
  expect((await report('card', { mode: 'dry_run' }, bytes)).errors).toHaveLength(1)
})

describe('of several sheets', () => {
  const titles = ['사업구간', '소유자', '부동산의 표시', '보수료', '등기접수일']
  const createRow = (owner: string) => ['달빛', owner, '솔빛시 1-1', 1000, '2026-05-06']
  const book = buildWorkbook({
    표지: [['2026년 현황'], ['법무사']],
    양식: [titles],
    오월: [titles, createRow('가람')],
    유월: [titles, createRow('나래'), createRow('다온')],
  })

  test('reads the first with titles and rows, and reports which are skipped', async () => {
    const read = await report('deposit', { mode: 'dry_run' }, book)
    expect(read).toMatchObject({ total: 1 })
    expect(read.sheets).toEqual([
      { name: '표지', is_read: false, has_titles: false },
      { name: '양식', is_read: false, has_titles: false },
      { name: '오월', is_read: true, has_titles: true },
      { name: '유월', is_read: false, has_titles: true },
    ])
  })

  test('reads another one on request', async () => {
    expect(await report('deposit', { mode: 'dry_run', sheet: '유월' }, book)).toMatchObject({ total: 2 })
    expect((await send('deposit', { mode: 'dry_run', sheet: '칠월' }, book)).json().fields).toEqual({
      sheet: '없는 시트입니다.',
    })
    expect((await send('deposit', { mode: 'dry_run', sheet: '표지' }, book)).statusCode).toBe(422)
  })
})

test('imports an HTML statement named .xls', async () => {
  const page =
    '<table><tr><td>조회</td></tr></table><table><tr><th>승인일자</th><th>가맹점명</th><th>승인금액</th></tr><tr><td>2026.10.07</td><td>나루</td><td>7,100</td></tr></table>'
  expect(await report('card', {}, ['명세.xls', Buffer.from(page)])).toMatchObject({ imported: 1, errors: [] })
})

test('an amount merged over rows goes to the first, while merged dates and names apply to all', async () => {
  const day: XLSX.CellObject = { t: 'n', v: 46_100, z: 'yyyy-mm-dd' }
  const rows: Rows = [
    ['사업구간', '등기접수일', '보수료', '부동산의 표시', '소유자', '담당자', '등기목적'],
    ['달빛', day, 90_000, '솔빛시 1', '가람', '한별', '공탁'],
    [null, null, null, '솔빛시 2', '나래', '한별', '공탁'],
    [null, null, null, '솔빛시 3', '다온', '한별', '공탁'],
  ]
  const read = await report('deposit', {}, buildWorkbook({ 표: rows }, ['A2:A4', 'B2:B4', 'C2:C4']))
  expect(read.notes).toEqual([
    { row: 3, message: expect.stringMatching(/^보수료: 병합된 셀\(C2:C4\)의 값은 첫 행에만/) },
  ])
  const stored = await server.db.selectFrom('deposit_case').select(['created_at', 'fees']).orderBy('address').execute()
  expect(stored.map(({ fees }) => fees)).toEqual([90_000, null, null])
  expect(new Set(stored.map(({ created_at: at }) => String(at)))).toEqual(new Set(['2026-03-19']))
})

test('a 지번 that Excel turned into a date is restored, or refused', async () => {
  const createDayCell = (v: number, z: string): XLSX.CellObject => ({ t: 'n', v, z })
  const rows: Rows = [
    ['사업구간', '소유자', '담당자', '등기목적', '지번'],
    ['달빛', '가람', '한별', '공탁', createDayCell(46_100, 'm"월" d"일"')],
    ['달빛', '나래', '한별', '공탁', createDayCell(46_100, 'yyyy-mm-dd')],
  ]
  const read = await report('deposit', { mode: 'good_rows' }, buildWorkbook({ 표: rows }))
  expect(read.errors.map(({ row, field }) => [row, field])).toEqual([[3, 'address']])
  const stored = await server.db.selectFrom('deposit_case').select('address').execute()
  expect(stored).toEqual([{ address: '3-19' }])
})
