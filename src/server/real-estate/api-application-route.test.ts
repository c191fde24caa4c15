import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiApplicationPath } from '#contract/applications/applications.ts'
import { newId } from '#server/new-id.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let unitId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  const groupId = await makeGroup(staff, { name: '달빛스퀘어' })
  const created = await post('/api/mysql/realestate/unit/', { group_id: groupId, dongho: '101동 1203호' })
  unitId = (created.json() as { id: string }).id
})
afterAll(() => server.close())

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  return await staff.inject({ method: 'POST', url, payload: body, headers })
}

async function readParts(of: 'land' | 'owner' | 'mortgage') {
  const response = await staff.inject({
    method: 'GET',
    url: `/api/mysql/realestate/${of}/list`,
    query: { group_data_id: unitId },
  })
  return response.json() as Record<string, unknown>[]
}

/**
 * In the form of the published API: arrays next to their JSON texts, plain numbers, ids as the
 * client counts them.
 */
function createPayload(own: object = {}) {
  const grantees = [
    { id: 1, name: '김가온', num: '900101-1000002', address: '가람도 솔빛시 해든구', share_ratio: 33.33 },
    { id: 2, name: '박새론', num: '850505-2000011', address: '가람도 솔빛시 달빛동', share_ratio: 66.67 },
  ]
  const grantors = [
    {
      id: 1,
      name: '해든은행',
      num: '000000-0000001',
      address: '가람도 솔빛시',
      position: '달빛지점',
      business_num: '000-00-00001',
      business_owner_name: '이든',
      share_ratio: 100,
    },
  ]
  const lands = [{ id: 1, address: '가람도 솔빛시 해든구 달빛동 12-3' }]
  const documents = { contract: true, id_card: false, building_ledger: true }
  return {
    property_id: unitId,
    group_name: '달빛스퀘어',
    dongho: '101동 1203호',
    purpose: '소유권이전',
    dedicated_area: 84.97,
    application_type: 'ownership_transfer-mortgage_registration',
    registration_cause_date: '2026-05-04',
    regi_date: '2026-11-24',
    housing_reg_date: null,
    transaction_amount: 350_000_000,
    acquisition_tax: 3_850_000,
    registration_tax: 0,
    attorney_fee: 480_000,
    other_costs: null,
    special_notes: '잔금 후 접수',
    lands,
    documents,
    grantees,
    grantors,
    lands_json: JSON.stringify(lands),
    documents_json: JSON.stringify(documents),
    grantees_json: JSON.stringify(grantees),
    grantors_json: JSON.stringify(grantors),
    ...own,
  }
}

describe('an application of a plain client', () => {
  test('stores its parties as those of the unit, and no response shows their numbers', async () => {
    const result = await post(apiApplicationPath, createPayload())
    expect(result.statusCode).toBe(200)
    const { data } = result.json() as { data: Record<string, unknown> }
    expect(data).toMatchObject({
      property_id: unitId,
      application_type: 'ownership_transfer-mortgage_registration',
      attorney_fee: 480_000,
      contract: true,
      id_card: false,
      building_ledger: true,
      special_notes: '잔금 후 접수',
    })
    expect(await readParts('owner')).toMatchObject([
      { owner: '김가온', owner_num: '900101-1******', share: 33.33 },
      { owner: '박새론', owner_num: '850505-2******', share: 66.67 },
    ])
    expect(await readParts('mortgage')).toMatchObject([
      { name: '해든은행', position: '달빛지점', company_num: '000-00-00001' },
    ])
    expect(await readParts('land')).toMatchObject([{ address: '가람도 솔빛시 해든구 달빛동 12-3' }])
    const unit = await staff.inject({ method: 'GET', url: '/api/mysql/realestate/unit/' })
    expect(unit.json<{ results: unknown[] }>().results[0]).toMatchObject({
      owner: '김가온 외 1명',
      price: 350_000_000,
      total_tax: 3_850_000,
    })
    const [first] = await readParts('owner')
    expect(JSON.parse(String(data['grantees_json']))).toMatchObject([
      { id: first?.['id'], name: '김가온', num_masked: '900101-1******' },
      { name: '박새론' },
    ])
    expect(result.body).not.toMatch(/1000002|2000011/)
  })

  test('keeps parties named by their ids, and a masked number keeps the stored one', async () => {
    const before = await readParts('owner')
    const known = before.map((party) => ({
      id: party['id'],
      name: party['owner'],
      num: party['owner_num'],
      share_ratio: party['share'],
      address: '가람도 솔빛시 새 주소',
    }))
    const result = await post(apiApplicationPath, createPayload({ grantees: known, grantors: [], lands: [] }))
    expect(result.statusCode).toBe(200)
    const after = await readParts('owner')
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after).toMatchObject([{ owner_address: '가람도 솔빛시 새 주소', owner_num: '900101-1******' }, {}])
  })

  test('accepts a natural person as seller and fractional shares', async () => {
    const grantors = [
      { name: '이든', num: '7002021000003', address: '가람도 솔빛시', share_ratio: '2/7' },
      { name: '하람', num: '700202-2000003', address: '가람도 솔빛시', share_ratio: '7분의 5' },
    ]
    const before = await readParts('mortgage')
    const result = await post(
      apiApplicationPath,
      createPayload({ application_type: 'ownership_transfer', grantors, lands: [] }),
    )
    expect(result.statusCode).toBe(200)
    const created = (await readParts('mortgage')).slice(before.length)
    expect(created).toMatchObject([
      { role: 'seller', party_kind: 'person', num_masked: '700202-1******', share: 28.57, share_fraction: '2/7' },
      { role: 'seller', party_kind: 'person', num_masked: '700202-2******', share: 71.43, share_fraction: '5/7' },
    ])
  })

  test('writes nothing twice when the same request is repeated', async () => {
    const headers = { 'idempotency-key': newId() }
    const first = await post(apiApplicationPath, createPayload(), headers)
    const before = await Promise.all([readParts('owner'), readParts('mortgage'), readParts('land')])
    const second = await post(apiApplicationPath, createPayload(), headers)
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await Promise.all([readParts('owner'), readParts('mortgage'), readParts('land')])).toEqual(before)
  })

  const seller = { name: '도담', num: '820303-1000004', address: '누리군 하늘면', share_ratio: 100 }
  test.each<[string, object, string]>([
    ['a form without grantees', { grantees: [], grantees_json: undefined }, 'grantees'],
    ['a party without a number', { grantors: [{ ...seller, num: ' ' }] }, 'grantors.0.num'],
    ['a party without an address', { grantees: [{ ...seller, address: null }] }, 'grantees.0.address'],
    ['a party without a name', { grantees: [{ ...seller, name: '' }] }, 'grantees.0.name'],
    ['a number with a letter', { grantees: [{ ...seller, num: '820303-1O00004' }] }, 'grantees.0.num'],
    ['shares that are less than the whole', { grantees: [{ ...seller, share_ratio: 90 }] }, 'grantees.0.share_ratio'],
    [
      'fractions that are more than the whole',
      { grantors: ['2/3', '1/2'].map((share_ratio) => ({ ...seller, share_ratio })) },
      'grantors.0.share_ratio',
    ],
    [
      'a missing share next to a given one',
      { grantees: [60, null].map((share_ratio) => ({ ...seller, share_ratio })) },
      'grantees.1.share_ratio',
    ],
    ['an unreadable share', { grantees: [{ ...seller, share_ratio: '절반' }] }, 'grantees.0.share_ratio'],
    ['a land without an address', { lands: [{ address: '달빛동 1' }, { address: '' }] }, 'lands.1.address'],
    ['a form that is refused after its parties', { regi_date: '2026-02-30' }, 'regi_date'],
    ['a resident number in the notes', { special_notes: '900101-1000002' }, 'special_notes'],
  ])('%s: is refused at its field and leaves nothing of the request', async (_case, own, field) => {
    const before = await Promise.all([readParts('owner'), readParts('mortgage'), readParts('land')])
    const result = await post(apiApplicationPath, createPayload(own), { 'idempotency-key': newId() })
    expect(result.statusCode).toBeGreaterThanOrEqual(400)
    expect(Object.keys(result.json<{ fields?: object }>().fields ?? {})).toContain(field)
    expect(await Promise.all([readParts('owner'), readParts('mortgage'), readParts('land')])).toEqual(before)
  })

  test.each([
    ['an unknown type', { application_type: 'sale' }, 'application_type'],
    ['a missing type', { application_type: '' }, 'application_type'],
    ['a missing cause date', { registration_cause_date: '' }, 'registration_cause_date'],
    ['a missing filing date', { regi_date: null }, 'regi_date'],
    ['a negative amount', { attorney_fee: -1 }, 'attorney_fee'],
  ])('%s is refused at its field', async (_case, own, field) => {
    const result = await post(apiApplicationPath, createPayload({ ...own, grantors: [], lands: [] }))
    expect(result.statusCode).toBeGreaterThanOrEqual(400)
    expect(Object.keys(result.json<{ fields?: object }>().fields ?? {})).toContain(field)
  })

  test('refuses a number with an impossible date and repeats its digits in no response', async () => {
    const grantees = [{ name: '김가온', num: '901301-1234567', address: '솔빛시', share_ratio: 100 }]
    const result = await post(apiApplicationPath, createPayload({ grantees, grantors: [], lands: [] }))
    expect(result.statusCode).toBe(422)
    expect(result.body).toMatch('생년월일')
    expect(result.body).not.toMatch('1234567')
  })

  test('refuses lists that are not lists', async () => {
    const result = await post(apiApplicationPath, createPayload({ grantees: undefined, grantees_json: '{broken' }))
    expect(result.statusCode).toBe(400)
  })

  test('is for staff only', async () => {
    const member = await server.signIn('member')
    const response = await member.inject({ method: 'POST', url: apiApplicationPath, payload: createPayload() })
    expect(response.statusCode).toBe(403)
  })
})
