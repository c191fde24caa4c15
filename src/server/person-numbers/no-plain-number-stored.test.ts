import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importModes } from '#contract/records/excel-import.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { createFormPayload } from '#tests/support/documents/pictures.ts'
import { postBatch } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { readAllText } from '#tests/support/servers/every-text.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { rotatePersonNumbers } from './number-at-rest.ts'
import { sealPlainNumber } from './sealed-numbers.ts'

/**
 * Personal numbers are sent through every route that accepts them, and must not be stored anywhere
 * in plain text.
 */
const owners = '/api/mysql/realestate/owner/'
const path = join(createTempFolder(), 'numbers.key')
const keys = openOfficeKeys(path)
const log: string[] = []
const responseBodies: string[] = []
const sentNumbers: string[] = []
let database: TestDatabase
let server: TestApp
let staff: SignedIn
let colleague: SignedIn
let unit: unknown

beforeAll(async () => {
  database = await createTestDatabase()
  const logTo = { write: (line: string) => void log.push(line) }
  server = await buildTestApp({ database, officeKeys: keys, logTo, config: { logLevel: 'debug' } })
  const { loadDemoUsers } = await import('#server/session/demo-users.ts')
  await loadDemoUsers(database.db)
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  unit = (await makeRecord(staff, 'real-estate-units'))['id']
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

/** A different number each time, so that a number found anywhere can be traced. */
function createNumber(): string {
  const digits = `9${String(sentNumbers.length % 10)}0101-1${String(734_500 + sentNumbers.length)}`
  sentNumbers.push(digits)
  return digits
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(at: `${Method} ${string}`, payload?: object, headers: Record<string, string> = {}) {
  const [method, url] = at.split(' ') as [Method, string]
  const response = await staff.inject({ method, url, headers, ...(payload && { payload }) })
  responseBodies.push(response.body)
  return response
}

test('no route stores a number as text, whether it accepts or refuses it', async () => {
  const createOpHeader = () => ({ 'idempotency-key': newId() })
  const named = { unit_id: unit, owner: '김가온' }
  const created = (await call(`POST ${owners}`, { ...named, owner_num: createNumber() }, createOpHeader())).json()
  await call(`POST ${owners}create`, { ...named, owner_num: createNumber() })
  await call(`PUT ${owners}`, { id: created.id, owner_num: createNumber() }, { ...createOpHeader(), 'if-match': '"1"' })
  await call(`PUT ${owners}${created.id}/update`, { owner_num: createNumber() })
  await call(`POST ${owners}bulk_update`, { selectedItems: [created.id], data: { owner_num: createNumber() } })
  const createEntry = (body: object) => ({ op_id: newId(), method: 'PUT', path: owners, body })
  const batchResponse = await postBatch(staff, [
    createEntry({ id: created.id, owner_num: sealPlainNumber(keys.newest(), createNumber(), 'a') }),
  ])
  responseBodies.push(batchResponse.body)
  expect(batchResponse.json().answers[0].status).toBe(200)
  const conflict = await colleague.inject({
    method: 'PUT',
    url: owners,
    payload: { id: created.id, owner_num: createNumber() },
    headers: { ...createOpHeader(), 'if-match': '"2"' },
  })
  responseBodies.push(conflict.body)
  expect(conflict.statusCode).toBe(409)
  const refused = [
    { id: created.id, owner_num: `${createNumber()}9` },
    { id: created.id, owner_num: createNumber().replace('0101', '1301') },
    { id: created.id, party_kind: 'corporation', owner_num: createNumber() },
    { id: created.id, owner: createNumber() },
    { id: created.id, [createNumber()]: 'x' },
    { id: created.id, owner_num: [createNumber()] },
    { id: created.id, num_masked: createNumber(), owner_address: createNumber() },
  ]
  for (const body of refused)
    expect((await call(`PUT ${owners}`, body, createOpHeader())).statusCode).toBeGreaterThanOrEqual(400)
  // A JSON number is read as its digits.
  expect(
    (
      await call(
        `PUT ${owners}`,
        { id: created.id, owner_num: Number(createNumber().replace('-', '')) },
        createOpHeader(),
      )
    ).statusCode,
  ).toBe(200)
  await call(`DELETE ${owners}`, { id: created.id })
  await call(`POST ${owners}`, { ...named, id: created.id, owner_num: created.owner_num })
})

test('leaves the number column out of an imported sheet, in the dry run and the import', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['세대', '성명(명칭)', '주민등록번호(법인등록번호)', '비고'],
    ['가상', '박새론', createNumber(), createNumber()],
  ])
  const file = XLSX.write({ SheetNames: ['a'], Sheets: { a: sheet } }, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  for (const mode of importModes) {
    const form = await createFormPayload({ mode, file: ['sheet.xlsx', file, 'application/octet-stream'] })
    const response = await staff.inject({ method: 'POST', url: `${owners}import_excel`, ...form })
    expect(response.statusCode).toBe(200)
    // The report shows the sheet to the person who uploaded it and marks what is not allowed.
    expect(response.body).not.toContain('owner_num')
  }
})

test('logs who revealed or searched, whose number and why, but never the number', async () => {
  const number = createNumber()
  const { id } = await makeRecord(staff, 'unit-owners', { unit_id: unit, owner: '나래', owner_num: number })
  const shown = await staff.inject({
    method: 'POST',
    url: '/api/mysql/realestate/reveal_number',
    payload: { collection: 'unit-owners', id, reason: '등기신청서 작성' },
  })
  expect([shown.json(), shown.headers['cache-control']]).toEqual([{ number }, 'no-store'])
  for (const spelling of [number, number.replace('-', ''), sealPlainNumber(keys.newest(), number, 'b')]) {
    const found = await staff.inject({
      method: 'POST',
      url: '/api/mysql/realestate/find_by_number',
      payload: { number: spelling, reason: '권리자 확인' },
    })
    expect(found.json()).toEqual({ unit_ids: [unit] })
  }
  const other = await call('POST /api/mysql/realestate/find_by_number', {
    number: '990101-1000099',
    reason: '권리자 확인',
  })
  expect(other.json()).toEqual({ unit_ids: [] })
  for (const reason of ['', ' 왜 ', createNumber()]) {
    const refused = await call('POST /api/mysql/realestate/reveal_number', { collection: 'unit-owners', id, reason })
    expect(refused.statusCode).toBe(400)
  }
  expect(
    (
      await call('POST /api/mysql/realestate/reveal_number', {
        collection: 'unit-owners',
        id: newId(),
        reason: '확인',
      })
    ).statusCode,
  ).toBe(404)
  expect(
    (await call('POST /api/mysql/realestate/reveal_number', { collection: 'companies', id, reason: '확인' }))
      .statusCode,
  ).toBe(404)
  const trail = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('act', 'in', ['reveal', 'find_number'])
    .orderBy('seq')
    .execute()
  expect(trail[0]).toMatchObject({
    act: 'reveal',
    user_id: staff.user.id,
    record_id: id,
    subject: '나래',
    detail: { reason: '등기신청서 작성' },
  })
  expect(trail[1]).toMatchObject({ act: 'find_number', detail: { reason: '권리자 확인', found: [id] } })
  expect(trail).toHaveLength(5)
})

test('limits the lookups per person and minute', async () => {
  const member = await server.signIn('superuser')
  const statuses: number[] = []
  for (let tried = 0; tried < 22; tried += 1) {
    const payload = { collection: 'unit-owners', id: newId(), reason: '확인' }
    statuses.push(
      (await member.inject({ method: 'POST', url: '/api/mysql/realestate/reveal_number', payload })).statusCode,
    )
  }
  expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([20, 429])
})

test('no number is readable in the database, a backup, the log, a response or a sheet', async () => {
  await rotatePersonNumbers(server.db, { path, keys })
  await call(`GET ${owners}list?group_data_id=${String(unit)}`)
  await call(`GET /api/sync/unit-owners/rows`)
  await call('GET /api/mysql/realestate/unit/list/?search=900101-1734500')
  const exported = await staff.inject({ method: 'GET', url: `${owners}export_excel` })
  const sheet = XLSX.read(exported.rawPayload, { type: 'buffer' })
  const cells = Object.values(sheet.Sheets).map((worksheet) => XLSX.utils.sheet_to_csv(worksheet))
  expect(cells.join()).toContain('1******')
  const everything = [
    await readAllText(database.ownerDb),
    await readBackup(),
    log.join(),
    responseBodies.join(),
    cells.join(),
  ]
  expect(sentNumbers.length).toBeGreaterThan(15)
  for (const number of sentNumbers)
    for (const text of everything) expect(containsNumber(text, number) ? number : '').toBe('')
  expect(log.join()).not.toBe('')
})

/** With or without its hyphen, as text or as the bytes of a column. */
function containsNumber(text: string, number: string): boolean {
  const digitsOnly = number.replace('-', '')
  const back = digitsOnly.slice(6)
  return [number, digitsOnly, back].some(
    (spelling) => text.includes(spelling) || text.includes(Buffer.from(spelling).toString('hex')),
  )
}

async function readBackup(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'office-backup-'))
  try {
    const file = join(folder, 'office.backup')
    await writeBackup(database.ownerUrl, { file, key: undefined, now: new Date() })
    return gunzipSync(readFileSync(file)).toString('utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
