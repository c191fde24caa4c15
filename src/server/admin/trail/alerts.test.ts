import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trailAlertListSchema, trailAlertSchema, trailAlertsPath } from '#contract/trail/trail-reviews.ts'
import { newId } from '#server/new-id.ts'
import { type NewTrailEntry, writeTrail } from '#server/trail/write-trail.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { toNetworkGroup, watchTrail } from './alerts.ts'
import { linkTrail } from './chain/link-rows.ts'

let server: TestApp
let superuser: SignedIn
beforeAll(async () => {
  server = await buildTestApp()
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())
let user: { id: string; name: string }
beforeEach(() => {
  user = { id: newId(), name: `살핀이${newId().slice(-6)}` }
})

const write = async (count: number, entry: Partial<NewTrailEntry>) => {
  for (let n = 0; n < count; n += 1) await writeTrail(server.db, { user, ipAddress: '10.1.2.3', act: 'read', ...entry })
}
const link = () => linkTrail(server.db, { isPatient: true })
const watch = async () => {
  await link()
  return await watchTrail(server.db, newId)
}
/** Without alerts that depend on the time of the test run. */
const readAlerts = async () => {
  const { rows } = await sql<{ rule: string; count: number; address: string; id: string }>`
    select rule, count, address, id from trail_alert where user_id = ${user.id} and rule not in ('night', 'sunday') order by at, rule`.execute(
    server.db,
  )
  return rows
}
const listRules = async () => (await readAlerts()).map(({ rule }) => rule)

test('raises one alert when a count over several links reaches the limit', async () => {
  await write(19, { act: 'reveal' })
  await watch()
  expect(await listRules()).toEqual([])
  await write(1, { act: 'reveal' })
  await watch()
  expect(await readAlerts()).toMatchObject([{ rule: 'many_reveals_hour', count: 20, address: '10.1.2.3' }])
  await write(5, { act: 'reveal' })
  await watch()
  expect(await listRules()).toEqual(['many_reveals_hour'])
})

test('raises an alert for an export that reports its row count', async () => {
  await write(1, { act: 'export', detail: { rows: 999 } })
  await write(1, { act: 'export', detail: { rows: 1000, reason: '감사 제출' } })
  await watch()
  expect(await readAlerts()).toMatchObject([{ rule: 'large_export', count: 1000 }])
})

describe('places', () => {
  const insertRow = async (days: number, act: string, ipAddress: string) =>
    await sql`insert into audit (at, user_id, user_name, address, act)
      values (now() - make_interval(days => ${days}), ${user.id}, ${user.name}, ${ipAddress}, ${act})`.execute(
      server.db,
    )

  test('ignores the first sign-in of a new user and reports one from a new network until it is known', async () => {
    await insertRow(0, 'sign_in', '10.1.2.3')
    await insertRow(0, 'copy', '10.1.2.3')
    await watch()
    expect(await listRules()).toEqual([])
    await insertRow(0, 'sign_in', '203.0.113.7')
    await watch()
    expect(await listRules()).toEqual(['new_place'])
    await insertRow(0, 'sign_in', '203.0.113.200')
    await watch()
    expect(await listRules()).toEqual(['new_place'])
    await insertRow(0, 'copy', '203.0.113.200')
    await watch()
    expect(await listRules()).toEqual(['new_place', 'new_device'])
  })

  test('treats a network not seen for ninety days as new', async () => {
    await insertRow(91, 'sign_in', '10.1.2.3')
    await insertRow(5, 'sign_in', '10.9.9.9')
    await watch()
    await insertRow(0, 'sign_in', '10.1.2.3')
    await watch()
    expect((await readAlerts()).at(-1)).toMatchObject({ rule: 'new_place', address: '10.1.2.3' })
  })

  test.each([
    ['10.1.2.3', '10.1.2'],
    ['::ffff:10.1.2.3', '10.1.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['', null],
    [null, null],
  ])('the network of %s is %s', (ipAddress, place) => {
    expect(toNetworkGroup(ipAddress)).toBe(place)
  })
})

test('finds the same alert once when two processes look at the same time', async () => {
  await write(25, { act: 'reveal' })
  await link()
  await Promise.all(Array.from({ length: 5 }, () => watchTrail(server.db, newId)))
  expect(await listRules()).toEqual(['many_reveals_hour'])
})

test('raises nothing for rows older than the chain', async () => {
  await sql`insert into audit (at, user_id, user_name, act) select now() - interval '30 days', ${user.id}, ${user.name}, 'reveal' from generate_series(1, 100)`.execute(
    server.db,
  )
  await watch()
  expect(await listRules()).toEqual([])
})

test('records the review of a superuser once and keeps it', async () => {
  await write(20, { act: 'reveal' })
  await watch()
  const id = (await readAlerts())[0]?.id ?? ''
  const list = async () => {
    const response = await superuser.inject({ url: trailAlertsPath })
    return trailAlertListSchema.parse(response.json())
  }
  const before = await list()
  expect(before.results.find((alert) => alert.id === id)).toMatchObject({ user_name: user.name, look: null })
  const look = (note: string) =>
    superuser.inject({ method: 'POST', url: `${trailAlertsPath}/${id}/look`, payload: { note } })
  expect((await look('  ')).statusCode).toBe(400)
  const result = await look('상속 등기 준비로 확인함')
  expect(trailAlertSchema.parse(result.json()).look).toMatchObject({ note: '상속 등기 준비로 확인함' })
  const second = await look('다른 말')
  expect([second.statusCode, second.json().message]).toEqual([422, '다른 사람이 먼저 확인했습니다. 새로고침해 주세요.'])
  const after = await list()
  expect(after.results.some((alert) => alert.id === id)).toBe(false)
  expect(after.open_count).toBe(before.open_count - 1)
  const { rows } = await sql`select act, subject from audit where act = 'review' and subject = ${user.name}`.execute(
    server.db,
  )
  expect(rows).toHaveLength(1)
})
