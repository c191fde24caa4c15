import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changesPageSchema, syncEventSchema } from '#contract/sync/sync.ts'
import { withoutReplica } from '#server/db/replica.ts'
import { registerBearer } from '#server/plugins/bearer.ts'
import { registerRequestLimits } from '#server/plugins/request-limits.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { makeGroup, realEstateBooks } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())

/** Starts only the sync routes, with a short heartbeat. */
async function startSync() {
  const drain = new AbortController()
  const app = Fastify({ forceCloseConnections: true }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const deps = { ...server.deps, replica: withoutReplica(server.db), drain: drain.signal }
  await registerRequestLimits(app, deps)
  registerBearer(app, deps)
  syncRoutes(app, { ...deps, writableBooks: realEstateBooks, batchCalls: new Map(), heartbeatMs: 40 })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), drain, close: () => app.close() }
}

async function openEvents(url: string, token: string) {
  const response = await fetch(`${url}/api/sync/events`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.body) throw new Error('no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  async function readNext(): Promise<string | null> {
    for (;;) {
      const end = buffered.indexOf('\n\n')
      if (end !== -1) {
        const message = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        return message
      }
      const { value, done } = await reader.read()
      if (done) return null
      buffered += value
    }
  }
  /** The type of the next event other than a heartbeat; null when the stream has ended. */
  async function readNextType(): Promise<string | null> {
    for (let message = await readNext(); message !== null; message = await readNext()) {
      if (message.startsWith('data: ')) return syncEventSchema.parse(JSON.parse(message.slice(6))).type
    }
    return null
  }
  return { response, next: readNext, nextType: readNextType }
}

test('a stream sends a greeting, a change after a commit, and heartbeats', async () => {
  const sync = await startSync()
  const events = await openEvents(sync.url, staff.accessToken)
  expect(events.response.headers.get('content-type')).toContain('text/event-stream')
  expect(await events.nextType()).toBe('hello')
  // The LISTEN connection sends "changed" once it is up, because earlier notifications may have
  // been missed.
  expect(await events.nextType()).toBe('changed')
  await makeGroup(staff)
  expect(await events.nextType()).toBe('changed')
  expect(await events.next()).toBe(': heartbeat')
  await sync.close()
})

test('a burst of writes causes few events, and one after the last write', async () => {
  const sync = await startSync()
  const events = await openEvents(sync.url, staff.accessToken)
  expect([await events.nextType(), await events.nextType()]).toEqual(['hello', 'changed'])
  await Promise.all(Array.from({ length: 30 }, () => sql`notify change`.execute(server.db)))
  expect(await events.nextType()).toBe('changed')
  const reported = await Promise.race([
    countUntilQuiet(events),
    new Promise<number>((done) => setTimeout(() => done(0), 300)),
  ])
  expect(reported).toBeLessThan(5)
  await sync.close()
})

async function countUntilQuiet(events: { nextType: () => Promise<string | null> }): Promise<number> {
  let count = 0
  while ((await events.nextType()) !== null) count += 1
  return count
}

test('a draining server announces it and ends the stream', async () => {
  const sync = await startSync()
  const events = await openEvents(sync.url, staff.accessToken)
  expect(await events.nextType()).toBe('hello')
  sync.drain.abort()
  const nextTypes = [await events.nextType(), await events.nextType()]
  expect(nextTypes.filter((type) => type !== 'changed')[0]).toBe('draining')
  await sync.close()
})

test('the stream ends when the session ends', async () => {
  const sync = await startSync()
  const superuser = await server.signIn('superuser')
  const events = await openEvents(sync.url, superuser.accessToken)
  expect(await events.nextType()).toBe('hello')
  await server.db
    .updateTable('session')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', superuser.user.id)
    .execute()
  let last: string | null = ''
  while (last !== null) last = await events.nextType()
  await sync.close()
})

test('the stream ends when the second factor of its session ends', async () => {
  const sync = await startSync()
  const { accessToken, user } = await server.signIn('superuser')
  await server.db
    .insertInto('second_factor')
    .values({ user_id: user.id, totp_key: 'a', totp_cipher: Buffer.of(1) })
    .execute()
  const giveFactor = (index: number) =>
    server.db
      .updateTable('session')
      .set({ factor_at: new Date(index).toISOString() })
      .where('user_id', '=', user.id)
      .execute()
  await giveFactor(Date.now())
  const events = await openEvents(sync.url, accessToken)
  expect(await events.nextType()).toBe('hello')
  await giveFactor(Date.now() - 13 * 3_600_000)
  let last: string | null = ''
  while (last !== null) last = await events.nextType()
  await sync.close()
})

test('a lost LISTEN connection is reopened, and devices are notified of possible changes', async () => {
  const sync = await startSync()
  const events = await openEvents(sync.url, staff.accessToken)
  expect([await events.nextType(), await events.nextType()]).toEqual(['hello', 'changed'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen change' and datname = current_database()`.execute(
    server.db,
  )
  expect(await events.nextType()).toBe('changed')
  await sync.close()
})

test('announces a change held back by another transaction again once it can be pulled', async () => {
  const sync = await startSync()
  const events = await openEvents(sync.url, staff.accessToken)
  expect([await events.nextType(), await events.nextType()]).toEqual(['hello', 'changed'])
  const { cursor } = await pull(sync.url, '0.0')
  const earlier = await server.db.startTransaction().execute()
  await writeTrail(earlier, { user: null, ipAddress: null, act: 'list' })
  const id = await makeGroup(staff)
  expect(await events.nextType()).toBe('changed')
  expect((await pull(sync.url, cursor)).changes).toEqual([])
  await earlier.commit().execute()
  let received: string[] = []
  while (received.length === 0) {
    expect(await events.nextType()).toBe('changed')
    received = (await pull(sync.url, cursor)).changes.map((change) => change.id)
  }
  expect(received).toEqual([id])
  await sync.close()
})

async function pull(url: string, after: string) {
  const result = await fetch(`${url}/api/sync/changes?after=${after}`, {
    headers: { authorization: `Bearer ${staff.accessToken}` },
  })
  return changesPageSchema.parse(await result.json())
}

test('returns 404 for a HEAD request of the stream', async () => {
  const sync = await startSync()
  const headers = { authorization: `Bearer ${staff.accessToken}` }
  const result = await fetch(`${sync.url}/api/sync/events`, { method: 'HEAD', headers })
  expect(result.status).toBe(404)
  await sync.close()
})
