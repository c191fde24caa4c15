import { describe, expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import {
  foundPersonSchema,
  personRequestsPath as path,
  personRequestSchema,
  stoppedPath,
} from '#contract/retention/person-requests.ts'
import { ledgerSchema, retentionPath } from '#contract/retention/retention.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'
import { createUpdateEntry, send as sendBatch } from '#tests/support/servers/batch-calls.ts'
import type { SignedIn } from '#tests/support/servers/build-test-app.ts'

const onlySuperusers = (superuser: number) => ({ staff: 403, superuser }) as const
const today = toOfficeDay(Date.now())
const createRequest = (overrides: object = {}) => ({
  id: newId(),
  received_on: today,
  asked_for: 'read',
  person_name: '정보주체인',
  birth: null,
  phone: null,
  asked_by: '',
  identified_by: '신분증 대조',
  ...overrides,
})
const named = { request: newId(), records: [{ collection: 'real-estate', id: newId() }] }
const area = testStaffArea({
  paths: /^\/api\/keeping\/(requests|blocked)/,
  calls: [
    ['GET', path, null, onlySuperusers(200)],
    ['POST', path, createRequest(), onlySuperusers(201)],
    ['PUT', path, { id: newId(), version: 1, state: 'done', outcome: '함' }, onlySuperusers(404)],
    ['POST', `${path}/find`, { request: newId() }, onlySuperusers(404)],
    ['POST', `${path}/take_out`, { request: newId(), format: 'json' }, onlySuperusers(404)],
    ['POST', `${path}/block`, named, onlySuperusers(404)],
    ['DELETE', `${path}/block`, named, onlySuperusers(204)],
    ['POST', `${path}/destroy`, named, onlySuperusers(404)],
    ['GET', stoppedPath, null, 200],
  ],
})

const people = new Map<'staff' | 'superuser', Promise<SignedIn>>()
async function signInAs(person: 'staff' | 'superuser'): Promise<SignedIn> {
  const known = people.get(person) ?? area.server().signIn(person)
  people.set(person, known)
  return await known
}
const signInStaff = () => signInAs('staff')
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', to: string, payload?: object) =>
  await (await signInAs('superuser')).inject({ method, url: `${path}${to}`, ...(payload && { payload }) })

async function take(overrides: object) {
  const result = await send('POST', '', createRequest(overrides))
  expect(result.statusCode, result.body).toBe(201)
  return personRequestSchema.parse(result.json())
}
const find = async (request: string, number: string | null = null) =>
  foundPersonSchema.parse((await send('POST', '/find', { request, number })).json())
const make = async (collection: CollectionName, fields: object) =>
  String((await makeRecord(await signInStaff(), collection, { ...fields }))['id'])
const write = async (method: 'PUT' | 'DELETE', person: 'staff' | 'superuser', payload: object) =>
  await (await signInAs(person)).inject({ method, url: getBook('real-estate').path, payload })

describe('a request', () => {
  test('is due ten days after receipt, is created once, and closes with its result', async () => {
    const payload = createRequest({ received_on: addDays(today, -3) })
    const [first, again] = [await send('POST', '', payload), await send('POST', '', payload)]
    expect(again.json()).toEqual(first.json())
    expect(first.json()).toMatchObject({ due_on: addDays(today, 7), state: 'open', version: 1 })
    const close = { id: payload.id, version: 1, state: 'refused', outcome: '법무사법 제22조에 따라 보존' }
    expect((await send('PUT', '', close)).json()).toMatchObject({ state: 'refused', closed_on: today, version: 2 })
    const late = await send('PUT', '', close)
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
  })

  test.each([
    ['a receipt date of tomorrow', { received_on: addDays(today, 1) }, 422],
    ['a request without how the person was identified', { identified_by: ' ' }, 400],
    ['a name of a single letter', { person_name: '김' }, 400],
  ])('%s is refused', async (_case, overrides, status) => {
    expect((await send('POST', '', createRequest(overrides))).statusCode).toBe(status)
  })
})

describe('what is held about a person', () => {
  test('is found in every book by name, number and telephone, without namesakes of another birth date', async () => {
    const name = '천하유일인'
    const unit = await make('real-estate-units', { owner: name })
    const own = await make('unit-owners', { unit_id: unit, owner: name, owner_num: '900101-1234568' })
    const other = await make('unit-owners', { unit_id: unit, owner: name, owner_num: '850505-1234560' })
    const renamed = await make('unit-owners', { unit_id: unit, owner: '옛이름', owner_num: '900101-1234568' })
    const bookCase = await make('real-estate', { owner: `${name} 외 1명` })
    const quick = await make('quick-deliveries', { receiver: name })
    const byPhone = await make('managers', { name: '연락처인', tel: '010-7777-1234' })
    const request = await take({ person_name: name, birth: '1990-01-01', phone: '010 7777 1234' })
    const { records, elsewhere, is_cut } = await find(request.id, '9001011234568')
    const ids = records.map(({ id }) => id)
    expect([unit, own, renamed, bookCase, quick, byPhone].map((id) => ids.includes(id))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
    ])
    expect([ids.includes(other), is_cut]).toEqual([false, false])
    expect(records.find(({ id }) => id === own)).toMatchObject({
      told_by: ['성명(명칭)', '주민등록번호'],
      whole: { collection: 'real-estate-units', id: unit },
    })
    expect(elsewhere.map(({ place }) => place)).toEqual(expect.arrayContaining(['log', 'trail']))
    const { rows } = await readTrail('find_person', request.id)
    expect(rows).toMatchObject([{ user_name: '한온결', subject: name, detail: { by_number: true } }])
    expect(JSON.stringify(rows)).not.toContain('1234568')
  })

  test('is exported as a file with their data under labels and with masked numbers', async () => {
    const name = '파일로받는이'
    const unit = await make('real-estate-units', { owner: name })
    await make('unit-owners', { unit_id: unit, owner: name, owner_num: '900101-1234568', owner_address: '솔빛시 1' })
    const request = await take({ person_name: name })
    const json = await send('POST', '/take_out', { request: request.id, format: 'json' })
    expect(JSON.parse(json.body).기록).toEqual(
      expect.arrayContaining([
        { 종류: '세대 소유자', 내용: expect.objectContaining({ '성명(명칭)': name, '주소(본점)': '솔빛시 1' }) },
      ]),
    )
    expect(json.body).toContain('900101-1******')
    const sheet = await send('POST', '/take_out', { request: request.id, format: 'xlsx' })
    const bytes = new Uint8Array(sheet.rawPayload)
    const read = await readWorkbook(
      { name: 'a.xlsx', bytes },
      { maxBytes: 1e7, maxRows: 100, maxColumns: 9, maxCellLength: 1000 },
    )
    const text = JSON.stringify(read)
    expect([text.includes('솔빛시 1'), text.includes('1234568'), text.includes('number:')]).toEqual([
      true,
      false,
      false,
    ])
    expect((await readTrail('export', request.id)).rows).toHaveLength(2)
  })
})

describe('a record whose processing is stopped', () => {
  test('cannot be changed or deleted by staff and is left out of sheets, until processing resumes', async () => {
    const owner = '정지된이름'
    const id = await make('real-estate', { owner })
    const request = await take({ person_name: owner, asked_for: 'stop' })
    const records = [{ collection: 'real-estate', id }]
    expect((await send('POST', '/block', { request: request.id, records })).statusCode).toBe(204)
    expect((await send('POST', '/block', { request: request.id, records })).statusCode).toBe(204)
    expect((await find(request.id)).records).toMatchObject([{ id, is_blocked: true }])
    expect((await (await signInStaff()).inject({ url: stoppedPath })).json().results).toEqual([
      { collection: 'real-estate', record_id: id },
    ])

    const edit = { id, purpose: '바꿈' }
    const refused = await write('PUT', 'staff', edit)
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringContaining('처리를 정지한 기록')])
    const [inParcel] = await sendBatch(await signInStaff(), [createUpdateEntry(edit)])
    expect(inParcel).toMatchObject({ status: 422, body: { message: refused.json().message } })
    expect((await write('DELETE', 'staff', { id })).statusCode).toBe(422)
    const row = await area
      .server()
      .db.selectFrom('real_estate')
      .select(['owner', 'purpose'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ owner, purpose: null })

    const exportSheet = async () => {
      const response = await (
        await signInStaff()
      ).inject({ url: `/api/mysql/realestate/export_excel?search=${encodeURIComponent(owner)}` })
      const read = await readWorkbook(
        { name: 'a.xlsx', bytes: new Uint8Array(response.rawPayload) },
        { maxBytes: 1e7, maxRows: 100, maxColumns: 99, maxCellLength: 1000 },
      )
      return JSON.stringify(read)
    }
    expect(await exportSheet()).not.toContain(owner)
    expect((await write('PUT', 'superuser', edit)).statusCode).toBe(200)
    expect((await send('DELETE', '/block', { request: request.id, records })).statusCode).toBe(204)
    expect((await write('PUT', 'staff', { id, purpose: '다시' })).statusCode).toBe(200)
    expect(await exportSheet()).toContain(owner)
    expect(
      (await area.server().db.selectFrom('audit').select('detail').where('act', '=', 'block').execute()).length,
    ).toBe(2)
  })
})

describe('a deletion that a person requests', () => {
  test('destroys what no law requires and states why and until when the rest stays', async () => {
    const name = '삭제요구인'
    const year = Number(today.slice(0, 4))
    const open = await make('real-estate', { owner: name })
    const young = await make('real-estate', { owner: name, registrated_at: `${String(year - 1)}-05-05` })
    const old = await make('real-estate', { owner: name, registrated_at: `${String(year - 9)}-05-05` })
    const paper = await make('case-papers', { case_id: young, name: `${name} 초본` })
    const request = await take({ person_name: name, asked_for: 'delete' })
    const { records } = await find(request.id)
    const findRetained = (id: string) => records.find((record) => record.id === id)?.kept
    expect(findRetained(old)).toBeNull()
    expect(findRetained(young)).toMatchObject({
      reason: expect.stringContaining('법무사법'),
      until: `${String(year + 5)}-01-01`,
    })
    expect(findRetained(paper)).toEqual(findRetained(young))
    expect(findRetained(open)).toMatchObject({ reason: expect.stringContaining('끝나지 않은 사무'), until: null })

    const all = [open, young, old].map((id) => ({ collection: 'real-estate', id }))
    const done = (await send('POST', '/destroy', { request: request.id, records: all })).json()
    expect([done.destroyed, done.left.map(({ id }: { id: string }) => id)]).toEqual([1, [open, young]])
    expect((await find(request.id)).records.map(({ id }) => id).toSorted()).toEqual([open, young, paper].toSorted())
    const ledger = ledgerSchema.parse(
      (await (await signInAs('superuser')).inject({ url: `${retentionPath}/ledger` })).json(),
    )
    expect(ledger.results[0]).toMatchObject({ kind: 'cases', destroyed: 1, ground: expect.stringContaining('제36조') })
  })
})

async function readTrail(act: string, recordId: string) {
  const rows = await area
    .server()
    .db.selectFrom('audit')
    .selectAll()
    .where('act', '=', act)
    .where('record_id', '=', recordId)
    .execute()
  return { rows }
}
