import { describe, expect, test } from 'vitest'
import { getBook } from '#contract/books/collections.ts'
import { type ConfirmedKindName, confirmedKindNames, retentionKinds } from '#contract/retention/retention-kinds.ts'
import {
  candidatesSchema,
  destroyPath,
  holdsSchema,
  ledgerSchema,
  recipientsPath,
  retentionOverviewSchema,
  retentionPath,
} from '#contract/retention/retention.ts'
import { taskProgressSchema } from '#contract/tasks/background-task.ts'
import { newId } from '#server/new-id.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'
import type { SignedIn } from '#tests/support/servers/build-test-app.ts'
import { proposeOncePerDay } from './candidates.ts'

const superusersOnly = { staff: 403, superuser: 200 } as const
const hold = { id: newId(), collection: 'real-estate', record_id: newId(), reason: '소송', until: '2099-01-01' }
const period = { id: newId(), kind: 'cases', effective_from: '2020-01-01', years: 5, note: '' }
const recipient = {
  id: newId(),
  name: '든든호스팅',
  task: '서버 호스팅',
  items: '서버의 모든 자료',
  country: '',
  kept: '',
}
const area = testStaffArea({
  hasWorker: true,
  paths: /^\/api\/keeping\/(?!requests|blocked)/,
  calls: [
    ['GET', `${retentionPath}/`, null, superusersOnly],
    ['POST', `${retentionPath}/look`, {}, superusersOnly],
    ['GET', `${retentionPath}/candidates?kind=cases`, null, superusersOnly],
    ['GET', `${retentionPath}/ledger`, null, superusersOnly],
    ['POST', `${retentionPath}/periods`, period, { staff: 403, superuser: 201 }],
    ['DELETE', `${retentionPath}/periods`, { id: newId() }, { staff: 403, superuser: 404 }],
    ['GET', recipientsPath, null, superusersOnly],
    ['POST', recipientsPath, recipient, { staff: 403, superuser: 204 }],
    ['DELETE', recipientsPath, { id: newId() }, { staff: 403, superuser: 404 }],
    ['GET', `${retentionPath}/holds`, null, superusersOnly],
    ['POST', `${retentionPath}/holds`, hold, { staff: 403, superuser: 404 }],
    ['DELETE', `${retentionPath}/holds`, { id: newId() }, { staff: 403, superuser: 404 }],
    ['POST', destroyPath, { destruction: newId(), kind: 'cases', ids: [newId()], typed: '파기' }, superusersOnly],
    ['GET', `${destroyPath}?task_id=${newId()}`, null, { staff: 403, superuser: 404 }],
    ['DELETE', destroyPath, { task_id: newId() }, { staff: 403, superuser: 404 }],
  ],
})

const people = new Map<'staff' | 'superuser', Promise<SignedIn>>()
async function signInAs(person: 'staff' | 'superuser'): Promise<SignedIn> {
  const known = people.get(person) ?? area.server().signIn(person)
  people.set(person, known)
  return await known
}
const signInSuperuser = () => signInAs('superuser')
const signInStaff = () => signInAs('staff')

async function searchNow() {
  return retentionOverviewSchema.parse(
    (await (await signInSuperuser()).inject({ method: 'POST', url: `${retentionPath}/look` })).json(),
  )
}

/** Candidates proposed by the last search. */
async function readProposed(kind: ConfirmedKindName) {
  const response = await (await signInSuperuser()).inject({ url: `${retentionPath}/candidates`, query: { kind } })
  return candidatesSchema.parse(response.json())
}

async function searchCandidates(kind: ConfirmedKindName) {
  await searchNow()
  return await readProposed(kind)
}

const isDue = async (kind: ConfirmedKindName, id: unknown) => (await searchCandidates(kind)).ids.includes(String(id))
const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
  await (await signInSuperuser()).inject({ method, url: `${retentionPath}/${url}`, payload })

async function destroy(kind: ConfirmedKindName, ids: readonly unknown[]) {
  const person = await signInSuperuser()
  const destruction = newId()
  const payload = { destruction, kind, ids, typed: '파기' }
  const { task_id } = (await person.inject({ method: 'POST', url: destroyPath, payload })).json()
  const poll = async () =>
    taskProgressSchema.parse((await person.inject({ url: destroyPath, query: { task_id } })).json())
  await expect
    .poll(async () => /completed/.test((await poll()).status ?? '') || !(await poll()).success, { timeout: 20_000 })
    .toBe(true)
  return { destruction, ...(await poll()) }
}

const thisYear = Number(new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 4))
const endOfYear = (year: number) => `${String(year)}-12-31`

describe('what is due', () => {
  test('a case is due five years after the January that follows its end, and not earlier', async () => {
    const person = await signInStaff()
    const old = await makeRecord(person, 'real-estate', { registrated_at: endOfYear(thisYear - 6) })
    const young = await makeRecord(person, 'real-estate', { registrated_at: `${String(thisYear - 5)}-01-01` })
    const open = await makeRecord(person, 'real-estate', { created_at: '1990-01-01' })
    const { ids, results } = await searchCandidates('cases')
    expect([old, young, open].map(({ id }) => ids.includes(String(id)))).toEqual([true, false, false])
    expect(results.find(({ record_id }) => record_id === old['id'])).toMatchObject({
      ended_on: endOfYear(thisYear - 6),
      due_on: `${String(thisYear)}-01-01`,
      is_deleted: false,
    })
  })

  test('a deposit case counts from its last tax invoice, and a cancelled one from its last change', async () => {
    const person = await signInStaff()
    const old = { registrated_at: endOfYear(thisYear - 9) }
    const paid = await makeRecord(person, 'deposit-cases', { ...old, tax_invoice_at: endOfYear(thisYear - 2) })
    const ended = await makeRecord(person, 'deposit-cases', old)
    const cancelled = await makeRecord(person, 'deposit-cases', { status: 'cancelled' })
    const { ids } = await searchCandidates('deposit-cases')
    expect([paid, ended, cancelled].map(({ id }) => ids.includes(String(id)))).toEqual([false, true, false])
  })

  test('an address that a case still refers to is not due', async () => {
    const person = await signInStaff()
    const days = { registrated_at: endOfYear(thisYear - 9) }
    const used = await makeRecord(person, 'addresses', days)
    const free = await makeRecord(person, 'addresses', days)
    await makeRecord(person, 'deposit-cases', { address_id: used['id'] })
    const { ids } = await searchCandidates('addresses')
    expect([used, free].map(({ id }) => ids.includes(String(id)))).toEqual([false, true])
  })

  test('ledgers count from the end of the tax return of their year', async () => {
    const person = await signInStaff()
    const at = (year: number) => ({ created_at: `${String(year)}-03-01T03:00:00Z` })
    const old = await makeRecord(person, 'card-usage', at(thisYear - 7))
    const young = await makeRecord(person, 'card-usage', at(thisYear - 5))
    const { ids } = await searchCandidates('card-usage')
    expect([old, young].map(({ id }) => ids.includes(String(id)))).toEqual([true, false])
  })

  test('one of several processes searches each day', async () => {
    const { db } = area.server()
    const now = () => new Date('2031-05-05T03:00:00Z')
    const proposals = await Promise.all([1, 2, 3].map(async () => await proposeOncePerDay({ db, now })))
    expect(proposals.filter(Boolean)).toHaveLength(1)
    expect(await proposeOncePerDay({ db, now })).toBe(false)
    expect(await proposeOncePerDay({ db, now: () => new Date('2031-05-05T15:00:00Z') })).toBe(true)
    await searchNow()
  })
})

describe('a period', () => {
  const createLaterPeriod = (overrides: object = {}) => ({
    ...period,
    id: newId(),
    effective_from: '2021-01-01',
    years: 10,
    ...overrides,
  })

  test('may exceed the legal minimum from its start date on, and is logged', async () => {
    const record = await makeRecord(await signInStaff(), 'leave-requests', {
      endDate: endOfYear(thisYear - 5),
      startDate: endOfYear(thisYear - 5),
    })
    expect(await isDue('leave-requests', record['id'])).toBe(true)
    const request = createLaterPeriod({ kind: 'leave-requests' })
    const [first, again] = [await send('POST', 'periods', request), await send('POST', 'periods', request)]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(await isDue('leave-requests', record['id'])).toBe(false)
    const trail = await area.server().db.selectFrom('audit').selectAll().where('record_id', '=', request.id).execute()
    expect(trail).toMatchObject([{ act: 'create', user_name: '한온결', detail: { kind: 'leave-requests', years: 10 } }])
    expect((await send('DELETE', 'periods', { id: request.id })).statusCode).toBe(200)
    expect(await isDue('leave-requests', record['id'])).toBe(true)
  })

  test('that has not begun yet changes nothing', async () => {
    const request = createLaterPeriod({ kind: 'card-usage', effective_from: '2999-01-01', years: 99 })
    await send('POST', 'periods', request)
    expect((await searchNow()).due.find(({ kind }) => kind === 'card-usage')?.years).toBe(5)
  })

  test.each(confirmedKindNames)('of %s is never shorter than the law requires', async (kind) => {
    const { years } = retentionKinds[kind].minPeriod
    const result = await send('POST', 'periods', createLaterPeriod({ kind, years: years - 1 }))
    expect([result.statusCode, Object.keys(result.json().fields)]).toEqual([422, ['years']])
  })

  test('is unique per day, and kinds destroyed automatically have no other', async () => {
    const request = createLaterPeriod({ kind: 'units', effective_from: '2022-02-02' })
    expect((await send('POST', 'periods', request)).statusCode).toBe(201)
    expect((await send('POST', 'periods', { ...request, id: newId() })).statusCode).toBe(422)
    expect((await send('POST', 'periods', createLaterPeriod({ kind: 'inquiries' }))).statusCode).toBe(400)
  })
})

describe('a record on hold', () => {
  test('is not proposed and survives a confirmation that named it, until the hold is lifted', async () => {
    const record = await makeRecord(await signInStaff(), 'real-estate', {
      registrated_at: '2001-01-01',
      owner: '보존인',
    })
    const record_id = String(record['id'])
    expect(await isDue('cases', record_id)).toBe(true)
    const request = { ...hold, id: newId(), record_id }
    expect((await send('POST', 'holds', request)).statusCode).toBe(204)
    // Takes effect at once, not with the next search.
    expect((await readProposed('cases')).ids).not.toContain(record_id)
    expect((await send('POST', 'holds', request)).statusCode).toBe(204)
    expect((await send('POST', 'holds', { ...request, id: newId() })).statusCode).toBe(422)
    expect(await isDue('cases', record_id)).toBe(false)
    const listed = holdsSchema.parse(
      (await (await signInSuperuser()).inject({ url: `${retentionPath}/holds` })).json(),
    ).results
    expect(listed).toMatchObject([{ record_id, caption: '보존인', reason: '소송', placed_by: '한온결' }])
    const late = await destroy('cases', [record_id])
    expect([late.success, late.error]).toEqual([false, expect.stringContaining('보존하기로')])
    expect((await send('DELETE', 'holds', { id: request.id })).statusCode).toBe(204)
    expect(await isDue('cases', record_id)).toBe(true)
    expect(
      await area.server().db.selectFrom('audit').select('detail').where('act', '=', 'hold').orderBy('seq').execute(),
    ).toMatchObject([{ detail: { reason: '소송', until: '2099-01-01' } }, { detail: { lifted: true } }])
  })

  test.each([
    ['without a reason', { reason: ' ' }, 400],
    ['until a past day', { until: '2020-01-01' }, 422],
  ])('cannot be put on hold %s', async (_case, overrides, status) => {
    const record = await makeRecord(await signInStaff(), 'real-estate')
    const result = await send('POST', 'holds', { ...hold, id: newId(), record_id: record['id'], ...overrides })
    expect(result.statusCode).toBe(status)
  })
})

describe('a confirmed destruction', () => {
  test('skips records changed meanwhile, destroys the rest and records both in 파기 대장', async () => {
    const person = await signInStaff()
    const make = (owner: string) => makeRecord(person, 'real-estate', { registrated_at: '2002-02-02', owner })
    const [gone, reopened] = [await make('파기인'), await make('재개인')]
    await searchNow()
    const payload = { id: reopened['id'], registrated_at: null }
    await person.inject({ method: 'PUT', url: getBook('real-estate').path, payload })
    const done = await destroy('cases', [gone['id'], reopened['id'], gone['id']])
    expect(done).toMatchObject({ success: true, failed_count: 1, failed_items: [{ id: reopened['id'] }] })
    const remainingRows = await area
      .server()
      .db.selectFrom('real_estate')
      .select('id')
      .where('id', 'in', [String(gone['id']), String(reopened['id'])])
      .execute()
    expect(remainingRows).toEqual([{ id: reopened['id'] }])
    const ledger = ledgerSchema.parse(
      (await (await signInSuperuser()).inject({ url: `${retentionPath}/ledger` })).json(),
    )
    expect(ledger.results.find(({ id }) => id === done.destruction)).toMatchObject({
      kind: 'cases',
      asked: 2,
      destroyed: 1,
      period: '5년',
      confirmed_by: '한온결',
      ended_from: '2002-02-02',
      ended_to: '2002-02-02',
    })
  })

  test('of a record that is not due destroys nothing', async () => {
    const record = await makeRecord(await signInStaff(), 'real-estate', { registrated_at: endOfYear(thisYear - 1) })
    const done = await destroy('cases', [record['id']])
    expect([done.success, done.error]).toEqual([false, expect.stringContaining('파기 대상이 아닙니다')])
    const group = await makeRecord(await signInStaff(), 'real-estate-groups')
    expect((await destroy('cases', [group['id']])).success).toBe(false)
  })

  test('must be typed to confirm', async () => {
    const payload = { destruction: newId(), kind: 'cases', ids: [newId()], typed: '예' }
    const response = await (await signInSuperuser()).inject({ method: 'POST', url: destroyPath, payload })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['typed']])
  })
})
