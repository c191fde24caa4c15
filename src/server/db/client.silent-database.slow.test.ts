import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo.ts'
import { makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy, type FaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { openDatabase } from './client.ts'

// The database connection swallows packets: nothing is refused, no connection ends, and no response
// arrives.

/** Maximum time in ms until clients get a response. */
const requirementMs = 5000

let direct: TestDatabase
let hole: FaultyProxy
let server: TestApp
let staff: SignedIn
let groupId: string
const outages: string[] = []

beforeAll(async () => {
  direct = await createTestDatabase()
  await loadDemoUsers(direct.db)
  hole = await createFaultyProxy(direct.url)
  const db = openDatabase({
    url: hole.url,
    maxConnections: 4,
    onAway: () => outages.push('away'),
    onBack: () => outages.push('back'),
  })
  server = await buildTestApp({ database: { ...direct, db, url: hole.url } })
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
})

afterEach(async () => {
  await hole.setMode('pass')
  await waitUntilReady()
  outages.length = 0
})

afterAll(async () => {
  await server.close()
  await server.db.destroy()
  await hole.close()
  await direct.drop()
})

const list = '/api/mysql/realestate/list/'

function read() {
  return staff.inject({ method: 'GET', url: list })
}

function write(id = newId(), opId = newId()) {
  const payload = { id, group_id: groupId, owner: '김가온' }
  return staff.inject({ method: 'POST', url: list, headers: { 'idempotency-key': opId }, payload })
}

async function ready(): Promise<number> {
  return (await server.app.inject('/api/health/ready')).statusCode
}

async function waitUntilReady(): Promise<void> {
  await vi.waitUntil(async () => (await ready()) === 200, { timeout: 30_000, interval: 100 })
}

async function inTime<Answer>(requests: Promise<Answer>): Promise<{ response: Answer; isInTime: boolean }> {
  const since = performance.now()
  const response = await requests
  return { response, isInTime: performance.now() - since < requirementMs }
}

describe('a connection that swallows everything', () => {
  test('returns 503 to everybody within five seconds, and recovers with one outage logged', async () => {
    expect((await write()).statusCode).toBe(201)
    await hole.setMode('swallow')
    const readiness = inTime(server.app.inject('/api/health/ready'))
    const requests = Array.from({ length: 12 }, (_, index) => inTime(index % 2 === 0 ? read() : write()))
    for (const { response, isInTime } of [
      ...(await Promise.all(requests)),
      await inTime(read()),
      await inTime(write()),
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
    await hole.setMode('pass')
    const since = performance.now()
    await expect.poll(async () => (await write()).statusCode, { timeout: requirementMs }).toBe(201)
    expect(performance.now() - since).toBeLessThan(requirementMs)
    expect(await ready()).toBe(200)
    expect(outages).toEqual(['away', 'back'])
  })

  test('sends changes again on the existing event streams', async () => {
    const url = await server.listen()
    const headers = { authorization: `Bearer ${staff.accessToken}` }
    const leave = new AbortController()
    // After the outage of the previous test, the server listens for changes shortly after it is
    // ready.
    const events = await vi.waitUntil(
      async () => {
        const response = await fetch(`${url}/api/sync/events`, { headers, signal: leave.signal })
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
    await hole.setMode('swallow')
    expect((await write()).statusCode).toBe(503)
    await new Promise((done) => setTimeout(done, requirementMs))
    received = ''
    await hole.setMode('pass')
    await expect.poll(async () => (await write()).statusCode, { timeout: requirementMs }).toBe(201)
    // Missed changes are announced once the server listens again; later ones one by one.
    await expect.poll(() => received, { timeout: requirementMs }).toContain('changed')
    received = ''
    expect((await write()).statusCode).toBe(201)
    await expect.poll(() => received, { timeout: requirementMs }).toContain('changed')
    leave.abort()
  })

  test.each([
    ['whose commit succeeded but whose response was lost', /commit/i],
    ['that was left open with its locks', /insert into "?audit/i],
  ])('applies a write %s once and responds to its repetition', async (_, statement) => {
    const [id, opId] = [newId(), newId()]
    hole.dropResponsesAfter(statement)
    expect((await write(id, opId)).statusCode).toBe(503)
    await hole.setMode('pass')
    let response = await write(id, opId)
    const repeat = async () => {
      response = await write(id, opId)
      return response.statusCode
    }
    await expect.poll(repeat, { timeout: requirementMs }).toBe(201)
    expect(response.headers['op-id']).toBe(opId)
    expect(response.json()).toMatchObject({ id, version: 1 })
    const { rows } = await sql<{ rows: number; changes: number }>`
      select (select count(*) from real_estate where id = ${id}) as rows, (select count(*) from change where record_id = ${id}) as changes
    `.execute(direct.db)
    expect(rows).toEqual([{ rows: 1, changes: 1 }])
  })

  test('drops all pooled connections with the first silent one and reports no outage', async () => {
    await Promise.all([read(), read(), read(), read()])
    expect(hole.silenceConnections()).toBeGreaterThan(3)
    const first = await inTime(read())
    expect([first.response.statusCode, first.isInTime]).toEqual([503, true])
    for (const response of await Promise.all([read(), write(), read(), write(), read()])) {
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
    expect((await write()).statusCode).toBe(201)
    await hole.setMode('refuse')
    await expect.poll(async () => (await write()).statusCode).toBe(503)
    expect(await ready()).toBe(503)
    await hole.setMode('pass')
    await expect.poll(async () => (await write()).statusCode, { timeout: requirementMs }).toBe(201)
    hole.reset()
    const responses = await Promise.all([read(), write(), read()])
    for (const { statusCode } of responses) expect([200, 201, 503]).toContain(statusCode)
    await expect.poll(async () => (await write()).statusCode, { timeout: requirementMs }).toBe(201)
  })
})
