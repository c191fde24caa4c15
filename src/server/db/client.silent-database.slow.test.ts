import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy, type FaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { openDatabase } from './client.ts'

// The database connection swallows packets: nothing is refused, no connection ends, and no response
// arrives.

/** Maximum time in ms until clients get a response. */
const requirementMs = 5000

let database: TestDatabase
let proxy: FaultyProxy
let server: TestApp
let staff: SignedIn
let groupId: string
const outages: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  proxy = await createFaultyProxy(database.url)
  const db = openDatabase({
    url: proxy.url,
    maxConnections: 4,
    onAway: () => outages.push('away'),
    onBack: () => outages.push('back'),
  })
  server = await buildTestApp({ database: { ...database, db, url: proxy.url } })
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
})

afterEach(async () => {
  await proxy.setMode('pass')
  await waitUntilReady()
  outages.length = 0
})

afterAll(async () => {
  await server.close()
  await server.db.destroy()
  await proxy.close()
  await database.drop()
})

const listPath = '/api/mysql/realestate/list/'

function readList() {
  return staff.inject({ method: 'GET', url: listPath })
}

function createCase(id = newId(), opId = newId()) {
  const payload = { id, group_id: groupId, owner: '김가온' }
  return staff.inject({ method: 'POST', url: listPath, headers: { 'idempotency-key': opId }, payload })
}

async function readReadiness(): Promise<number> {
  return (await server.app.inject('/api/health/ready')).statusCode
}

async function waitUntilReady(): Promise<void> {
  await vi.waitUntil(async () => (await readReadiness()) === 200, { timeout: 30_000, interval: 100 })
}

async function measure<Result>(requests: Promise<Result>): Promise<{ response: Result; isInTime: boolean }> {
  const since = performance.now()
  const response = await requests
  return { response, isInTime: performance.now() - since < requirementMs }
}

describe('a connection that swallows everything', () => {
  test('returns 503 to everybody within five seconds, and recovers with one outage logged', async () => {
    expect((await createCase()).statusCode).toBe(201)
    await proxy.setMode('swallow')
    const readiness = measure(server.app.inject('/api/health/ready'))
    const requests = Array.from({ length: 12 }, (_, index) => measure(index % 2 === 0 ? readList() : createCase()))
    for (const { response, isInTime } of [
      ...(await Promise.all(requests)),
      await measure(readList()),
      await measure(createCase()),
    ]) {
      expect(response.statusCode).toBe(503)
      expect(problemSchema.parse(response.json())).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/[가-힣]/),
      })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(isInTime).toBe(true)
    }
    const { response: readyResponse, isInTime } = await readiness
    expect([readyResponse.statusCode, readyResponse.json(), isInTime]).toEqual([503, { status: 'unavailable' }, true])
    expect((await server.app.inject('/api/health')).json()).toEqual({ status: 'ok' })
    expect(outages).toEqual(['away'])
    await proxy.setMode('pass')
    const since = performance.now()
    await expect.poll(async () => (await createCase()).statusCode, { timeout: requirementMs }).toBe(201)
    expect(performance.now() - since).toBeLessThan(requirementMs)
    expect(await readReadiness()).toBe(200)
    expect(outages).toEqual(['away', 'back'])
  })

  test('sends changes again on the existing event streams', async () => {
    const url = await server.listen()
    const headers = { authorization: `Bearer ${staff.accessToken}` }
    const controller = new AbortController()
    // After the outage of the previous test, the server listens for changes shortly after it is
    // ready.
    const events = await vi.waitUntil(
      async () => {
        const response = await fetch(`${url}/api/sync/events`, { headers, signal: controller.signal })
        return response.ok && response
      },
      { timeout: 30_000, interval: 100 },
    )
    let received = ''
    void events.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => void (received += text) }))
      .catch(() => undefined)
    await expect.poll(() => received).toContain('changed')
    await proxy.setMode('swallow')
    expect((await createCase()).statusCode).toBe(503)
    await new Promise((done) => setTimeout(done, requirementMs))
    received = ''
    await proxy.setMode('pass')
    await expect.poll(async () => (await createCase()).statusCode, { timeout: requirementMs }).toBe(201)
    // Missed changes are announced once the server listens again; later ones one by one.
    await expect.poll(() => received, { timeout: requirementMs }).toContain('changed')
    received = ''
    expect((await createCase()).statusCode).toBe(201)
    await expect.poll(() => received, { timeout: requirementMs }).toContain('changed')
    controller.abort()
  })

  test.each([
    ['whose commit succeeded but whose response was lost', /commit/i],
    ['that was left open with its locks', /insert into "?audit/i],
  ])('applies a write %s once and responds to its repetition', async (_, statement) => {
    const [id, opId] = [newId(), newId()]
    proxy.dropResponsesAfter(statement)
    expect((await createCase(id, opId)).statusCode).toBe(503)
    await proxy.setMode('pass')
    let response = await createCase(id, opId)
    const repeat = async () => {
      response = await createCase(id, opId)
      return response.statusCode
    }
    await expect.poll(repeat, { timeout: requirementMs }).toBe(201)
    expect(response.headers['op-id']).toBe(opId)
    expect(response.json()).toMatchObject({ id, version: 1 })
    const { rows } = await sql<{ rows: number; changes: number }>`
      select (select count(*) from real_estate where id = ${id}) as rows, (select count(*) from change where record_id = ${id}) as changes
    `.execute(database.db)
    expect(rows).toEqual([{ rows: 1, changes: 1 }])
  })

  test('drops all pooled connections with the first silent one and reports no outage', async () => {
    await Promise.all([readList(), readList(), readList(), readList()])
    expect(proxy.silenceConnections()).toBeGreaterThan(3)
    const first = await measure(readList())
    expect([first.response.statusCode, first.isInTime]).toEqual([503, true])
    for (const response of await Promise.all([readList(), createCase(), readList(), createCase(), readList()])) {
      expect(response.statusCode).toBeLessThan(300)
    }
    expect(outages).toEqual([])
  })

  test('does not take long work for silence: a statement may exceed the response timeout', async () => {
    const { rows } = await sql<{ slept: string }>`select pg_sleep(2)::text as slept`.execute(server.db)
    expect(rows).toHaveLength(1)
    expect(outages).toEqual([])
  })

  test('treats refused and reset connections as an outage and recovers automatically', async () => {
    expect((await createCase()).statusCode).toBe(201)
    await proxy.setMode('refuse')
    await expect.poll(async () => (await createCase()).statusCode).toBe(503)
    expect(await readReadiness()).toBe(503)
    await proxy.setMode('pass')
    await expect.poll(async () => (await createCase()).statusCode, { timeout: requirementMs }).toBe(201)
    proxy.reset()
    const responses = await Promise.all([readList(), createCase(), readList()])
    for (const { statusCode } of responses) expect([200, 201, 503]).toContain(statusCode)
    await expect.poll(async () => (await createCase()).statusCode, { timeout: requirementMs }).toBe(201)
  })
})
