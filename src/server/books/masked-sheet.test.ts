import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ImportReport, importReportSchema } from '#contract/records/excel-import.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { importSheet, readExportedSheet, type SheetLine, writeCell } from '#tests/support/documents/returning-sheets.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

const base = '/api/mysql/realestate/'
const groupId = '01990000-0000-7000-8000-000000000001'
let staff: SignedIn

beforeAll(async () => {
  staff = await server.signIn('staff')
  await server.db.insertInto('real_estate_group').values({ id: groupId, name: '달빛스퀘어' }).execute()
})
beforeEach(async () => {
  await server.db.deleteFrom('real_estate').execute()
  for (const owner of ['박새론', '이든', '도담'])
    await makeRecord(staff, 'real-estate', { group_id: groupId, owner, fees: 100_000, created_at: '2026-11-20' })
})

async function sendRows(mode: string, rows: readonly SheetLine[]): Promise<ImportReport> {
  const response = await importSheet(staff, rows, { mode, path: base })
  if (response.statusCode !== 200) throw new Error(response.body)
  return importReportSchema.parse(response.json())
}
async function readStored() {
  return await server.db.selectFrom('real_estate').selectAll().orderBy('owner').execute()
}

const address = '서울특별시 강남구 테헤란로 1, 101동 1203호'
const hidden = '서울특별시 강남구 ****'

async function setAddress(): Promise<SheetLine[]> {
  const [first] = await readStored()
  await staff.inject({ method: 'PUT', url: `${base}list/`, payload: { id: first?.id, owner_address: address } })
  return await readExportedSheet(staff, base)
}
const readAddresses = async () => (await readStored()).map(({ owner_address }) => owner_address)

test('an export without parameters is masked, but names stay readable', async () => {
  const sheet = await setAddress()
  expect(sheet.flat()).toEqual(expect.arrayContaining([hidden, '도담']))
  expect(sheet.flat()).not.toContain(address)
})

test('an imported masked cell counts as unchanged and is reported, and other changes are written', async () => {
  const sheet = await setAddress()
  writeCell(sheet, ['도담', '보수료'], '38만')
  expect(await sendRows('dry_run', sheet)).toMatchObject({ changed: 1, same: 2, errors: [], masked: 1 })
  await sendRows('changed_rows', sheet)
  expect((await readStored())[0]).toMatchObject({ owner: '도담', fees: 380_000, owner_address: address })
})

test('an edited masked value is never imported', async () => {
  const sheet = await setAddress()
  writeCell(sheet, ['도담', '소유자 주소'], '부산광역시 해운대구 **** 101호')
  expect(await sendRows('dry_run', sheet)).toMatchObject({ changed: 0, same: 3, masked: 1 })
  writeCell(sheet, ['도담', '소유자 주소'], '부산광역시 해운대구 센텀로 9')
  expect(await sendRows('good_rows', sheet)).toMatchObject({ masked: 0, changed: 1 })
  expect(await readAddresses()).toContain('부산광역시 해운대구 센텀로 9')
})

test('refuses a masked value in a new row', async () => {
  const sheet: SheetLine[] = [
    ['사업구간(그룹)', '소유자', '소유자 주소', '등기접수일'],
    ['달빛스퀘어', '새로운', hidden, '2026-11-20'],
  ]
  const { errors, good } = await sendRows('dry_run', sheet)
  expect([good, errors.map(({ field, message }) => [field, message])]).toEqual([
    0,
    [['owner_address', '가려진 값입니다. 새 행에는 원래 값을 적거나 셀을 비워 주세요.']],
  ])
})

test('an unmasked export needs its own reason, which the trail records', async () => {
  await setAddress()
  const exportSheet = (query: Record<string, string>) =>
    staff.inject({ method: 'GET', url: `${base}export_excel`, query })
  for (const reason of [{}, { reason: '업무 처리' }]) {
    const refused = await exportSheet({ masked: 'no', ...reason })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      422,
      { reason: '가리지 않고 내보내려면 ‘업무 처리’ 외의 사유를 선택해 주세요.' },
    ])
  }
  expect((await exportSheet({ reason: '900101-1234568 확인' })).statusCode).toBe(400)
  const full = await exportSheet({ masked: 'no', reason: '기관 제출', search: '도담' })
  const { SheetNames, Sheets } = XLSX.read(full.rawPayload)
  expect(JSON.stringify(Sheets[SheetNames[0] ?? ''])).toContain(address)
  await exportSheet({ reason: '내부 점검' })
  await exportSheet({})
  const rows = await server.db
    .selectFrom('audit')
    .select('detail')
    .where('act', '=', 'export')
    .orderBy('seq', 'desc')
    .limit(3)
    .execute()
  expect(rows.map(({ detail }) => detail)).toEqual([
    { reason: null, is_masked: true },
    { reason: '내부 점검', is_masked: true },
    { search: '도담', reason: '기관 제출', is_masked: false },
  ])
})
