import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { newId } from '#server/new-id.ts'
import { removeRowIds } from '#tests/support/documents/remove-row-ids.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

const groupId = '01990000-0000-7000-8000-000000000001'
let staff: SignedIn

beforeAll(async () => {
  staff = await server.signIn('staff')
  await server.db
    .insertInto('real_estate_group')
    .values([
      { id: groupId, name: '해든마을 1단지', trust_corporate_name: '가온부동산신탁(주)' },
      { id: '01990000-0000-7000-8000-000000000002', name: '달빛스퀘어' },
    ])
    .execute()
})
afterEach(async () => {
  await server.db.deleteFrom('real_estate').execute()
  await server.db.deleteFrom('change').execute()
})

const header = ['사업구간(그룹)', '소유자', '소유자 주소', '등기목적', '보수료', '등기접수일']
const goodRow = ['해든마을 1단지', '박새론', '솔빛시 달빛동 1', '소유권이전', 300_000, '2026-11-20']

describe('a dry run', () => {
  test('maps the columns, counts, and writes nothing', async () => {
    const report = await importFile({
      mode: 'dry_run',
      file: writeWorkbook([
        [...header, '비고'],
        [...goodRow, 'x'],
      ]),
    })
    expect(report).toMatchObject({ mode: 'dry_run', total: 1, good: 1, errors: [], imported: 0, act_id: null })
    expect(report.columns.map(({ header: title, field }) => [title, field])).toEqual([
      ['사업구간(그룹)', 'group_id'],
      ['소유자', 'owner'],
      ['소유자 주소', 'owner_address'],
      ['등기목적', 'purpose'],
      ['보수료', 'fees'],
      ['등기접수일', 'created_at'],
      ['비고', null],
    ])
    expect(await readStored()).toEqual([])
  })

  test('recognizes common titles, also below a letterhead and over several lines', async () => {
    const report = await importFile({
      mode: 'dry_run',
      file: writeWorkbook([
        ['2026년 사건부'],
        [],
        [' 사업구간 ', '소유자(위임인)', '등기목적\n(사건명)', '보 수 료', '등기접수일*'],
        ['해든마을1단지', '박새론', '이전', '300,000원', '2026.11.20'],
      ]),
    })
    expect(report).toMatchObject({ total: 1, good: 1, errors: [] })
    expect(report.columns.map(({ field }) => field)).toEqual(['group_id', 'owner', 'purpose', 'fees', 'created_at'])
  })

  test('names every error with the row number that Excel shows', async () => {
    const report = await importFile({
      mode: 'dry_run',
      file: writeWorkbook([
        header,
        goodRow,
        [],
        ['없는 구간', '가', null, null, '삼십만', '2026-02-30'],
        [null, '나', null, null, -5, 20_261_120],
        ['달빛스퀘어', '다'.repeat(101), null, null, 1.5, true],
      ]),
    })
    expect(report).toMatchObject({ total: 4, good: 1 })
    expect(report.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
      [4, 'group_id', '등록되지 않은 사업구간(그룹)입니다: 없는 구간'],
      [4, 'fees', '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.'],
      [4, 'created_at', '2026년 2월에는 30일이 없습니다.'],
      [5, 'group_id', '사업구간(그룹) 정보가 없습니다.'],
      [5, 'fees', '0 이상으로 입력해 주세요.'],
      [6, 'owner', '100자 이하로 입력해 주세요.'],
      [6, 'fees', '금액은 원 단위 정수로 입력해 주세요.'],
      [6, 'created_at', '읽을 수 없는 값입니다: TRUE'],
    ])
  })

  test('points out possible duplicates', async () => {
    await importFile({ mode: 'good_rows', file: writeWorkbook([header, goodRow]) })
    const other = ['달빛스퀘어', '도담', null, null, null, null]
    const report = await importFile({ mode: 'dry_run', file: writeWorkbook([header, goodRow, other, other]) })
    expect(report.good).toBe(3)
    expect(report.warnings).toEqual([
      { row: 2, message: '같은 내용의 사건이 사건부에 있습니다.' },
      { row: 4, message: '파일의 3행과 내용이 같습니다.' },
    ])
  })
})

describe('a sheet', () => {
  test('reads a date of the old Macintosh calendar as the day that Excel shows', async () => {
    const book = makeWorkbook([header, [...goodRow.slice(0, 5), createDateCell(44_884)]])
    book.Workbook = { WBProps: { date1904: true } }
    await importFile({ mode: 'good_rows', file: writeBytes(book) })
    expect(await readStored()).toMatchObject([{ created_at: '2026-11-20' }])
  })

  test('gives a group merged over several rows to each of them', async () => {
    const book = makeWorkbook([header, goodRow, [null, '둘째', null, null, 1, null]])
    const sheet = book.Sheets['사건부']
    if (sheet) sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
    const report = await importFile({ mode: 'good_rows', file: writeBytes(book) })
    expect(report.imported).toBe(2)
  })

  test('derives VAT from the fee unless the sheet states it', async () => {
    await importFile({ mode: 'good_rows', file: writeWorkbook([header, goodRow]) })
    await importFile({
      mode: 'good_rows',
      file: writeWorkbook([
        [...header, '부가세'],
        [...goodRow, null],
        [...goodRow, 7],
        [...goodRow, 0],
      ]),
    })
    expect((await readStored()).map(({ fees_vat: vat }) => vat)).toEqual([30_000, 0, 7, 30_000])
  })

  test('skips the total row', async () => {
    const report = await importFile({
      mode: 'dry_run',
      file: writeWorkbook([header, goodRow, ['합 계', null, null, null, 300_000, null]]),
    })
    expect(report.total).toBe(1)
  })
})

describe('writing', () => {
  test('writes good rows as one action in the change log and one trail row', async () => {
    const report = await importFile({
      mode: 'good_rows',
      file: writeWorkbook([header, goodRow, ['없는 구간', '가'], ['달빛스퀘어', '나']]),
    })
    expect(report).toMatchObject({ mode: 'good_rows', total: 3, good: 2, imported: 2 })
    expect(report.errors).toHaveLength(1)
    const changes = await server.db.selectFrom('change').selectAll().execute()
    expect(changes).toHaveLength(2)
    expect(new Set(changes.map((change) => change.act_id))).toEqual(new Set([report.act_id]))
    const audits = await server.db.selectFrom('audit').selectAll().where('act', '=', 'import').execute()
    expect(audits.at(-1)).toMatchObject({ user_name: '김가온', detail: { records: 2 } })
  })

  test.each(['all_or_nothing', undefined])('in mode %s writes nothing when one row is bad', async (mode) => {
    const response = await send({ mode, file: writeWorkbook([header, goodRow, ['없는 구간', '가']]) })
    expect(response.statusCode).toBe(422)
    const refused = problemSchema.parse(response.json())
    expect(refused.message).toBe(
      '오류가 있는 1개 행 때문에 가져오지 않았습니다. 3행 사업구간(그룹): 등록되지 않은 사업구간(그룹)입니다: 없는 구간',
    )
    expect(refused.fields).toHaveProperty('3행 사업구간(그룹)')
    expect(await readStored()).toEqual([])
  })

  test('writes a file sent alone by a plain client when all rows are good', async () => {
    const response = await send({ file: writeWorkbook([header, goodRow]) })
    expect(importReportSchema.parse(response.json())).toMatchObject({ imported: 1 })
    expect(await readStored()).toHaveLength(1)
  })

  test('imports a request only once when it is sent twice, and returns the same action', async () => {
    const opId = newId()
    const file = writeWorkbook([header, goodRow, goodRow])
    const first = await send({ mode: 'good_rows', file, opId })
    const replayed = await send({ mode: 'good_rows', file, opId })
    expect(importReportSchema.parse(replayed.json()).act_id).toBe(importReportSchema.parse(first.json()).act_id)
    expect(await readStored()).toHaveLength(2)
  })

  test.each(largeCases('writes thousands of rows as one action too'))(
    '%s',
    async () => {
      const rows = Array.from({ length: 5000 }, (_, n) => [
        '해든마을 1단지',
        `소유자 ${n}`,
        null,
        null,
        n,
        '2026-11-20',
      ])
      const report = await importFile({ mode: 'good_rows', file: writeWorkbook([header, ...rows]) })
      const changes = await server.db.selectFrom('change').select('act_id').distinct().execute()
      expect(changes).toEqual([{ act_id: report.act_id }])
      expect(await readStored()).toHaveLength(5000)
    },
    60_000,
  )

  test('makes imported rows searchable', async () => {
    await importFile({ mode: 'good_rows', file: writeWorkbook([header, goodRow]) })
    const list = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/', query: { search: 'ㅂㅅㄹ' } })
    expect(list.json()).toMatchObject({ total_count: 1 })
  })

  test('recognizes exported rows, and reads them back unchanged without their row ids', async () => {
    const rows = [
      [...goodRow.slice(0, 4), 123, '1999-12-31'],
      ['달빛스퀘어', '=위험', "'따옴표", '둘\n줄', 0, '2026-02-28'],
      ['달빛스퀘어', null, null, null, null, null],
    ]
    await importFile({ mode: 'good_rows', file: writeWorkbook([header, ...rows]) })
    const before = await readStored()
    const query = { masked: 'no', reason: '내부 점검' }
    const file = (await staff.inject({ method: 'GET', url: '/api/mysql/realestate/export_excel', query })).rawPayload
    const dryRun = await importFile({ mode: 'dry_run', file })
    expect(dryRun).toMatchObject({ total: 3, good: 0, same: 3, errors: [] })
    await server.db.deleteFrom('real_estate').execute()
    await importFile({ mode: 'all_or_nothing', file: removeRowIds(file) })
    expect(new Set((await readStored()).map(serializeContent))).toEqual(new Set(before.map(serializeContent)))
  })

  test('lets only staff import', async () => {
    const member = await server.signIn('member')
    const file = writeWorkbook([header, goodRow])
    expect((await send({ file }, member)).statusCode).toBe(403)
    const visitor = await server.app.inject({ method: 'POST', url: '/api/mysql/realestate/import_excel/' })
    expect(visitor.statusCode).toBe(401)
  })
})

type Cell = string | number | boolean | null | { t: string; v: number; z: string }

function createDateCell(serial: number): Cell {
  return { t: 'n', v: serial, z: 'yyyy-mm-dd' }
}

function makeWorkbook(rows: readonly (readonly Cell[])[]): XLSX.WorkBook {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '사건부')
  return book
}

function writeBytes(book: XLSX.WorkBook): Buffer {
  return Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}

function writeWorkbook(rows: readonly (readonly Cell[])[]): Buffer {
  return writeBytes(makeWorkbook(rows))
}

interface Upload {
  file: Buffer
  mode?: string | undefined
  name?: string
  opId?: string
}

async function importFile(upload: Upload): Promise<ImportReport> {
  const response = await send(upload)
  if (response.statusCode !== 200) throw new Error(response.body)
  return importReportSchema.parse(response.json())
}

async function send({ file, mode, name = '사건부.xlsx', opId }: Upload, person = staff) {
  const form = new FormData()
  if (mode !== undefined) form.append('mode', mode)
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return await person.inject({
    method: 'POST',
    url: '/api/mysql/realestate/import_excel/',
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(opId !== undefined && { 'idempotency-key': opId }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

async function readStored() {
  return await server.db.selectFrom('real_estate').selectAll().orderBy('id').execute()
}

/** All fields entered by people, without those added by the server. */
function serializeContent(row: Awaited<ReturnType<typeof readStored>>[number]): string {
  const { id: _id, inserted_at: _inserted, updated_at: _updated, ...content } = row
  return JSON.stringify(content)
}
