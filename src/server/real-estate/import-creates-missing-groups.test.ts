import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

let staff: SignedIn
beforeAll(async () => {
  staff = await server.signIn('staff')
})
afterEach(async () => {
  await server.db.deleteFrom('real_estate').execute()
  await server.db.deleteFrom('real_estate_group').execute()
  await server.db.deleteFrom('change').execute()
})

const caseBook = '/api/mysql/realestate/import_excel/'
const sheet = buildWorkbook([
  ['사업구간(그룹)', '소유자', '보수료'],
  ['가온 2단지', '박새론', 100_000],
  ['가온2단지', '김나루', 100_000],
  ['달빛 1단지', '이하람', 100_000],
  ['솔빛 3단지', '최누리', '많이'],
])

test('names each missing group once in a dry run and offers to create it', async () => {
  const report = await importFile({ mode: 'dry_run' })
  expect(report).toMatchObject({ total: 4, good: 0 })
  expect(report.missing).toEqual([
    { field: 'group_id', noun: '사업구간', names: ['가온 2단지', '달빛 1단지', '솔빛 3단지'], reason: null },
  ])
  expect(await readGroups()).toEqual([])
})

test('counts their rows as good in an agreed dry run and still writes nothing', async () => {
  const report = await importFile({ mode: 'dry_run', creates: ['group_id'] })
  expect(report).toMatchObject({ good: 3, missing: [{ names: ['가온 2단지', '달빛 1단지', '솔빛 3단지'] }] })
  expect(report.errors.map(({ row, field }) => [row, field])).toEqual([[5, 'fees']])
  expect(await readGroups()).toEqual([])
})

test('creates groups and the rows that need them as one action, only once if sent repeatedly', async () => {
  const opId = newId()
  const responses = [
    await importFile({ mode: 'good_rows', creates: ['group_id'], opId }),
    await importFile({ mode: 'good_rows', creates: ['group_id'], opId }),
  ]
  const created = await readGroups()
  expect(created.map(({ name }) => name)).toEqual(['가온 2단지', '달빛 1단지'])
  expect(responses[0]).toMatchObject({
    imported: 3,
    made: created.map(({ id }) => ({ collection: 'real-estate-groups', id })),
  })
  expect(responses[1]?.ids).toEqual(responses[0]?.ids)
  const entries = await server.db.selectFrom('real_estate').select(['owner', 'group_id']).orderBy('owner').execute()
  expect(entries).toEqual([
    { owner: '김나루', group_id: created[0]?.id },
    { owner: '박새론', group_id: created[0]?.id },
    { owner: '이하람', group_id: created[1]?.id },
  ])
  const acts = await server.db.selectFrom('change').select('act_id').distinct().execute()
  expect(acts).toEqual([{ act_id: responses[0]?.act_id }])
})

test('never creates a group without agreement', async () => {
  await expect(importFile({ mode: 'good_rows' })).rejects.toThrow('등록되지 않은 사업구간(그룹)입니다: 가온 2단지')
  expect(await readGroups()).toEqual([])
})

test('creates no group from a text with a resident number', async () => {
  const file = buildWorkbook([
    ['사업구간(그룹)', '소유자'],
    ['900101-1234568', '박새론'],
  ])
  expect(await importFile({ mode: 'dry_run', creates: ['group_id'], file })).toMatchObject({ good: 0, missing: [] })
})

test('does not offer to create what needs more than a name, and says why', async () => {
  const file = buildWorkbook([
    ['프로젝트', '목록명', '상태'],
    ['없는 구간', '1차', '대기중'],
  ])
  const report = await importFile({
    mode: 'dry_run',
    creates: ['project'],
    file,
    path: '/api/deposition/title/import_excel',
  })
  expect(report.good).toBe(0)
  expect(report.missing).toEqual([
    {
      field: 'project',
      noun: '사업구간',
      names: ['없는 구간'],
      reason:
        '사업구간은 이름 외에 관리자, 상태가 필요하여 여기서 만들 수 없습니다. 사업구간 화면에서 먼저 추가해 주세요.',
    },
  ])
})

function readGroups() {
  return server.db.selectFrom('real_estate_group').select(['id', 'name']).orderBy('name').execute()
}

interface Upload {
  mode: string
  creates?: readonly string[]
  opId?: string
  file?: Uint8Array
  path?: string
}

async function importFile({ mode, creates, opId, file = sheet, path = caseBook }: Upload): Promise<ImportReport> {
  const form = new FormData()
  form.append('mode', mode)
  if (creates) form.append('creates', JSON.stringify(creates))
  form.append('file', new Blob([new Uint8Array(file)]), '사건부.xlsx')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await staff.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(opId !== undefined && { 'idempotency-key': opId }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return importReportSchema.parse(response.json())
}

function buildWorkbook(rows: unknown[][]): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), '사건부')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }))
}
