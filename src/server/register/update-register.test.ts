import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBook } from '#contract/books/collections.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { registerEntryBook } from '#contract/books/register-entries.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import {
  closeMonthPath,
  registerCorrectionsPath,
  registerMonthsPath,
  registerMonthsSchema,
  registerReportPath,
  registerReportSchema,
  reopenMonthPath,
} from '#contract/register/register.ts'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { longMandateRemark } from '#domain/register/register-entry.ts'
import { openDatabase } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { importSheet, readExportedSheet } from '#tests/support/documents/returning-sheets.ts'
import { createUpdateEntry, send as sendBatch } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { updateRegister } from './update-register.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn
const now = new Date('2026-02-10T03:00:00Z')

beforeAll(async () => {
  server = await buildTestApp({ now: () => now })
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of emptied) await server.ownerDb.deleteFrom(table).execute()
})

const emptied = [
  'register_correction',
  'register_entry',
  'register_closing',
  'register_mark',
  'register_report',
  'real_estate',
  'deposit_case',
  'change',
] as const

const update = () => updateRegister(server.deps)
const readEntries = () => server.db.selectFrom('register_entry').selectAll().orderBy('year').orderBy('serial').execute()
const readEntry = async (caseId: string) =>
  (await readEntries()).find(({ case_id }) => case_id === caseId) ?? expect.fail(`${caseId} has no entry`)
const tables = { 'real-estate': 'real_estate', 'deposit-cases': 'deposit_case' } as const

/** A case that reached the server at an instant. */
async function createCase(book: keyof typeof tables, arrived: string, fields: object = {}): Promise<string> {
  const { id } = await makeRecord(staff, book, { ...fields })
  await server.ownerDb.updateTable(tables[book]).set({ inserted_at: arrived }).where('id', '=', String(id)).execute()
  return String(id)
}

const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object, by = staff) =>
  await by.inject({ method, url, payload })

async function closeMonth(year: number, month: number): Promise<void> {
  const response = await send('POST', closeMonthPath, { year, month }, superuser)
  expect(response.statusCode, response.body).toBe(200)
}

async function readMonths(year: number) {
  const response = await staff.inject({ url: `${registerMonthsPath}?year=${year}` })
  return registerMonthsSchema.parse(response.json()).months
}

async function readReport(year: number) {
  return registerReportSchema.parse((await staff.inject({ url: `${registerReportPath}?year=${year}` })).json())
}

test('two years of both books, number by number', async () => {
  const first = await createCase('real-estate', '2025-11-03T01:00:00Z', {
    owner: '김가온',
    owner_address: '솔빛시 해든구 가온로 1',
    purpose: '소유권이전',
    fees: 300_000,
    mandated_at: '2025-09-01',
    verified_by: 'resident_card',
    registrated_at: '2025-11-20',
  })
  const second = await createCase('deposit-cases', '2025-12-31T14:59:59Z', {
    owner_name: '박새론',
    purpose: '대위상속',
    fees: 120_000,
    deposit_name: '누리철도건설단',
  })
  const third = await createCase('real-estate', '2025-12-31T15:00:00Z', {
    owner: '이든',
    purpose: '근저당권말소',
    client_birth: '1970-01-02',
    client_others: 2,
  })
  const fourth = await createCase('deposit-cases', '2026-02-09T01:00:00Z', {
    client_name: '주식회사 해든',
    client_address: '가상시 누리로 2',
    purpose: '공탁',
    fees: 80_000,
    closed_at: '2026-02-10',
  })
  await update()
  expect(await readEntries()).toMatchObject([
    {
      year: 2025,
      serial: 1,
      book: 'real-estate',
      case_id: first,
      mandated_on: '2025-09-01',
      entered_on: '2025-11-03',
      matter: '소유권이전',
      fee: 300_000,
      client: '김가온',
      client_address: '솔빛시 해든구 가온로 1',
      verification: 'resident_card',
      closed_on: '2025-11-20',
      remark: longMandateRemark,
    },
    { year: 2025, serial: 2, case_id: second, entered_on: '2025-12-31', client: '누리철도건설단', remark: null },
    { year: 2026, serial: 1, case_id: third, entered_on: '2026-01-01', mandated_on: '2026-01-01', client_others: 2 },
    { year: 2026, serial: 2, case_id: fourth, client: '주식회사 해든', closed_on: '2026-02-10', remark: null },
  ])
  const months = await readMonths(2025)
  expect(months[10]).toMatchObject({ count: 1, fees: 300_000, total_count: 1, total_fees: 300_000 })
  expect(months[11]).toMatchObject({ count: 1, fees: 120_000, total_count: 2, total_fees: 420_000 })
  expect((await readMonths(2026))[1]).toMatchObject({ count: 1, fees: 80_000, total_count: 2, total_fees: 80_000 })
  expect(await readReport(2025)).toMatchObject({
    count: 2,
    fees: 420_000,
    ledger: { count: 2, fees: 420_000 },
    open_months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  })
  await updateRegister({ ...server.deps, now: () => new Date('2026-03-01T03:00:00Z') })
  expect(await readEntry(third)).toMatchObject({ remark: longMandateRemark, version: 2 })
})

test('ten processes number cases that arrive meanwhile without gap or double', async () => {
  const group = await makeRecord(staff, 'real-estate-groups')
  const pools = Array.from({ length: 10 }, () => openDatabase({ url: server.databaseUrl, maxConnections: 2 }))
  const create = () => makeRecord(staff, 'real-estate', { group_id: group['id'] })
  const follow = async (db: (typeof pools)[number]) => {
    for (let turn = 0; turn < 5; turn += 1) await updateRegister({ ...server.deps, db })
  }
  try {
    await Promise.all([...Array.from({ length: 60 }, create), ...pools.map(follow)])
    await update()
  } finally {
    await Promise.all(pools.map((db) => db.destroy()))
  }
  const entries = await readEntries()
  expect(entries.map(({ serial }) => serial)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(new Set(entries.map(({ case_id }) => case_id)).size).toBe(60)
})

test('five devices send ten offline mandates each while three processes number', async () => {
  const group = await makeRecord(staff, 'real-estate-groups')
  const devices = await Promise.all(Array.from({ length: 5 }, () => server.signIn('staff')))
  const pools = Array.from({ length: 3 }, () => openDatabase({ url: server.databaseUrl, maxConnections: 2 }))
  const sendOutbox = async (device: SignedIn) => {
    const entries = Array.from({ length: 10 }, () =>
      createUpdateEntry({ id: newId(), group_id: group['id'], fees: 1000 }, { method: 'POST' }),
    )
    const answers = await sendBatch(device, entries)
    expect(answers.map(({ status }) => status)).toEqual(entries.map(() => 201))
    // The response was lost, and the device repeats what it sent.
    await sendBatch(device, entries)
  }
  const follow = async (db: (typeof pools)[number]) => {
    for (let turn = 0; turn < 10; turn += 1) await updateRegister({ ...server.deps, db })
  }
  try {
    await Promise.all([...devices.map(sendOutbox), ...pools.map(follow)])
    await update()
  } finally {
    await Promise.all(pools.map((db) => db.destroy()))
  }
  const entries = await readEntries()
  expect(entries.map(({ serial }) => serial)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(new Set(entries.map(({ case_id }) => case_id)).size).toBe(50)
})

test('an entry follows its case while the month is open, and devices receive it', async () => {
  const id = await createCase('real-estate', '2026-02-01T01:00:00Z', { owner: '김가온' })
  await update()
  await send('PUT', realEstateBook.path, { id, owner: '박새론', fees: 50_000 })
  await update()
  await update()
  const entry = await readEntry(id)
  expect(entry).toMatchObject({ client: '박새론', fee: 50_000, version: 2, differs: false })
  const page = await staff.inject({ url: '/api/sync/changes?after=0.0&limit=100' })
  const { changes } = changesPageSchema.parse(page.json())
  expect(changes.find((change) => change.id === entry.id)).toMatchObject({
    collection: 'register-entries',
    row: { client: '박새론', serial: 1 },
  })
})

test('a deleted case keeps its number as 취소, and gets it back when the delete is undone', async () => {
  const id = await createCase('real-estate', '2026-02-01T01:00:00Z', { owner: '김가온', fees: 70_000 })
  await createCase('real-estate', '2026-02-02T01:00:00Z')
  await update()
  await send('DELETE', realEstateBook.path, { id })
  await update()
  expect(await readEntry(id)).toMatchObject({ serial: 1, is_cancelled: true, client: '김가온' })
  expect(await readReport(2026)).toMatchObject({ count: 1, fees: 0, ledger: { count: 1, fees: 0 }, cancelled: 1 })
  const group = await makeRecord(staff, 'real-estate-groups')
  await send('POST', realEstateBook.path, { id, group_id: group['id'], owner: '김가온', fees: 70_000 })
  await update()
  expect(await readEntry(id)).toMatchObject({ serial: 1, is_cancelled: false, client: '김가온' })
})

test('a closed month resists every way of writing, and reports the difference', async () => {
  const edited = await createCase('real-estate', '2026-01-05T01:00:00Z', { owner: '김가온', fees: 100_000 })
  const inBulk = await createCase('deposit-cases', '2026-01-06T01:00:00Z', { fees: 200_000 })
  const deleted = await createCase('deposit-cases', '2026-01-07T01:00:00Z', { fees: 300_000 })
  await closeMonth(2026, 1)
  const before = await readEntries()
  await send('PUT', realEstateBook.path, { id: edited, owner: '박새론', fees: 1 })
  const bulk = await send('PUT', '/api/mysql/deposition/bulk_update/', { selectedItems: [inBulk], data: { fees: 5 } })
  expect(bulk.statusCode, bulk.body).toBe(200)
  await send('DELETE', depositCaseBook.path, { id: deleted })
  await sendBatch(staff, [createUpdateEntry({ id: edited, closed_at: null, purpose: '소유권이전' })])
  // An offline case that arrives after the closing is entered on the day of its arrival.
  const late = await createCase('real-estate', '2026-01-31T01:00:00Z')
  await update()
  const values = ({ version: _version, updated_at: _at, differs: _differs, ...entry }: (typeof before)[number]) => entry
  const after = await readEntries()
  expect(after.filter(({ case_id }) => case_id !== late).map(values)).toEqual(before.map(values))
  expect(after.map(({ differs }) => differs)).toEqual([true, true, true, false])
  expect(await readEntry(late)).toMatchObject({ entered_on: '2026-02-10', serial: 4 })
  expect((await readMonths(2026))[0]).toMatchObject({ count: 3, fees: 600_000, is_closed: true })
  await send('PUT', realEstateBook.path, { id: edited, owner: '김가온', fees: 100_000, purpose: null })
  await update()
  expect(await readEntry(edited)).toMatchObject({ differs: false })
  // A mandate may end long after its month.
  await send('PUT', realEstateBook.path, { id: edited, closed_at: '2026-02-09' })
  await update()
  expect(await readEntry(edited)).toMatchObject({ closed_on: '2026-02-09', differs: false })
  await send('PUT', realEstateBook.path, { id: edited, closed_at: '2026-02-01' })
  await update()
  expect(await readEntry(edited)).toMatchObject({ closed_on: '2026-02-09', differs: true })
})

test.each(['real-estate', 'deposit-cases'] as const)('a closed month resists a sheet of %s', async (book) => {
  const path = trimListPath(getBook(book))
  const id = await createCase(book, '2026-01-05T01:00:00Z', { fees: 100_000 })
  await closeMonth(2026, 1)
  const before = await readEntry(id)
  const sheet = await readExportedSheet(staff, path)
  const column = sheet[0]?.indexOf('보수료') ?? -1
  const line = sheet.find((cells) => cells.includes(id)) ?? []
  expect(line[column]).toBe(100_000)
  line[column] = 1
  const imported = await importSheet(staff, sheet, { mode: 'changed_rows', path })
  expect(imported.statusCode, imported.body).toBe(200)
  expect(await server.db.selectFrom(tables[book]).select('fees').where('id', '=', id).execute()).toEqual([{ fees: 1 }])
  await update()
  expect(await readEntry(id)).toMatchObject({ fee: 100_000, differs: true, serial: before.serial })
  expect(await readEntries()).toHaveLength(1)
})

test('a closed month resists undo', async () => {
  const id = await createCase('real-estate', '2026-01-05T01:00:00Z', { owner: '김가온', fees: 100_000 })
  const edit = createUpdateEntry({ id, fees: 200_000 }, { base_version: 1 })
  expect(await sendBatch(staff, [edit])).toMatchObject([{ status: 200 }])
  await closeMonth(2026, 1)
  const undo = createUpdateEntry({ id, fees: 100_000 }, { base_version: 2 })
  expect(await sendBatch(staff, [undo])).toMatchObject([{ status: 200 }])
  await update()
  expect(await readEntry(id)).toMatchObject({ fee: 200_000, differs: true })
  // Redo.
  expect(await sendBatch(staff, [createUpdateEntry({ id, fees: 200_000 }, { base_version: 3 })])).toMatchObject([
    { status: 200 },
  ])
  await update()
  expect(await readEntry(id)).toMatchObject({ fee: 200_000, differs: false })
})

test('a correction changes one value of a closed month, once, and keeps the old one', async () => {
  const id = await createCase('real-estate', '2026-01-05T01:00:00Z', { owner: '김가온', fees: 100_000 })
  await update()
  const entry = await readEntry(id)
  const correction = { id: newId(), entry_id: entry.id, field: 'fee', value: 90_000, reason: '보수액을 잘못 적음' }
  expect((await send('POST', registerCorrectionsPath, correction, superuser)).statusCode).toBe(422)
  await closeMonth(2026, 1)
  const made = await send('POST', registerCorrectionsPath, correction, superuser)
  expect(made.json()).toMatchObject({ old_value: '100000', new_value: '90000', serial: 1 })
  await send('POST', registerCorrectionsPath, correction, superuser)
  expect(await readEntry(id)).toMatchObject({ fee: 90_000, corrections: 1, differs: true })
  expect((await staff.inject({ url: `${registerCorrectionsPath}?year=2026` })).json()).toMatchObject({
    results: [{ id: correction.id, reason: correction.reason }],
  })
  const wrong = { ...correction, id: newId(), field: 'closed_on', value: '2026-02-30' }
  expect((await send('POST', registerCorrectionsPath, wrong, superuser)).statusCode).toBe(400)
  const reopened = await send('POST', reopenMonthPath, { year: 2026, month: 1, reason: '신고 전 확인' }, superuser)
  expect(registerMonthsSchema.parse(reopened.json()).months[0]).toMatchObject({
    is_closed: false,
    log: [{ act: 'reopen', reason: '신고 전 확인' }, { act: 'close' }],
  })
  expect(await readEntry(id)).toMatchObject({ fee: 100_000, corrections: 1, differs: false })
})

test('months are closed once they are over, and in order', async () => {
  await createCase('real-estate', '2025-12-05T01:00:00Z')
  await createCase('real-estate', '2026-01-05T01:00:00Z')
  const close = async (year: number, month: number) =>
    (await send('POST', closeMonthPath, { year, month }, superuser)).statusCode
  expect(await close(2026, 2)).toBe(422)
  expect(await close(2026, 1)).toBe(422)
  expect(await close(2025, 12)).toBe(200)
  expect(await close(2026, 1)).toBe(200)
  expect(await close(2026, 1)).toBe(200)
  expect((await readMonths(2026))[0]?.log).toHaveLength(1)
})

test('nobody writes an entry by the calls of its book', async () => {
  const id = await createCase('real-estate', '2026-02-05T01:00:00Z')
  await update()
  const entry = await readEntry(id)
  const calls = [
    ['POST', registerEntryBook.path, {}],
    ['PUT', registerEntryBook.path, { id: entry.id, fee: 1 }],
    ['DELETE', registerEntryBook.path, { id: entry.id }],
    ['POST', `${registerEntryBook.path}bulk_delete`, { ids: [entry.id] }],
  ] as const
  for (const [method, url, payload] of calls) await send(method, url, payload, superuser)
  expect(await readEntries()).toEqual([entry])
})
