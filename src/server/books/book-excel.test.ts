import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { importReportSchema } from '#contract/records/excel-import.ts'
import { writableRealEstateBook } from '#server/real-estate/writable-books.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { makeMaster, makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { buildDescribedSheet, createExport } from './book-excel.ts'
import { createPlainBook } from './served-book.ts'

let server: TestApp
let staff: SignedIn
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-20T15:30:00Z') })
  staff = await server.signIn('staff')
  office = await makeOffice(staff)
  await makeMaster(staff, 'department', { name: '총무부', company: office.road.company })
  await makeMaster(staff, 'department', { name: '총무부', company: office.city.company })
})
afterAll(() => server.close())

type Rows = readonly (readonly (string | number | null)[])[]

async function exportBook(base: string, query: Record<string, string> = {}) {
  const response = await staff.inject({ method: 'GET', url: `${base}export_excel`, query })
  expect(response.statusCode).toBe(200)
  return { names: response.headers['content-disposition'], rows: readRows(response.rawPayload) }
}

function readRows(file: Uint8Array): unknown[] {
  return XLSX.utils.sheet_to_json(Object.values(XLSX.read(file).Sheets)[0] ?? {}, { header: 1 })
}

async function send(base: string, mode: string, file: Rows | { name: string; bytes: Uint8Array }) {
  const form = new FormData()
  form.append('mode', mode)
  const { name, bytes } = 'bytes' in file ? file : { name: '목록.xlsx', bytes: buildWorkbook(file) }
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return await staff.inject({
    method: 'POST',
    url: `${base}import_excel`,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

function buildWorkbook(rows: Rows): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '목록')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

async function importFile(base: string, mode: string, rows: Rows) {
  const result = await send(base, mode, rows)
  if (result.statusCode !== 200) throw new Error(result.body)
  return importReportSchema.parse(result.json())
}

const managers = '/api/deposition/manager/'
const projects = '/api/deposition/project/'
const companies = '/api/deposition/company/'
const groups = '/api/mysql/realestate/group/'

describe('an export', () => {
  test('has every described field, with references by name and the row ids last', async () => {
    const { names, rows } = await exportBook(managers, { search: '새론' })
    expect(names).toContain('filename="managers_2026-11-21.xlsx"')
    expect(names).toContain(`${encodeURIComponent('관리자_2026-11-21')}.xlsx`)
    expect(rows).toEqual([
      ['회사', '부서', '이름', '직책', '연락처', '이메일', '비고', '번호', '내보낸 기준'],
      [
        '가상도로공사',
        '보상1부',
        '박새론',
        '과장',
        '010-****-0001',
        'pa****@example.com',
        undefined,
        office.road.manager,
        expect.stringMatching(/^1-/),
      ],
    ])
    const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({
      act: 'export',
      collection: 'managers',
      detail: { search: '새론', reason: null, is_masked: true },
    })
  })

  test('applies order and date filters; empty parameters are ignored', async () => {
    const common = { manager: office.road.manager, status: '완료' }
    await makeMaster(staff, 'project', { ...common, name: '가람로', start_date: '2026-01-10', progress_percentage: 30 })
    await makeMaster(staff, 'project', { ...common, name: '나래로', start_date: '2026-02-10' })
    await makeMaster(staff, 'project', { ...common, name: '다온로' })
    const all = { status: '완료', ordering: '-name', start_date_start: '', end_date_end: '' }
    const listNames = (rows: unknown[]) => rows.slice(1).map((row) => (row as unknown[])[0])
    expect(listNames((await exportBook(projects, all)).rows)).toEqual(['다온로', '나래로', '가람로'])
    const january = { ...all, start_date_start: '2026-01-10', start_date_end: '2026-01-31' }
    const { rows } = await exportBook(projects, january)
    expect(listNames(rows)).toEqual(['가람로'])
    expect((rows[1] as unknown[]).slice(3, 5)).toEqual([30, 46_032])
  })

  test('has a total row for money in books without a sheet layout', async () => {
    const group = await makeGroup(staff, { name: '해든 우회도로' })
    await makeCase(staff, group, { owner: '박새론', created_at: '2026-03-01', fees: 300 })
    await makeCase(staff, group, { owner: '이든', created_at: '2026-03-05', fees: 100 })
    const served = {
      ...createPlainBook('real-estate'),
      list: { book: writableRealEstateBook, defaultOrder: 'created_at' },
    }
    const exportCells = async (params: Record<string, unknown>) => {
      const out = createExport(served, buildDescribedSheet(writableRealEstateBook))
      const rows = readRows(
        await buffer(await out.write({ db: server.db, today: '2026-11-21', isMasked: false }, params)),
      ) as unknown[][]
      return rows.slice(1).map((row) => [row[0], row[2], row[5]])
    }
    const second = ['해든 우회도로', '이든', 100]
    expect(await exportCells({})).toEqual([['해든 우회도로', '박새론', 300], second, ['합계', undefined, 400]])
    expect(await exportCells({ created_at_start: '2026-03-02' })).toEqual([second, ['합계', undefined, 100]])
  })

  test('refuses an unknown order', async () => {
    for (const base of [projects, groups]) {
      const response = await staff.inject({ method: 'GET', url: `${base}export_excel`, query: { ordering: 'secret' } })
      expect([response.statusCode, response.json().fields]).toEqual([400, { ordering: '정렬할 수 없는 항목입니다.' }])
    }
  })
})

test('the template has the importable titles, required ones with a star, and the requested name', async () => {
  const response = await staff.inject({ method: 'GET', url: `${companies}download_template/company` })
  expect(response.headers['content-disposition']).toContain('filename="company_template.xlsx"')
  expect(readRows(response.rawPayload)).toEqual([['회사명 *', '주소', '법인등록번호', '설명']])
  const filled = await importFile(companies, 'good_rows', [
    ...(readRows(response.rawPayload) as string[][]),
    ['하늘공사', '가람도'],
  ])
  expect(filled).toMatchObject({ imported: 1, errors: [] })
  const odd = await staff.inject({ method: 'GET', url: `${companies}download_template/..%2Fx` })
  expect(odd.statusCode).toBe(400)
})

describe('an import', () => {
  test('resolves references by name, and one of two equally named departments by the row’s company', async () => {
    const header = ['회사', '부서', '이름', '직책']
    const rows = ['가상도로공사', '솔빛도시개발공사'].map((company) => [company, '총무부', '하람', '대리'])
    const report = await importFile(managers, 'good_rows', [header, ...rows])
    expect(report).toMatchObject({ total: 2, imported: 2, errors: [] })
    const stored = await server.db
      .selectFrom('manager')
      .innerJoin('department', 'department.id', 'manager.department')
      .select(['manager.company', 'department.company as company_of_department', 'position'])
      .where('manager.id', 'in', report.ids)
      .execute()
    expect(stored.map((row) => row.company === row.company_of_department)).toEqual([true, true])
    const changes = await server.db
      .selectFrom('change')
      .select(['act_id'])
      .where('act_id', '=', report.act_id)
      .execute()
    expect(changes).toHaveLength(2)
  })

  test('names each unreadable cell; a dry run writes nothing', async () => {
    const report = await importFile(projects, 'dry_run', [
      ['사업구간명', '관리자', '상태', '진행률(%)', '시작일'],
      ['새 구간', '박새론', '진행중', '40', '2026-05-01'],
      ['', '없는이', '시작', 140, '어제쯤'],
      ['다른 구간', null, '완료', '반쯤', null],
    ])
    expect(report).toMatchObject({ total: 3, good: 1, imported: 0 })
    expect(report.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
      [3, 'name', '사업구간명: 필수 항목입니다.'],
      [3, 'manager', '등록되지 않은 관리자입니다: 없는이'],
      [3, 'status', '대기중, 진행중, 완료, 보류 가운데 하나로 입력해 주세요.'],
      [3, 'progress_percentage', '0에서 100 사이의 숫자로 입력해 주세요.'],
      [3, 'start_date', '날짜는 2026-01-31 형식으로 입력해 주세요.'],
      [4, 'manager', '관리자: 필수 항목입니다.'],
      [4, 'progress_percentage', '숫자로 입력해 주세요.'],
    ])
    expect(await server.db.selectFrom('project').select('id').where('name', '=', '새 구간').execute()).toEqual([])
  })

  test('reports a department of another company and an ambiguous name', async () => {
    await makeMaster(staff, 'department', { name: '총무부', company: office.road.company })
    const report = await importFile(managers, 'dry_run', [
      ['회사', '부서', '이름'],
      ['솔빛도시개발공사', '보상1부', '하람'],
      ['가상도로공사', '총무부', '하람'],
    ])
    expect(report.errors.map(({ message }) => message)).toEqual([
      '부서: 이 행의 다른 값과 맞지 않는 자료입니다: 보상1부',
      '부서: 이름이 같은 자료가 여럿입니다: 총무부. 이름 대신 번호를 적어 주세요.',
    ])
  })

  test('recognizes the rows of an exported sheet', async () => {
    const { rows } = await exportBook(groups)
    expect(await importFile(groups, 'all_or_nothing', rows as Rows)).toMatchObject({
      imported: 0,
      changes: [],
      errors: [],
    })
    const [header, group] = (rows as string[][]).map((row) => row.slice(0, -2))
    const twice = await importFile(groups, 'dry_run', [header ?? [], group ?? []])
    expect(twice.warnings).toEqual([{ row: 2, message: '같은 내용의 자료가 목록에 있습니다.' }])
  })

  test('is refused when it is no workbook, too large or empty', async () => {
    const readRefusal = async (file: Parameters<typeof send>[2]) => {
      const result = await send(companies, 'good_rows', file)
      return [result.statusCode, problemSchema.parse(result.json()).message]
    }
    expect(await readRefusal({ name: '회사.csv', bytes: Buffer.from('회사명\n') })).toEqual([
      400,
      '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.',
    ])
    expect(await readRefusal({ name: '회사.xlsx', bytes: Buffer.alloc(10_485_761, 'x') })).toEqual([
      413,
      '파일 크기는 10MB 이하여야 합니다.',
    ])
    expect(await readRefusal([['회사명', '주소']])).toEqual([422, '가져올 자료가 없습니다.'])
    expect(await readRefusal([['아무 말']])).toEqual([
      422,
      '컬럼 제목을 찾을 수 없습니다. 첫 줄에 회사명, 주소, 법인등록번호, 설명 같은 제목을 넣어 주세요.',
    ])
  })
})
