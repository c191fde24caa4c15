import { Buffer } from 'node:buffer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import type { SheetChunk } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { largeCases, testDepth } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

let staff: SignedIn
let before: string

beforeAll(async () => {
  staff = await server.signIn('staff')
  await server.db
    .insertInto('real_estate_group')
    .values({ id: '01990000-0000-7000-8000-000000000001', name: '해든마을' })
    .execute()
  before = await readEverything()
})
afterEach(async () => {
  if ((await readEverything()) !== before) throw new Error('a refused import left something behind')
})

const url = '/api/mysql/realestate/import_excel/'
const tooManyRows = '한 번에 20,000행까지 가져올 수 있습니다. 여러 파일로 나누어 올려 주세요.'

test.each(testDepth === 'default' ? [20_001] : [20_001, 200_000])(
  '%i rows are refused with the number that is allowed',
  async (rows) => {
    const file = await makeSheet(rows)
    expect(file.length).toBeLessThan(10_485_760)
    expect(await readRefusal(file)).toEqual([413, tooManyRows])
  },
  60_000,
)

test.each(largeCases('accepts 20,000 rows'))(
  '%s',
  async () => {
    const result = await send(buildForm(await makeSheet(20_000), { mode: 'dry_run' }))
    expect(result.json()).toMatchObject({ total: 20_000, good: 20_000, errors: [] })
  },
  60_000,
)

test('refuses a file above 10 MB while it is still arriving', async () => {
  expect(await readRefusal(Buffer.alloc(10_485_761, 'x'))).toEqual([413, '파일 크기는 10MB 이하여야 합니다.'])
})

test('refuses a file that is not a workbook', async () => {
  expect(await readRefusal(Buffer.from('hello'))).toEqual([400, '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'])
})

test('refuses a workbook without the group column', async () => {
  const file = await writeBytes([
    ['이름', '소유자', '등기목적'],
    ['가', '나', '다'],
  ])
  expect((await readRefusal(file))[1]).toContain('컬럼 제목을 찾을 수 없습니다.')
})

test('refuses a workbook with titles only', async () => {
  expect(await readRefusal(await writeBytes([['사업구간', '소유자']]))).toEqual([422, '가져올 사건이 없습니다.'])
})

test('refuses an unknown mode', async () => {
  const result = await send(buildForm(await makeSheet(1), { mode: 'overwrite' }))
  expect(result.statusCode).toBe(400)
  expect(problemSchema.parse(result.json()).fields).toEqual({ mode: '알 수 없는 가져오기 방식입니다.' })
})

test('refuses a form without a file', async () => {
  expect(problemSchema.parse((await send(buildForm(null, { mode: 'dry_run' }))).json()).message).toBe(
    '파일을 선택해 주세요.',
  )
})

test('refuses two files at once', async () => {
  const form = buildForm(await makeSheet(1), {})
  form.append('file', new Blob(['x']), 'b.xlsx')
  expect(problemSchema.parse((await send(form)).json()).message).toBe('파일을 하나만 선택해 주세요.')
})

test('refuses a form that breaks off in the middle', async () => {
  const { headers, payload } = await encode(buildForm(await makeSheet(50), { mode: 'good_rows' }))
  const response = await staff.inject({
    method: 'POST',
    url,
    headers,
    payload: payload.subarray(0, payload.length - 200),
  })
  expect(response.statusCode).toBe(400)
  expect(problemSchema.parse(response.json()).message).toContain('파일을 받지 못했습니다')
})

test('refuses JSON in place of a form', async () => {
  const response = await staff.inject({ method: 'POST', url, payload: { file: 'x' } })
  expect(response.statusCode).toBe(415)
})

test('refuses an invalid transmission number', async () => {
  const { headers, payload } = await encode(buildForm(await makeSheet(1), { mode: 'good_rows' }))
  const response = await staff.inject({ method: 'POST', url, payload, headers: { ...headers, 'idempotency-key': 'x' } })
  expect(response.statusCode).toBe(400)
})

async function readRefusal(file: Buffer): Promise<[number, string]> {
  const result = await send(buildForm(file, { mode: 'good_rows' }))
  return [result.statusCode, problemSchema.parse(result.json()).message]
}

function buildForm(file: Buffer | null, fields: { mode?: string }): FormData {
  const form = new FormData()
  if (fields.mode !== undefined) form.append('mode', fields.mode)
  if (file !== null) form.append('file', new Blob([new Uint8Array(file)]), '사건부.xlsx')
  return form
}

async function encode(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

async function send(form: FormData) {
  return await staff.inject({ method: 'POST', url, ...(await encode(form)) })
}

function makeSheet(rows: number): Promise<Buffer> {
  return writeBytes([
    ['사업구간(그룹)', '소유자', '보수료', '등기접수일'],
    ...Array.from({ length: rows }, (_, n) => ['해든마을', `소유자 ${n}`, 1000, 46_346]),
  ])
}

async function writeBytes([titles = [], ...rows]: (string | number | null)[][]): Promise<Buffer> {
  const columns = titles.map((title) => ({
    header: String(title),
    width: 10,
    numberFormat: String(title).endsWith('일') ? 'yyyy-mm-dd' : 'General',
    align: 'left' as const,
  }))
  const stream = writeSheet({ name: '사건부', columns, frozenColumns: 0 }, yieldChunks(rows))
  return Buffer.concat(await stream.toArray())
}

async function* yieldChunks(rows: (string | number | null)[][]): AsyncGenerator<SheetChunk> {
  for (let start = 0; start < rows.length; start += 5000)
    yield await Promise.resolve({ rows: rows.slice(start, start + 5000) })
}

async function readEverything() {
  const [cases, changes, ops] = await Promise.all([
    server.db.selectFrom('real_estate').selectAll().execute(),
    server.db.selectFrom('change').selectAll().execute(),
    server.db.selectFrom('op').selectAll().execute(),
  ])
  return JSON.stringify({ cases, changes, ops })
}
