import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { problemSchema } from '#contract/problem.ts'
import { type Device, devicesPath, devicesSchema, maxSessions } from '#contract/session/session.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

let clock = new Date()
const server = await buildTestApp({ now: () => clock })
afterAll(server.close)
beforeEach(async () => {
  clock = new Date()
  await server.db.deleteFrom('session').execute()
})

const minute = 60_000

describe.each(['member', 'staff', 'superuser'] as const)('a signed-in %s', (account) => {
  test('lists their sessions: this device first, then by last use', async () => {
    const phone = await server.signIn(
      account,
      'Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36',
    )
    clock = new Date(clock.getTime() + minute)
    await server.signIn(account, 'something of its own')
    clock = new Date(clock.getTime() + minute)
    const desk = await server.signIn(
      account,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36',
    )
    expect(await listDevices(phone)).toMatchObject([
      { device: '안드로이드 휴대전화 · Chrome', address: '127.0.0.1', is_this: true },
      { device: 'Windows · Chrome', is_this: false },
      { device: '', is_this: false },
    ])
    const [own] = await listDevices(desk)
    expect(own).toMatchObject({ device: 'Windows · Chrome', is_this: true })
    expect(Date.parse(own?.ends_at ?? '') - Date.parse(own?.started_at ?? '')).toBe(30 * dayMs)
  })

  test('signs one of them out', async () => {
    const [here, there] = [await server.signIn(account), await server.signIn(account)]
    const id = await findOwnId(there)
    const response = await here.inject({ method: 'DELETE', url: `${devicesPath}/${id}` })
    expect(response.json()).toEqual({ ended: 1 })
    expect(await readStatus(there)).toBe(401)
    expect(await readStatus(here)).toBe(200)
    expect(await readEndReason(id)).toBe('ended_elsewhere')
    expect((await readLastTrailRow())?.detail).toMatchObject({ which: 'one', sessions: [{ id }] })
    const secondEnd = await here.inject({ method: 'DELETE', url: `${devicesPath}/${id}` })
    expect(secondEnd.statusCode).toBe(404)
  })

  test('signs out all others and keeps this one', async () => {
    const people = [await server.signIn(account), await server.signIn(account), await server.signIn(account)] as const
    const response = await people[1].inject({ method: 'DELETE', url: `${devicesPath}?which=others` })
    expect(response.json()).toEqual({ ended: 2 })
    expect(await Promise.all(people.map(readStatus))).toEqual([401, 200, 401])
    expect((await people[1].inject({ method: 'DELETE', url: `${devicesPath}?which=others` })).json()).toEqual({
      ended: 0,
    })
  })

  test('signs out everywhere', async () => {
    const people = [await server.signIn(account), await server.signIn(account)] as const
    const own = await findOwnId(people[0])
    expect((await people[0].inject({ method: 'DELETE', url: `${devicesPath}?which=all` })).json()).toEqual({ ended: 2 })
    expect(await Promise.all(people.map(readStatus))).toEqual([401, 401])
    expect(await readEndReason(own)).toBe('signed_out')
  })
})

describe('nobody can access the sessions of another person', () => {
  test.each(['member', 'staff', 'superuser'] as const)('a %s gets 404, like for an unknown id', async (account) => {
    const other = await server.signIn(account === 'staff' ? 'superuser' : 'staff')
    const stranger = await server.signIn(account)
    const responses = await Promise.all(
      [await findOwnId(other), newId()].map((id) => stranger.inject({ method: 'DELETE', url: `${devicesPath}/${id}` })),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(responses[0]?.json()).toEqual(responses[1]?.json())
    await stranger.inject({ method: 'DELETE', url: `${devicesPath}?which=all` })
    expect(await readStatus(other)).toBe(200)
    expect((await listDevices(other)).length).toBe(1)
  })

  test.each([
    { method: 'GET', url: devicesPath },
    { method: 'DELETE', url: `${devicesPath}/${newId()}` },
    { method: 'DELETE', url: `${devicesPath}?which=all` },
  ] as const)('$method $url is closed to visitors', async (request) => {
    const response = await server.app.inject(request)
    expect(response.statusCode).toBe(401)
    expect(problemSchema.parse(response.json()).code).toBe('signed_out')
  })

  test.each([`${devicesPath}/x`, `${devicesPath}/%00`, devicesPath, `${devicesPath}?which=mine`])(
    'refuses DELETE %s',
    async (url) => {
      const staff = await server.signIn('staff')
      expect((await staff.inject({ method: 'DELETE', url })).statusCode).toBe(400)
      expect(await readStatus(staff)).toBe(200)
    },
  )
})

describe('the last use', () => {
  test('is recorded every ten minutes with the address, not with every request', async () => {
    const staff = await server.signIn('staff')
    const [at] = await listDevices(staff)
    clock = new Date(clock.getTime() + 9 * minute)
    await useFrom(staff, '10.0.0.9')
    expect((await listDevices(staff))[0]).toMatchObject({ last_used_at: at?.last_used_at, address: '127.0.0.1' })
    clock = new Date(clock.getTime() + minute)
    await Promise.all(Array.from({ length: 5 }, () => useFrom(staff, '10.0.0.9')))
    await expect.poll(async () => (await listDevices(staff))[0]).toMatchObject({ address: '10.0.0.9' })
    expect(Date.parse((await listDevices(staff))[0]?.last_used_at ?? '')).toBe(clock.getTime())
  })

  test('includes renewing tokens', async () => {
    const staff = await server.signIn('staff')
    clock = new Date(clock.getTime() + minute)
    await refresh(staff.refreshToken)
    expect(Date.parse((await listDevices(staff))[0]?.last_used_at ?? '')).toBe(clock.getTime())
  })

  test('fails no request when it cannot be recorded', async () => {
    const staff = await server.signIn('staff')
    clock = new Date(clock.getTime() + 11 * minute)
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').selectAll().forUpdate().execute()
      expect(await readStatus(staff)).toBe(200)
    })
  })
})

test(`beyond ${maxSessions} sessions the least recently used one ends, regardless of its start`, async () => {
  const people: { person: SignedIn; id: string }[] = []
  for (let turn = 0; turn < maxSessions; turn += 1) {
    const person = await server.signIn('staff')
    people.push({ person, id: await findOwnId(person) })
    clock = new Date(clock.getTime() + minute)
  }
  const elsewhere = await server.signIn('superuser')
  const [first, leastRecentlyUsed, third] = people
  if (!first || !leastRecentlyUsed || !third) throw new Error('nobody signed in')
  await refresh(first.person.refreshToken)
  const newest = await server.signIn('staff')
  expect((await listDevices(newest)).length).toBe(maxSessions)
  expect(await readStatus(leastRecentlyUsed.person)).toBe(401)
  expect(await readEndReason(leastRecentlyUsed.id)).toBe('too_many')
  const remainingSessions = [first.person, third.person, elsewhere, newest]
  expect(await Promise.all(remainingSessions.map(readStatus))).toEqual([200, 200, 200, 200])
})

test(`of many concurrent sign-ins ${maxSessions} stay`, async () => {
  await Promise.all(Array.from({ length: maxSessions + 5 }, () => server.signIn('member')))
  const live = await server.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()
  expect(live.length).toBe(maxSessions)
})

async function listDevices(person: SignedIn): Promise<Device[]> {
  return devicesSchema.parse((await person.inject({ method: 'GET', url: devicesPath })).json()).devices
}

async function findOwnId(person: SignedIn): Promise<string> {
  const own = (await listDevices(person)).find((device) => device.is_this)
  if (!own) throw new Error('this device is missing from the list')
  return own.id
}

async function readStatus(person: SignedIn): Promise<number> {
  return (await person.inject({ method: 'GET', url: devicesPath })).statusCode
}

async function useFrom(person: SignedIn, remoteAddress: string): Promise<void> {
  await person.inject({ method: 'GET', url: '/api/health', remoteAddress })
}

async function refresh(refreshToken: string) {
  return await server.app.inject({
    method: 'POST',
    url: '/oauth/get_refresh_token/kakao/',
    payload: { refresh_token: refreshToken },
  })
}

async function readEndReason(id: string) {
  const row = await server.db.selectFrom('session').select('ended_why').where('id', '=', id).executeTakeFirst()
  return row?.ended_why
}

async function readLastTrailRow() {
  return await server.db
    .selectFrom('audit')
    .selectAll()
    .where('act', '=', 'session_end')
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}
