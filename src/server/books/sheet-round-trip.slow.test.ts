import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { makeMaster } from '#tests/support/books/master-data.ts'
import { importSheet, readExportedSheet, type SheetLine, writeCell } from '#tests/support/documents/returning-sheets.ts'
import { countPropertyRuns, largeCases } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

const base = '/api/mysql/realestate/'
const groups = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'] as const
let staff: SignedIn
let colleague: SignedIn

beforeAll(async () => {
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  await server.db
    .insertInto('real_estate_group')
    .values([
      { id: groups[0], name: '해든마을 1단지', trust_corporate_name: '가온부동산신탁(주)' },
      { id: groups[1], name: '달빛스퀘어' },
    ])
    .execute()
})

beforeEach(async () => {
  await server.db.deleteFrom('real_estate').execute()
  for (const owner of ['박새론', '이든', '도담']) {
    await put('POST', { id: newId(), group_id: groups[0], owner, fees: 100_000, created_at: '2026-11-20' })
  }
})

describe('a returned sheet', () => {
  test('changes and creates nothing if unedited', async () => {
    const report = await sendRows('good_rows', await exportSheet())
    expect(report).toMatchObject({ total: 3, good: 0, changed: 0, same: 3, errors: [], difference_count: 0 })
    expect(report).toMatchObject({ imported: 0, changes: [], act_id: null })
    expect((await readStored()).map(({ version }) => version)).toEqual([1, 1, 1])
  })

  test('lists its changes with the derived tax, and writes nothing else', async () => {
    const sheet = await exportSheet()
    writeCell(sheet, ['박새론', '보수료'], '38만')
    writeCell(sheet, ['이든', '사업구간(그룹)'], '달빛스퀘어')
    const dry = await sendRows('dry_run', sheet)
    expect(dry).toMatchObject({ total: 3, good: 0, changed: 2, same: 1, errors: [], difference_count: 3 })
    expect(
      dry.differences.map(({ caption, label, before, after, theirs }) => [caption, label, before, after, theirs]),
    ).toEqual(
      expect.arrayContaining([
        ['박새론', '보수료', '100,000', '380,000', null],
        ['박새론', '부가세', '10,000', '38,000', null],
        ['이든', '사업구간(그룹)', '해든마을 1단지', '달빛스퀘어', null],
      ]),
    )
    const done = await sendRows('changed_rows', sheet)
    expect(done.changes).toHaveLength(2)
    expect(await readStored()).toMatchObject([
      { owner: '도담', version: 1 },
      { owner: '박새론', version: 2, fees: 380_000, fees_vat: 38_000, group_id: groups[0] },
      { owner: '이든', version: 2, fees: 100_000, group_id: groups[1] },
    ])
    const changes = await server.db
      .selectFrom('change')
      .select(['kind', 'user_name', 'fields'])
      .where('act_id', '=', done.act_id)
      .execute()
    expect(changes.map(({ kind, fields }) => [kind, Object.keys(fields)])).toEqual(
      expect.arrayContaining([
        ['update', ['fees', 'fees_vat']],
        ['update', ['group_id']],
      ]),
    )
    expect(await sendRows('dry_run', sheet)).toMatchObject({ changed: 0, same: 3, difference_count: 0 })
  })

  test('keeps concurrent changes of others, and reports cells that both changed', async () => {
    const sheet = await exportSheet()
    const [, second, third] = await readStored()
    await put('PUT', { id: second?.id, owner: '박새롬', fees: 250_000 }, colleague)
    await put('PUT', { id: third?.id, purpose: '말소' }, colleague)
    writeCell(sheet, ['박새론', '보수료'], 300_000)
    writeCell(sheet, ['박새론', '등기목적'], '소유권이전')
    writeCell(sheet, ['이든', '증지·인지'], 5000)
    const dry = await sendRows('dry_run', sheet)
    expect(dry).toMatchObject({ changed: 2, same: 1, errors: [] })
    expect(
      dry.differences
        .filter(({ theirs }) => theirs)
        .map(({ label, before, after, theirs }) => [label, before, after, theirs?.text]),
    ).toEqual([['보수료', '100,000', '300,000', '250,000']])
    await sendRows('changed_rows', sheet)
    expect(await readStored()).toMatchObject([
      { owner: '도담' },
      { owner: '박새롬', fees: 250_000, fees_vat: 25_000, purpose: '소유권이전' },
      { owner: '이든', purpose: '말소', stamp: 5000 },
    ])
    const refused = await send('all_or_nothing', sheet)
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringContaining('바꾼 셀입니다')])
  })

  test('with columns and rows missing or reordered changes only what it shows', async () => {
    const sheet = await exportSheet()
    writeCell(sheet, ['이든', '소유자'], '이든솔')
    const keptColumns = ['내보낸 기준', '소유자', '번호'].map((title) => sheet[0]?.indexOf(title) ?? -1)
    const narrow = sheet
      .filter((row) => row[keptColumns[1] ?? 0] !== '도담')
      .map((row) => keptColumns.map((at) => row[at] ?? null))
    expect(await sendRows('changed_rows', narrow)).toMatchObject({ total: 2, changed: 1, same: 1, errors: [] })
    expect((await readStored()).map(({ owner, fees }) => [owner, fees])).toEqual([
      ['도담', 100_000],
      ['박새론', 100_000],
      ['이든솔', 100_000],
    ])
  })

  test('imports new rows below its own only if requested', async () => {
    const sheet = await exportSheet()
    writeCell(sheet, ['도담', '보수료'], 1000)
    const fresh = (sheet[0] ?? []).map(
      (title) => ({ '사업구간(그룹)': '달빛스퀘어', 소유자: '새사람' })[String(title)] ?? null,
    )
    sheet.splice(sheet.length - 1, 0, fresh)
    expect(await sendRows('dry_run', sheet)).toMatchObject({ total: 4, good: 1, changed: 1, same: 2 })
    expect(await sendRows('changed_rows', sheet)).toMatchObject({ imported: 0, ids: [] })
    const opId = newId()
    const both = await sendRows('good_rows', sheet, { opId })
    expect(both).toMatchObject({ imported: 1, changes: [] })
    expect(await sendRows('good_rows', sheet, { opId })).toMatchObject({
      imported: 1,
      ids: both.ids,
      act_id: both.act_id,
    })
    expect(await readStored()).toHaveLength(4)
  })

  test('reports every row whose record cannot be identified', async () => {
    const [, , third] = await readStored()
    const sheet = await exportSheet()
    const at = (title: string) => sheet[0]?.indexOf(title) ?? -1
    await staff.inject({ method: 'DELETE', url: `${base}list/`, payload: { id: third?.id } })
    const [first, second] = sheet.slice(1).filter((row) => row[at('번호')] && row[at('소유자')] !== '이든')
    sheet.push([...(first ?? [])])
    const tampered = [...(second ?? [])]
    tampered[at('번호')] = String(tampered[at('번호')]).replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    sheet.push(tampered)
    const stranger = await makeMaster(staff, 'company', { name: '하늘공사' })
    const company =
      (await readExportedSheet(staff, '/api/deposition/company/')).find((row) => row.includes(stranger)) ?? []
    const foreign: SheetLine = Array.from(second ?? [], () => null)
    foreign[at('번호')] = company.at(-2) ?? null
    foreign[at('내보낸 기준')] = company.at(-1) ?? null
    foreign[at('소유자')] = '남'
    sheet.push(foreign)
    const report = await sendRows('dry_run', sheet)
    expect(report.errors.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\d행과 같은 자료입니다/),
        '그 사이 삭제된 사건입니다.',
        expect.stringContaining('셀이 바뀌어 어느 자료인지 알 수 없습니다'),
        '다른 장부의 자료입니다: 회사',
      ]),
    )
    expect(report.errors).toHaveLength(5)
    expect(report).toMatchObject({ good: 0, changed: 0, same: 1 })
  })

  test('names an unreadable cell and keeps the rest', async () => {
    const sheet = await exportSheet()
    writeCell(sheet, ['박새론', '보수료'], '많이')
    writeCell(sheet, ['이든', '등기접수일'], '2026.12.1')
    const report = await sendRows('changed_rows', sheet)
    expect(report.errors.map(({ field, value }) => [field, value])).toEqual([['fees', '많이']])
    expect((await readStored()).map(({ created_at: day }) => day)).toEqual(['2026-11-20', '2026-11-20', '2026-12-01'])
  })
})

test.each(largeCases('compares thousands of rows and writes them as one action'))(
  '%s',
  async () => {
    const count = countPropertyRuns(10_000)
    const rows = Array.from({ length: count }, (_, n) => ['해든마을 1단지', `주인 ${n}`, n])
    await sendRows('good_rows', [['사업구간(그룹)', '소유자', '보수료'], ...rows])
    const sheet = await exportSheet()
    const at = sheet[0]?.indexOf('등기목적') ?? -1
    for (const row of sheet.slice(1, -1)) row[at] = '일괄'
    const started = performance.now()
    const dry = await sendRows('dry_run', sheet)
    expect(dry).toMatchObject({ changed: count + 3, same: 0, difference_count: count + 3 })
    expect(performance.now() - started).toBeLessThan(20_000)
    const done = await sendRows('changed_rows', sheet)
    expect(done.changes).toHaveLength(count + 3)
  },
  120_000,
)

test.each([
  ['real-estate-groups', '담당자'],
  ['deposit-cases', '비고'],
  ['companies', '설명'],
  ['departments', '기타 정보'],
  ['managers', '직책'],
  ['projects', '설명'],
  ['titles', '설명'],
  ['quick-deliveries', '메모'],
  ['card-usage', '내용'],
] as const)('an unedited sheet of %s changes nothing, and one edited cell changes one record', async (name, title) => {
  const path = trimListPath(getBook(name))
  const created = await makeRecord(staff, name, sampleByCollection[name])
  const sheet = await readExportedSheet(staff, path)
  expect(await sendRows('dry_run', sheet, { path })).toMatchObject({
    good: 0,
    changed: 0,
    errors: [],
    difference_count: 0,
  })
  const row = sheet.find((cells) => cells.includes(String(created['id']))) ?? []
  expect(sheet[0]).toContain(title)
  row[sheet[0]?.indexOf(title) ?? -1] = '고친 말'
  const report = await sendRows('changed_rows', sheet, { path })
  expect(report).toMatchObject({ good: 0, errors: [], difference_count: 1, targets: [] })
  expect(report.changes.map(({ id }) => id)).toEqual([created['id']])
})

/** Values that a sheet shows differently from the record. */
const sampleByCollection: Partial<Record<CollectionName, Record<string, unknown>>> = {
  'quick-deliveries': { created_at: '2026-11-20T03:10:59.123Z', sender: '=가온', amount: 5000 },
  'card-usage': { created_at: '2026-11-20T03:10:59Z', store_name: ' 달빛국밥 ', pay: '12,000원', purpose: 'lunch box' },
  'deposit-cases': { address: '하나\r\n둘', fees: 100_000, owner_name: "'따옴표" },
}

async function put(method: 'POST' | 'PUT', payload: Record<string, unknown>, person = staff): Promise<void> {
  const response = await person.inject({ method, url: `${base}list/`, payload })
  if (response.statusCode >= 300) throw new Error(response.body)
}

async function exportSheet(): Promise<SheetLine[]> {
  return await readExportedSheet(staff, base)
}

async function sendRows(
  mode: string,
  rows: readonly SheetLine[],
  to: Parameters<typeof send>[2] = {},
): Promise<ImportReport> {
  const result = await send(mode, rows, to)
  if (result.statusCode !== 200) throw new Error(result.body)
  return importReportSchema.parse(result.json())
}

async function send(mode: string, rows: readonly SheetLine[], to: { path?: string; opId?: string } = {}) {
  return await importSheet(staff, rows, { path: base, ...to, mode })
}

async function readStored() {
  return await server.db.selectFrom('real_estate').selectAll().orderBy('owner').execute()
}
