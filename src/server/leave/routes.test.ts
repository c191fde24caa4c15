import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveAllowancesSchema, leaveListSchema } from '#contract/leave/leave.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let superuser: SignedIn

beforeAll(async () => {
  server = await buildTestApp({ now: () => new Date('2026-11-21T03:00:00Z') })
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

function send(person: SignedIn, method: 'POST' | 'PUT' | 'DELETE', payload: object) {
  return person.inject({ method, url: '/api/staff/leave/', payload })
}

/** Every test uses different days. */
function requestOn(startDate: string, overrides: object = {}) {
  return { id: newId(), type: 'annual', startDate, endDate: startDate, reason: '개인 사정', ...overrides }
}

async function requestLeave(person: SignedIn, startDate: string, overrides: object = {}): Promise<string> {
  const request = requestOn(startDate, overrides)
  const result = await send(person, 'POST', request)
  expect([result.statusCode, result.json().fields]).toEqual([201, undefined])
  return request.id
}

test('stores a new request as waiting and as its maker’s, even if the body says otherwise', async () => {
  const id = newId()
  const reported = { state: 'approved', comment: '셀프 승인', requester_id: superuser.user.id, decided_by: '나' }
  const result = await send(staff, 'POST', { ...requestOn('2026-03-03', reported), id })
  expect(result.json()).toMatchObject({
    state: 'pending',
    comment: null,
    decided_by: null,
    decided_at: null,
    requester_id: staff.user.id,
    requester_name: '김가온',
  })
})

test.each([
  ['endDate', requestOn('2026-03-05', { endDate: '2026-03-04' }), '종료일은 시작일보다 빠를 수 없습니다.'],
  [
    'endDate',
    requestOn('2026-03-05', { type: 'half_day', half: 'morning', endDate: '2026-03-06' }),
    '반차는 하루만 신청할 수 있습니다.',
  ],
  ['half', requestOn('2026-03-05', { type: 'half_day' }), '오전과 오후 중에서 선택해 주세요.'],
  ['startDate', requestOn('2026-03-07'), '주말과 공휴일만 들어 있어 신청할 날이 없습니다.'],
])('refuses an invalid request at %s', async (field, request, message) => {
  const result = await send(staff, 'POST', request)
  expect([result.statusCode, result.json().fields]).toEqual([422, { [field]: message }])
})

test('refuses a reason of blanks', async () => {
  const result = await send(staff, 'POST', requestOn('2026-03-05', { reason: '  ' }))
  expect([result.statusCode, Object.keys(result.json().fields)]).toEqual([400, ['reason']])
})

test('refuses overlapping requests of one person, except with refused ones and those of others', async () => {
  const first = await requestLeave(staff, '2026-03-10', { endDate: '2026-03-12' })
  const second = requestOn('2026-03-12', { endDate: '2026-03-13' })
  const refused = await send(staff, 'POST', second)
  const message = '이미 신청한 휴가(2026.03.10 ~ 2026.03.12, 대기)와 겹칩니다.'
  expect([refused.statusCode, refused.json().fields]).toEqual([422, { startDate: message }])
  await requestLeave(superuser, '2026-03-12')
  const later = await requestLeave(staff, '2026-03-16')
  const moved = await send(staff, 'PUT', { id: later, startDate: '2026-03-12', endDate: '2026-03-12' })
  expect([moved.statusCode, moved.json().fields]).toEqual([422, { startDate: message }])
  await send(superuser, 'PUT', { id: first, state: 'refused', comment: '바쁜 주입니다.' })
  expect((await send(staff, 'POST', second)).statusCode).toBe(201)
  const taken = await send(superuser, 'PUT', { id: first, state: 'approved' })
  expect([taken.statusCode, Object.keys(taken.json().fields)]).toEqual([422, ['startDate']])
})

test('accepts exactly one of many overlapping requests sent at the same moment', async () => {
  const requests = Array.from({ length: 8 }, () => requestOn('2026-04-06', { endDate: '2026-04-08' }))
  const responses = await Promise.all(requests.map((request) => send(staff, 'POST', request)))
  const taken = responses.filter(({ statusCode }) => statusCode === 201)
  const refused = responses.filter(({ statusCode }) => statusCode === 422)
  expect([taken.length, refused.length]).toEqual([1, 7])
})

test('accepts the two halves of a day as two requests', async () => {
  await requestLeave(staff, '2026-04-10', { type: 'half_day', half: 'morning' })
  await requestLeave(staff, '2026-04-10', { type: 'half_day', half: 'afternoon' })
  const third = await send(staff, 'POST', requestOn('2026-04-10', { type: 'half_day', half: 'morning' }))
  expect(third.statusCode).toBe(422)
})

test('lets nobody but a superuser decide a request, not even their own', async () => {
  const id = await requestLeave(staff, '2026-04-14')
  for (const change of [{ state: 'approved' }, { state: 'refused', comment: '.' }, { comment: '메모' }]) {
    const result = await send(staff, 'PUT', { id, ...change })
    expect([result.statusCode, result.json().code]).toEqual([403, 'not_permitted'])
  }
})

test('approves, and refuses only with a comment; the server records who and when', async () => {
  const id = await requestLeave(staff, '2026-04-16')
  const withoutComment = await send(superuser, 'PUT', { id, state: 'refused' })
  expect([withoutComment.statusCode, withoutComment.json().fields]).toEqual([
    422,
    { comment: '반려 사유를 입력해 주세요.' },
  ])
  const approved = await send(superuser, 'PUT', { id, state: 'approved', decided_by: '누군가' })
  expect(approved.json()).toMatchObject({ state: 'approved', decided_by: '한온결' })
  expect(approved.json().decided_at).toMatch(/^\d{4}-/)
  const undone = await send(superuser, 'PUT', { id, state: 'pending' })
  expect(undone.json()).toMatchObject({ state: 'pending', decided_by: null, decided_at: null })
})

test('lets a superuser decide their own request, but not change or withdraw other people’s', async () => {
  const own = await requestLeave(superuser, '2026-04-20')
  expect((await send(superuser, 'PUT', { id: own, state: 'approved' })).statusCode).toBe(200)
  const id = await requestLeave(staff, '2026-04-20')
  for (const result of [
    await send(superuser, 'PUT', { id, reason: '대필' }),
    await send(superuser, 'DELETE', { id }),
  ]) {
    expect([result.statusCode, result.json().code]).toEqual([403, 'not_permitted'])
  }
})

test('refuses to change or withdraw a decided request', async () => {
  const id = await requestLeave(staff, '2026-04-22')
  await send(superuser, 'PUT', { id, state: 'approved' })
  const changed = await send(staff, 'PUT', { id, endDate: '2026-04-23' })
  expect([changed.statusCode, changed.json().message]).toEqual([422, '이미 승인된 휴가 신청은 수정할 수 없습니다.'])
  const withdrawn = await send(staff, 'DELETE', { id })
  expect([withdrawn.statusCode, withdrawn.json().message]).toEqual([422, '이미 승인된 휴가 신청은 취소할 수 없습니다.'])
})

test('does not approve days that changed unseen', async () => {
  const id = await requestLeave(staff, '2026-04-24')
  await send(staff, 'PUT', { id, startDate: '2026-04-27', endDate: '2026-04-30' })
  const approval = { method: 'PUT', url: '/api/staff/leave/', payload: { id, state: 'approved' } } as const
  const blind = await superuser.inject({ ...approval, headers: { 'if-match': '"1"' } })
  expect([blind.statusCode, Object.keys(blind.json().fields)]).toEqual([422, ['state']])
  expect((await superuser.inject({ ...approval, headers: { 'if-match': '"2"' } })).statusCode).toBe(200)
})

test('clears the half when a request is no longer a half day', async () => {
  const id = await requestLeave(staff, '2026-05-11', { type: 'half_day', half: 'morning' })
  expect((await send(staff, 'PUT', { id, type: 'annual' })).json()).toMatchObject({ type: 'annual', half: null })
})

test('lists working days and filters by year and state', async () => {
  await requestLeave(superuser, '2026-12-30', { endDate: '2027-01-05' })
  const listLeaves = async (query: string) => {
    const response = await superuser.inject({ method: 'GET', url: `/api/staff/leave/?page_size=100${query}` })
    leaveListSchema.parse(response.json())
    return response.json().results as { state: string; days: number }[]
  }
  const turn = (await listLeaves('&year=2027')).filter(({ days }) => days === 4)
  expect(turn).toMatchObject([{ startDate: '2026-12-30', endDate: '2027-01-05', requester_name: '한온결' }])
  expect((await listLeaves('&year=2025')).length).toBe(0)
  expect(new Set((await listLeaves('&state=approved')).map(({ state }) => state))).toEqual(new Set(['approved']))
  const wrong = await superuser.inject({ method: 'GET', url: '/api/staff/leave/?ordering=nothing' })
  expect(wrong.statusCode).toBe(400)
})

describe('annual leave', () => {
  const url = '/api/staff/leave/allowance/'
  async function readAllowance(person: SignedIn, year: number) {
    const response = await person.inject({ method: 'GET', url: `${url}?year=${year}` })
    return leaveAllowancesSchema.parse(response.json()).results
  }

  test('follows the law until a superuser sets it; approved days are deducted, waiting ones are shown', async () => {
    const id = await requestLeave(staff, '2028-05-08', { endDate: '2028-05-10' })
    await requestLeave(staff, '2028-05-11', { type: 'half_day', half: 'morning' })
    await requestLeave(staff, '2028-05-12', { type: 'sick' })
    await send(superuser, 'PUT', { id, state: 'approved' })
    const fresh = { granted: 15, is_set: false, used: 3, waiting: 0.5, remaining: 12 }
    expect(await readAllowance(staff, 2028)).toMatchObject([{ name: '김가온', ...fresh }])
    const grant = { user_id: staff.user.id, year: 2028, granted: 2, employment_date: '2021-03-02' }
    expect((await superuser.inject({ method: 'PUT', url, payload: grant })).statusCode).toBe(200)
    expect(await readAllowance(staff, 2028)).toMatchObject([
      { granted: 2, is_set: true, remaining: -1, employment_date: '2021-03-02' },
    ])
    await superuser.inject({ method: 'PUT', url, payload: { user_id: staff.user.id, year: 2028, granted: null } })
    expect(await readAllowance(staff, 2028)).toMatchObject([{ granted: 18, is_set: false, remaining: 15 }])
  })

  test('of everybody is shown to superusers only, and set by them only', async () => {
    const people = await readAllowance(superuser, 2026)
    expect(people.map(({ name }) => name)).toEqual(['김가온', '이나래', '정하람', '최도담', '한온결'])
    expect(await readAllowance(staff, 2026)).toHaveLength(1)
    const member = await server.signIn('member')
    const payload = { user_id: member.user.id, granted: 3 }
    expect((await superuser.inject({ method: 'PUT', url, payload })).statusCode).toBe(404)
    const refused = await staff.inject({ method: 'PUT', url, payload: { user_id: staff.user.id, granted: 99 } })
    expect(refused.statusCode).toBe(403)
  })
})
