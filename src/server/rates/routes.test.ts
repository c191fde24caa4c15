import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterKnownRates, type Rate, rateKindNames, rateListSchema, ratesPath } from '#contract/rates/rates.ts'
import { proposeSums } from '#domain/rates/proposed-sums.ts'
import { createSumsInput } from '#domain/rates/sums-input.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { readStartingRates } from '#tests/support/servers/starting-rates.ts'

const server = await buildTestApp({ now: () => new Date('2026-11-23T01:00:00Z') })
afterAll(server.close)
let superuser: SignedIn
let staff: SignedIn
beforeAll(async () => {
  superuser = await server.signIn('superuser')
  staff = await server.signIn('staff')
})

async function list(): Promise<Rate[]> {
  const response = rateListSchema.parse((await staff.inject({ url: ratesPath })).json())
  const rates = filterKnownRates(response)
  expect(rates).toHaveLength(response.results.length)
  return rates
}

const send = (method: 'POST' | 'PUT' | 'DELETE', payload: object, person = superuser) =>
  person.inject({ method, url: ratesPath, payload })

const fee = { paper: 19_000, eform: 16_000, electronic: 11_000 }
const fees = { transfer: fee, inheritance: fee, trust: fee, other: fee }
const createVersion = (overrides: object = {}) => ({
  id: newId(),
  kind: 'registration_fee',
  effective_from: '2027-01-01',
  data: fees,
  note: '시험',
  ...overrides,
})

test('gives a new database valid starting rates of every kind', async () => {
  const rates = await list()
  expect(new Set(rates.map(({ kind }) => kind))).toEqual(new Set(rateKindNames))
  const pickRateFields = (all: readonly Rate[]) =>
    all.map(({ id, kind, effective_from, data, note }) => ({ id, kind, effective_from, data, note }))
  expect(pickRateFields(rates)).toEqual(expect.arrayContaining(pickRateFields(readStartingRates())))
})

test('lets staff read, superusers write, and shows nothing to others', async () => {
  expect((await server.app.inject(ratesPath)).statusCode).toBe(401)
  expect((await (await server.signIn('member')).inject({ url: ratesPath })).statusCode).toBe(403)
  const before = await list()
  const { id, version: at } = before[0] ?? { id: '', version: 0 }
  expect((await send('POST', createVersion(), staff)).statusCode).toBe(403)
  expect(
    (await send('PUT', { id, version: at, effective_from: '2027-01-01', data: fees, note: '' }, staff)).statusCode,
  ).toBe(403)
  expect((await send('DELETE', { id, version: at }, staff)).statusCode).toBe(403)
  expect(await list()).toEqual(before)
})

test('applies a new 시행일 from its day on, only once if it is sent repeatedly, and logs it', async () => {
  const payload = createVersion()
  const [first, again] = [await send('POST', payload), await send('POST', payload)]
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  const rates = await list()
  const findFee = (day: string) =>
    proposeSums(createSumsInput({ part: 'ownership_transfer', day, count: 2 }), rates).registration_fee?.amount
  expect([findFee('2025-07-31'), findFee('2026-12-31'), findFee('2027-01-01')]).toEqual([30_000, 36_000, 38_000])
  const trail = await server.db.selectFrom('audit').selectAll().where('collection', '=', 'statutory-rates').execute()
  expect(trail).toMatchObject([
    {
      act: 'create',
      user_name: '한온결',
      record_id: payload.id,
      detail: { kind: 'registration_fee', effective_from: '2027-01-01' },
    },
  ])
})

test('allows one version per kind and day, also when two are added at the same time', async () => {
  const day = {
    kind: 'stamp_duty',
    effective_from: '2028-01-01',
    data: readStartingRates().find(({ kind }) => kind === 'stamp_duty')?.data,
  }
  const responses = await Promise.all([send('POST', createVersion(day)), send('POST', createVersion(day))])
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 422]))
  const refused = responses.find(({ statusCode }) => statusCode === 422)?.json()
  expect(refused.fields.effective_from).toBe('인지세에 2028.01.01 시행 요율이 이미 있습니다.')
})

test('refuses the second of two changes to the same version and names who was first', async () => {
  const created = (await send('POST', createVersion({ effective_from: '2029-01-01' }))).json()
  const change = { id: created.id, version: created.version, effective_from: '2029-02-01', data: fees, note: '고침' }
  expect((await send('PUT', change)).json()).toMatchObject({
    version: 2,
    effective_from: '2029-02-01',
    note: '고침',
    updated_by: '한온결',
  })
  const late = await send('PUT', { ...change, note: '늦음' })
  expect([late.statusCode, late.json().message]).toEqual([409, '한온결 님이 2026.11.23 10:00에 먼저 저장했습니다.'])
  expect((await send('DELETE', { id: created.id, version: 1 })).statusCode).toBe(409)
  expect((await send('DELETE', { id: created.id, version: 2 })).statusCode).toBe(204)
  expect((await send('DELETE', { id: created.id, version: 2 })).statusCode).toBe(404)
})

test('keeps the last version of a kind, also when both of two are deleted at the same time', async () => {
  const only = (await list()).find(({ kind }) => kind === 'rural_tax')
  const refused = await send('DELETE', { id: only?.id, version: only?.version })
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    '농어촌특별세 요율이 하나뿐이어서 삭제할 수 없습니다.',
  ])
  const other = (await send('POST', createVersion({ kind: 'rural_tax', data: only?.data }))).json()
  const both = await Promise.all([only, other].map((rate) => send('DELETE', { id: rate?.id, version: rate?.version })))
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 422]))
})

test.each([
  ['an unknown kind', createVersion({ kind: 'sales_tax' }), 'kind'],
  ['data of another kind', createVersion({ data: { mortgage: 0.2 } }), 'data.transfer'],
  ['a negative fee', createVersion({ data: { ...fees, other: { ...fee, paper: -1 } } }), 'data.other.paper'],
  ['a day that does not exist', createVersion({ effective_from: '2027-02-30' }), 'effective_from'],
  [
    'a table without a last row',
    createVersion({ kind: 'stamp_duty', data: { amounts: [{ up_to: 100, percent: 0, base: 0 }], house_exempt: 0 } }),
    'data.amounts',
  ],
  [
    'a percentage with five decimals',
    createVersion({ kind: 'registration_tax', data: { mortgage: 0.20001, lease: 0.2, other: 6000 } }),
    'data.mortgage',
  ],
])('%s is refused at its field', async (_case, payload, field) => {
  const response = await send('POST', payload)
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toContain(field)
})

test('refuses a change with data of another kind', async () => {
  const rate = (await list()).find(({ kind }) => kind === 'registration_tax')
  const change = { id: rate?.id, version: rate?.version, effective_from: '2014-01-01', data: fees, note: '' }
  const response = await send('PUT', change)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([
    400,
    expect.arrayContaining(['data.mortgage']),
  ])
})
