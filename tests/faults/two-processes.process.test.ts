import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { officePath } from '#contract/office/office-paths.ts'
import { ratesPath } from '#contract/rates/rates.ts'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { type Tokens, tokensSchema } from '#contract/session/session.ts'
import { taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { newOffice } from '#domain/office/office.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { newId } from '#server/new-id.ts'
import { buildJsonPost, signInByCalls } from '../support/people/sign-in-calls.ts'
import { type OfficeOfProcesses, openOfficeOfProcesses } from '../support/processes/office-of-processes.ts'
import type { TestAccount } from '../support/servers/build-test-app.ts'
import { openEventStream } from '../support/servers/event-stream.ts'

/** Requests per minute and person at these processes. */
const limit = 1000
/** All processes agree within a second on an idle machine; this one may be busy. */
const agreed = { timeout: 3000, interval: 20 }

let office: OfficeOfProcesses
let [here, there] = ['', '']
beforeAll(async () => {
  office = await openOfficeOfProcesses(2, { RATE_LIMIT: String(limit) })
  ;[here = '', there = ''] = office.origins
})
afterAll(() => office.close())
beforeEach(() => sql`truncate rate_count`.execute(office.database.ownerDb))

async function signIn(account: TestAccount, origin = here): Promise<Tokens> {
  const response = await fetch(`${origin}/oauth/callback/kakao`, buildJsonPost(await signInByCalls(origin, account)))
  return tokensSchema.parse(await response.json())
}

const toAuthorization = ({ access_token: token }: Tokens) => ({ authorization: `Bearer ${token}` })

const sendAs = (who: Tokens) => (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object) =>
  fetch(url, {
    method,
    headers: { ...toAuthorization(who), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const readStatus = async (url: string, who: Tokens) => (await fetch(url, { headers: toAuthorization(who) })).status
const listPath = '/api/mysql/realestate/list/'

async function makeGroup(origin: string, who: Tokens): Promise<string> {
  const id = newId()
  const made = await sendAs(who)('POST', `${origin}/api/mysql/realestate/group/`, { id, name: `구간 ${id}` })
  expect(made.status).toBe(201)
  return id
}

test('a device at one process is notified of an edit at the other and finds it there', async () => {
  const staff = await signIn('staff')
  const groupId = await makeGroup(here, staff)
  const events = await openEventStream(there, staff.access_token)
  // The first listener gets one event when listening begins.
  await events.waitFor('changed', agreed.timeout)
  const id = newId()
  expect((await sendAs(staff)('POST', `${here}${listPath}`, { id, group_id: groupId, owner: '김가온' })).status).toBe(
    201,
  )
  expect(await events.waitFor('changed', agreed.timeout)).toBe(true)
  const changes = await fetch(`${there}/api/sync/changes?after=0.0&limit=5000`, { headers: toAuthorization(staff) })
  expect(await changes.text()).toContain(id)
  events.close()
})

test('a listener gets an event once an interrupted database connection is back', async () => {
  const staff = await signIn('staff')
  const groupId = await makeGroup(here, staff)
  const events = await openEventStream(there, staff.access_token)
  await events.waitFor('changed', agreed.timeout)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'
    and datname = current_database()`.execute(office.database.ownerDb)
  expect((await sendAs(staff)('POST', `${here}${listPath}`, { id: newId(), group_id: groupId })).status).toBe(201)
  expect(await events.waitFor('changed', 2 * agreed.timeout)).toBe(true)
  events.close()
})

test('a sign-in begun at one process ends at the other, and signing out takes effect at both at once', async () => {
  const body = await signInByCalls(here, 'member')
  const tokens = tokensSchema.parse(await (await fetch(`${there}/oauth/callback/kakao`, buildJsonPost(body))).json())
  expect(await Promise.all([here, there].map((origin) => readStatus(`${origin}/api/sync/probe`, tokens)))).toEqual([
    403, 403,
  ])
  await fetch(`${here}/oauth/logout`, {
    ...buildJsonPost({}),
    headers: { ...toAuthorization(tokens), 'content-type': 'application/json' },
  })
  expect(await readStatus(`${there}/api/sync/probe`, tokens)).toBe(401)
})

test('a refresh token used at one process is spent at the other, and reusing it ends the session at both', async () => {
  const first = await signIn('staff')
  const renewTokens = (origin: string, { refresh_token }: Tokens) =>
    fetch(`${origin}/oauth/get_refresh_token/kakao/`, buildJsonPost({ refresh_token }))
  const second = tokensSchema.parse(await (await renewTokens(here, first)).json())
  const third = tokensSchema.parse(await (await renewTokens(there, second)).json())
  expect((await renewTokens(here, first)).status).toBe(401)
  expect(await readStatus(`${there}/api/sync/probe`, third)).toBe(401)
})

test('a revoked role is gone at every process with the next request', async () => {
  const staff = await signIn('staff')
  const { ownerDb } = office.database
  expect(await readStatus(`${there}/api/sync/probe`, staff)).toBe(200)
  const setStaff = (isStaff: boolean) =>
    ownerDb.updateTable('app_user').set({ is_staff: isStaff }).where('id', '=', staff.user_info.id).execute()
  await setStaff(false)
  expect(await readStatus(`${there}/api/sync/probe`, staff)).not.toBe(200)
  await setStaff(true)
})

test('visitors at both processes see the same office within a second of a change', async () => {
  const superuser = await signIn('superuser')
  const read = async (origin: string, headers = {}) => await (await fetch(origin + officePath, { headers })).json()
  expect((await read(there)).name).toBe((await read(here)).name)
  const { version } = await read(here, toAuthorization(superuser))
  const settings = { ...newOffice, version, name: '새솔 법무사사무소' }
  const response = await sendAs(superuser)('PUT', here + officePath, settings)
  expect(response.status).toBe(200)
  await expect.poll(async () => (await read(there)).name, agreed).toBe('새솔 법무사사무소')
})

test('demo data removed at one process is no longer announced by the other within a second', async () => {
  const superuser = await signIn('superuser')
  await markDemo(office.database.ownerDb)
  const isAnnounced = async (origin: string) =>
    (await (await fetch(`${origin}/api/demo-data/mark`)).json()).is_present as boolean
  for (const origin of [here, there]) await expect.poll(() => isAnnounced(origin), agreed).toBe(true)
  expect((await sendAs(superuser)('DELETE', `${here}/api/demo-data/`, {})).status).toBe(200)
  await expect.poll(() => isAnnounced(there), agreed).toBe(false)
})

test('a rate or post written at one process appears at the other at once', async () => {
  const superuser = await signIn('superuser')
  const { results } = await (await fetch(`${there}${ratesPath}`, { headers: toAuthorization(superuser) })).json()
  const { kind, data } = results[0]
  const rate = { id: newId(), kind, data, effective_from: '2031-05-05', note: '두 프로세스' }
  expect((await sendAs(superuser)('POST', `${here}${ratesPath}`, rate)).status).toBe(201)
  const after = await (await fetch(`${there}${ratesPath}`, { headers: toAuthorization(superuser) })).text()
  expect(after).toContain('두 프로세스')
  const post = {
    title: '두 곳에서',
    excerpt: '같은 글',
    category: 'registration',
    tags: [],
    markdown: '본문입니다.',
    image: null,
    author_name: '법무사 한온결',
    state: 'published',
    creation_key: newId(),
  }
  expect((await sendAs(superuser)('POST', `${here}/api/blog/manage/`, post)).status).toBe(201)
  expect(await (await fetch(`${there}/api/blog/posts/`)).text()).toContain('두 곳에서')
})

test('a file requested at one process is polled, fetched and cancelled at the other', async () => {
  const staff = await signIn('staff')
  const exportResponse = await sendAs(staff)('POST', here + caseBookExportTaskPath, {})
  const { task_id } = taskStartSchema.parse(await exportResponse.json())
  const poll = async () => {
    const response = await fetch(`${there}${caseBookExportTaskPath}?task_id=${task_id}`, {
      headers: toAuthorization(staff),
    })
    return taskProgressSchema.parse(await response.json())
  }
  await expect.poll(async () => (await poll()).status).toBe('completed')
  const { download_url } = await poll()
  const file = await fetch(there + download_url, { headers: toAuthorization(staff) })
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect((await sendAs(staff)('DELETE', here + caseBookExportTaskPath, { task_id })).status).toBe(200)
  expect((await fetch(there + download_url, { headers: toAuthorization(staff) })).status).toBe(404)
})

test('invalid tokens sent to both processes in turn are one streak and one trail row', async () => {
  const sendForgedToken = async (origin: string) =>
    (await fetch(`${origin}/api/sync/probe`, { headers: { authorization: 'Bearer guess' } })).status
  const readTrail = () =>
    office.database.ownerDb.selectFrom('audit').select('detail').where('act', '=', 'proof_refused').execute()
  for (let time = 0; time < 9; time += 1) expect(await sendForgedToken(time % 2 === 0 ? here : there)).toBe(401)
  expect(await readTrail()).toEqual([])
  await sendForgedToken(there)
  expect(await readTrail()).toMatchObject([{ detail: { count: 10 } }])
})

test('a person who used up the limit at one process is refused by the other too', async () => {
  const member = await signIn('member')
  const fetchHealth = (origin: string) => readStatus(`${origin}/api/health`, member)
  const fetchMany = async (origin: string, times: number) =>
    await Promise.all(Array.from({ length: times }, () => fetchHealth(origin)))
  for (let hundred = 0; hundred < limit / 100; hundred += 1) await fetchMany(here, 100)
  expect(await fetchHealth(here)).toBe(429)
  // A fiftieth of the limit may pass before the other process reads the shared count.
  const late = await fetchMany(there, limit / 50 + 1)
  expect(new Set(late)).toEqual(new Set([200]))
  await delay(agreed.timeout)
  expect(await fetchHealth(there)).toBe(429)
  expect(await readStatus(`${there}/api/health`, await signIn('staff'))).toBe(200)
})
