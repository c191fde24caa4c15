import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadResponseSchema } from '#contract/chat/calls.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

async function send(fields: Record<string, string>, name: string, bytes: Buffer) {
  const form = await createFormPayload({ ...fields, file: [name, bytes, ''] })
  return await staff.inject({ method: 'POST', url: '/api/chat/upload/', ...form })
}

async function read(name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const response = await send(fields, name, bytes)
  expect(response.statusCode, response.body).toBe(200)
  return uploadResponseSchema.parse(response.json())
}

test('a CP949 text keeps the syllables missing in EUC-KR', async () => {
  // 이름, 금액; 똥샾, 믜뷁 in CP949.
  const bytes = Buffer.from('c0ccb8a709b1ddbed70d0ab6cb98de0931300d0a92de94ee0932300d0a', 'hex')
  const { info } = await read('메모.txt', bytes)
  expect(info.preview).toEqual([
    ['똥샾', 10],
    ['믜뷁', 20],
  ])
})

test('reads the sheet with titles and names the others; another may be requested', async () => {
  const book = XLSX.utils.book_new()
  const sheets = {
    머리: [['2026년 현황'], ['작성: 총무']],
    삼월: [
      ['이름', '금액'],
      ['가', 1],
    ],
    사월: [
      ['이름', '금액'],
      ['나', 2],
      ['다', 3],
    ],
  }
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name)
  const bytes = Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
  const first = await read('현황.xlsx', bytes)
  expect(first.info).toMatchObject({ rows: 1, preview: [['가', 1]] })
  expect(first.message).toContain('‘삼월’ 시트만 읽었고, 다른 시트(머리, 사월)는 읽지 않았습니다.')
  const upload = await read('현황.xlsx', bytes, { sheet: '사월' })
  expect(upload.info).toMatchObject({
    rows: 2,
    preview: [
      ['나', 2],
      ['다', 3],
    ],
  })
  expect((await send({ sheet: '오월' }, '현황.xlsx', bytes)).statusCode).toBe(400)
})

test('a sheet whose name contains a secret is requested by its displayed name', async () => {
  const book = XLSX.utils.book_new()
  for (const [at, name] of ['홍가람 850505-2946183', '이나래 860606-2946183'].entries())
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['이름', '금액'],
        [name.slice(0, 3), at],
      ]),
      name,
    )
  const bytes = Buffer.from(XLSX.write(book, { type: 'array' }) as ArrayBuffer)
  const { sheets } = (await read('홍가람 850505-2946183.xlsx', bytes)).info
  expect(sheets.map(({ name }) => name).join()).not.toContain('2946183')
  const upload = await read('홍가람 850505-2946183.xlsx', bytes, { sheet: sheets[1]?.name ?? '' })
  expect(upload.info.preview).toEqual([['이나래', 1]])
})

test('an error value is shown as in Excel', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['이름', '값', '비율'],
    ['가', 432, 54_321],
  ])
  const written = XLSX.write({ SheetNames: ['a'], Sheets: { a: sheet } }, { type: 'array', compression: false })
  const file = Buffer.from(written as ArrayBuffer).toString('latin1')
  const odd = file.replace('<v>432<', '<v>NaN<').replace('<v>54321<', '<v>3e999<')
  const { info } = await read('값.xlsx', Buffer.from(odd, 'latin1'))
  expect(info.preview).toEqual([['가', '#NUM!', '#NUM!']])
})
