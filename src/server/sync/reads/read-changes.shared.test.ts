import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { hireStaff } from '#tests/support/people/hire-staff.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let url: string
let staff: SignedIn
let superuser: SignedIn
let member: SignedIn
let colleagueToken: string

beforeAll(async () => {
  server = await buildTestApp()
  url = await server.listen()
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
  member = await server.signIn('member')
  ;[colleagueToken = ''] = await hireStaff(server.db, 1)
})
afterAll(() => server.close())

function fetchChanges(token: string, after: string, signal?: AbortSignal) {
  return fetch(`${url}/api/sync/changes?after=${after}&limit=1000`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  })
}

async function fetchPage(token: string, after: string) {
  return changesPageSchema.parse(await (await fetchChanges(token, after)).json())
}

async function placeNow() {
  return (await fetchPage(staff.accessToken, '0.0')).cursor
}

/** Locks the case book, so that a read of its changes blocks after it has taken its snapshot. */
async function holdReadings() {
  const trx = await server.db.startTransaction().execute()
  await sql`lock table real_estate in access exclusive mode`.execute(trx)
  return { release: () => trx.commit().execute() }
}

/** The number of reads waiting for the lock. */
async function countHeldReads() {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where not granted and relation = 'real_estate'::regclass order by pid
  `.execute(server.db)
  return rows.map(({ pid }) => pid)
}

async function waitUntilHeld(count: number) {
  await expect.poll(countHeldReads, { timeout: 20_000 }).toHaveLength(count)
}

/** Completes one request that waits for nothing: all requests sent earlier have arrived. */
async function waitUntilAllArrived() {
  for (let time = 0; time < 3; time += 1) await staff.inject({ method: 'GET', url: '/api/sync/probe' })
}

async function requestLeave(token: string, startDate: string): Promise<string> {
  const id = newId()
  const response = await fetch(`${url}/api/staff/leave/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, type: 'annual', startDate, endDate: startDate, reason: '개인 사정' }),
  })
  expect(response.status).toBe(201)
  return id
}

test('requests at the same moment share the reads of their role and get what each would get alone', async () => {
  const groupId = await makeGroup(staff)
  const after = await placeNow()
  const shared = (await makeCase(staff, groupId)).id
  const leaveOfStaff = await requestLeave(staff.accessToken, '2026-03-10')
  const leaveOfColleague = await requestLeave(colleagueToken, '2026-03-10')
  const hold = await holdReadings()
  const readerTokens = [
    staff.accessToken,
    superuser.accessToken,
    staff.accessToken,
    colleagueToken,
    superuser.accessToken,
  ]
  const first = [fetchChanges(staff.accessToken, after), fetchChanges(superuser.accessToken, after)]
  await waitUntilHeld(2)
  const later = readerTokens.map((token) => fetchPage(token, after))
  const refused = await fetchChanges(member.accessToken, after)
  expect(refused.status).toBe(403)
  await waitUntilAllArrived()
  expect(await countHeldReads()).toHaveLength(2)
  await hold.release()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  const together = await Promise.all(later)
  const alone = []
  for (const token of readerTokens) alone.push(await fetchPage(token, after))
  const summarizePage = (page: (typeof together)[number]) => [page.epoch, page.changes.map(({ id }) => id)]
  expect(together.map(summarizePage)).toEqual(alone.map(summarizePage))
  expect(together.map(({ changes }) => changes.map(({ id }) => id).toSorted())).toEqual([
    [shared, leaveOfStaff].toSorted(),
    [shared, leaveOfStaff, leaveOfColleague].toSorted(),
    [shared, leaveOfStaff].toSorted(),
    [shared, leaveOfColleague].toSorted(),
    [shared, leaveOfStaff, leaveOfColleague].toSorted(),
  ])
})

test('a commit during a read is in the response to every request that arrives afterwards', async () => {
  const groupId = await makeGroup(staff)
  const after = await placeNow()
  const early = (await makeCase(staff, groupId)).id
  const hold = await holdReadings()
  const first = fetchPage(staff.accessToken, after)
  await waitUntilHeld(1)
  const late = await makeGroup(staff, { name: '나래 제2공구' })
  const second = [fetchPage(staff.accessToken, after), fetchPage(colleagueToken, after)]
  await waitUntilAllArrived()
  await hold.release()
  expect((await first).changes.map(({ id }) => id)).toEqual([early])
  for (const page of await Promise.all(second)) {
    expect(page.changes.map(({ id }) => id).toSorted()).toEqual([early, late].toSorted())
  }
})

test('a shared read completes although the request that started it was cancelled', async () => {
  const groupId = await makeGroup(staff)
  const after = await placeNow()
  const created = (await makeCase(staff, groupId)).id
  const hold = await holdReadings()
  const leaving = new AbortController()
  const deleted = [fetchChanges(staff.accessToken, after, leaving.signal)]
  await waitUntilHeld(1)
  deleted.push(fetchChanges(staff.accessToken, after, leaving.signal))
  await waitUntilAllArrived()
  const staying = fetchPage(colleagueToken, after)
  await waitUntilAllArrived()
  leaving.abort()
  expect((await Promise.allSettled(deleted)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await hold.release()
  expect((await staying).changes.map(({ id }) => id)).toEqual([created])
})

test('a failed read does not fail requests that arrived after it began', async () => {
  const groupId = await makeGroup(staff)
  const after = await placeNow()
  const created = (await makeCase(staff, groupId)).id
  const hold = await holdReadings()
  const first = fetchChanges(staff.accessToken, after)
  await waitUntilHeld(1)
  const next = fetchPage(colleagueToken, after)
  await waitUntilAllArrived()
  const [failing = 0] = await countHeldReads()
  await sql`select pg_terminate_backend(${failing})`.execute(server.db)
  expect((await first).status).toBeGreaterThanOrEqual(500)
  await hold.release()
  expect((await next).changes.map(({ id }) => id)).toEqual([created])
})

test('different cursors are read separately', async () => {
  const groupId = await makeGroup(staff)
  const before = await placeNow()
  const first = (await makeCase(staff, groupId)).id
  const between = await placeNow()
  const second = (await makeCase(staff, groupId)).id
  const [all, rest] = await Promise.all([fetchPage(staff.accessToken, before), fetchPage(staff.accessToken, between)])
  expect(all.changes.map(({ id }) => id)).toEqual([first, second])
  expect(rest.changes.map(({ id }) => id)).toEqual([second])
})

test('a person with access to some books gets changes of these only, and the cursor advances', async () => {
  const place = await placeNow()
  const groupId = await makeGroup(superuser, { name: '고른 책만' })
  await makeCase(superuser, groupId)
  const pullCollections = async (collections: string) =>
    changesPageSchema.parse(
      await (
        await fetch(`${url}/api/sync/changes?after=${place}&collections=${collections}`, {
          headers: { authorization: `Bearer ${staff.accessToken}` },
        })
      ).json(),
    )
  const [cases, quick, both, none, all] = await Promise.all([
    pullCollections('real-estate'),
    pullCollections('quick-deliveries'),
    pullCollections('real-estate-groups,real-estate'),
    pullCollections(''),
    fetchPage(staff.accessToken, place),
  ])
  const listReported = ({ changes }: typeof all) => changes.map(({ collection }) => collection).toSorted()
  expect(listReported(cases)).toEqual(['real-estate'])
  expect(listReported(quick)).toEqual([])
  expect(listReported(none)).toEqual([])
  expect(listReported(both)).toEqual(['real-estate', 'real-estate-groups'])
  expect(listReported(all)).toEqual(listReported(both))
  for (const page of [cases, quick, both, none]) expect(page).toMatchObject({ cursor: all.cursor, more: false })
})
