import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cardUsageListSchema } from '#contract/card-usage/card-usage.ts'
import { newId } from '#server/new-id.ts'
import { makeCardUse } from '#tests/support/books/card-usage.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-21T15:30:00Z') })
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
afterEach(() => server.db.deleteFrom('card_usage').execute())

async function listStores(query: Record<string, string>): Promise<unknown[]> {
  const response = await staff.inject({ method: 'GET', url: '/api/mysql/card/list/', query })
  return cardUsageListSchema.parse(response.json()).map((row) => Reflect.get(row, 'store_name'))
}

describe('the list', () => {
  test('is a plain array of stored values, newest use first', async () => {
    await makeCardUse(staff, { created_at: '2026-11-20T03:10:00Z', pay: '12,000원', purpose: ' Team Lunch ' })
    await makeCardUse(staff, { created_at: '2026-11-20T10:10:00Z', store_name: '나루숯불', approve_num: '30012345' })
    const response = await staff.inject({
      method: 'GET',
      url: '/api/mysql/card/list/',
      query: { year: '2026', month: '11' },
    })
    expect(response.json()).toMatchObject([
      { store_name: '나루숯불', approve_num: '30012345', created_at: '2026-11-20T10:10:00+00:00' },
      { pay: '12,000원', purpose: ' Team Lunch ', note: null },
    ])
  })

  test('uses office days: a use at 00:30 in Seoul belongs to the new day, month and year', async () => {
    await makeCardUse(staff, { created_at: '2025-12-31T15:30:00Z', store_name: '새해' })
    await makeCardUse(staff, { created_at: '2025-12-31T14:59:59Z', store_name: '섣달' })
    expect(await listStores({ year: '2026', month: '' })).toEqual(['새해'])
    expect(await listStores({ year: '2025', month: '12' })).toEqual(['섣달'])
    expect(await listStores({ start_date: '2026-01-01', end_date: '2026-01-01' })).toEqual(['새해'])
    expect(await listStores({ start_date: '', end_date: '2025-12-31' })).toEqual(['섣달'])
    expect(await listStores({ start_date: '2025-12-31' })).toEqual(['새해', '섣달'])
  })

  test('covers the last 30 days by default', async () => {
    await makeCardUse(staff, { created_at: '2026-10-23T00:00:00Z', store_name: '서른 날 전' })
    await makeCardUse(staff, { created_at: '2026-10-22T00:00:00Z', store_name: '그 전날' })
    expect(await listStores({})).toEqual(['서른 날 전'])
  })

  test('sorts and searches received amounts as won', async () => {
    await makeCardUse(staff, { store_name: '큰 금액', pay: '89,000원' })
    await makeCardUse(staff, { store_name: '작은 금액', pay: '7200' })
    await makeCardUse(staff, { store_name: '취소', pay: '-12,000' })
    expect(await listStores({ ordering: '-pay' })).toEqual(['큰 금액', '작은 금액', '취소'])
    expect(await listStores({ ordering: 'pay' })).toEqual(['취소', '작은 금액', '큰 금액'])
    for (const search of ['89000', '89,000']) expect(await listStores({ search })).toEqual(['큰 금액'])
  })

  test('refuses invalid days, years and months', async () => {
    for (const query of [{ start_date: '2026-02-30' }, { year: '2026', month: '13' }, { year: 'x' }]) {
      const response = await staff.inject({ method: 'GET', url: '/api/mysql/card/list/', query })
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    }
  })
})

describe('a change', () => {
  test.each(['/api/mysql/card/', '/api/mysql/car/'])(
    'under %s finds its record by the approval number',
    async (path) => {
      const use = await makeCardUse(staff, { approve_num: '30012345', pay: '확인 중' })
      const payload = { store_name: '해든김밥', pay: 12_500, purpose: '저녁', note: '야근' }
      const response = await staff.inject({ method: 'PUT', url: `${path}30012345/`, payload })
      expect([response.statusCode, response.json()]).toMatchObject([200, { id: use.id, ...payload, pay: '12500' }])
    },
  )

  test('stores an amount that is not an integer as received', async () => {
    await makeCardUse(staff, { approve_num: '30012345', pay: '확인 중' })
    const url = '/api/mysql/card/30012345/'
    const response = await staff.inject({ method: 'PUT', url, payload: { note: '문의함' } })
    expect(response.json()).toMatchObject({ pay: '확인 중', note: '문의함' })
  })

  test('addresses a record written by hand by its id', async () => {
    const { id } = await makeCardUse(staff)
    const response = await staff.inject({ method: 'PUT', url: `/api/mysql/card/${id}/`, payload: { pay: '100' } })
    expect(response.json()).toMatchObject({ id, pay: '100', version: 2 })
    expect((await staff.inject({ method: 'DELETE', url: `/api/mysql/card/${id}/` })).statusCode).toBe(200)
    expect(await listStores({ year: '2026' })).toEqual([])
  })

  test('of an unknown record is refused', async () => {
    const response = await staff.inject({ method: 'PUT', url: '/api/mysql/card/999/', payload: { note: 'x' } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })

  test('that arrives twice is applied once', async () => {
    await makeCardUse(staff, { approve_num: '30012345' })
    const request = {
      method: 'PUT',
      url: '/api/mysql/card/30012345/',
      payload: { pay: 500 },
      headers: { 'idempotency-key': newId() },
    } as const
    const [first, second] = [await staff.inject(request), await staff.inject(request)]
    expect(second.json()).toEqual(first.json())
    expect(second.json().version).toBe(2)
  })

  test('treats an instant in another offset as the same', async () => {
    const use = await makeCardUse(staff)
    const payload = { id: use.id, created_at: '2026-11-20T12:10:00+09:00' }
    const response = await staff.inject({ method: 'PUT', url: '/api/mysql/card/', payload })
    expect(response.json()).toMatchObject({ version: 1, created_at: use['created_at'] })
  })
})

describe('an approval number', () => {
  const takenErrors = { approve_num: '승인번호: 같은 승인번호의 내역이 이미 있습니다.' }

  test('is unique across created and changed records', async () => {
    await makeCardUse(staff, { approve_num: '30012345' })
    const other = await makeCardUse(staff, { approve_num: '30012346' })
    const payload = { id: newId(), created_at: '2026-11-20T03:10:00Z', approve_num: '30012345' }
    const created = await staff.inject({ method: 'POST', url: '/api/mysql/card/', payload })
    expect([created.statusCode, created.json().fields]).toEqual([422, takenErrors])
    const changed = await staff.inject({
      method: 'PUT',
      url: '/api/mysql/card/',
      payload: { id: other.id, approve_num: '30012345' },
    })
    expect([changed.statusCode, changed.json().fields]).toEqual([422, takenErrors])
  })

  test('goes to one of two simultaneous requests for it', async () => {
    const make = () =>
      staff.inject({
        method: 'POST',
        url: '/api/mysql/card/',
        payload: { id: newId(), created_at: '2026-11-20T03:10:00Z', approve_num: '30012345' },
      })
    const responses = await Promise.all([make(), make(), make()])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
  })

  test('may be missing in many records', async () => {
    await makeCardUse(staff)
    await makeCardUse(staff, { approve_num: '' })
    expect((await listStores({ year: '2026' })).length).toBe(2)
  })
})

test('refuses a use without its moment and names the field', async () => {
  const response = await staff.inject({ method: 'POST', url: '/api/mysql/card/', payload: { id: newId(), pay: '100' } })
  expect([response.statusCode, response.json().fields]).toEqual([400, { created_at: '일시: 필수 항목입니다.' }])
})

test('sends devices what plain clients write, in UTC', async () => {
  await makeCardUse(staff, { created_at: '2026-11-20T12:10:00+09:00' })
  const response = await staff.inject({ method: 'GET', url: '/api/sync/card-usage/rows' })
  expect(response.json().columns).toMatchObject({ created_at: ['2026-11-20T03:10:00+00:00'], pay: ['9000'] })
})
