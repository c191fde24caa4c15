import { connect } from 'node:net'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { syncEventSchema } from '#contract/sync/sync.ts'
import { withoutReplica } from '#server/db/replica.ts'
import { registerBearer } from '#server/plugins/bearer.ts'
import { registerRequestLimits } from '#server/plugins/request-limits.ts'
import { streamEvents } from '#server/sync/reads/events.ts'
import { createStreamSlots, maxStreams } from '#server/sync/reads/stream-slots.ts'
import { syncRoutes } from '#server/sync/routes.ts'
import { realEstateBooks } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let office: TestApp
let staff: SignedIn
const open: (() => PromiseLike<unknown>)[] = []

beforeAll(async () => {
  office = await buildTestApp()
  staff = await office.signIn('staff')
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(() => office.close())

/** One server process, with a short heartbeat. */
async function startProcess(): Promise<string> {
  const app = Fastify({ forceCloseConnections: true }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await registerRequestLimits(app, office.deps)
  registerBearer(app, office.deps)
  const sync = { writableBooks: realEstateBooks, batchCalls: new Map(), heartbeatMs: 40 }
  syncRoutes(app, { ...office.deps, replica: withoutReplica(office.db), ...sync })
  open.push(() => app.close())
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

/** Resolves after the greeting; `ended` resolves with the type of the last event. */
async function openStream(url: string, { accessToken }: SignedIn = staff) {
  const response = await fetch(`${url}/api/sync/events`, { headers: { authorization: `Bearer ${accessToken}` } })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  const greeting = String((await reader.read()).value)
  let isOpen = true
  // Closing a server aborts its open streams.
  const ended = readOn(reader, greeting)
    .catch(() => 'cut')
    .then((last) => {
      isOpen = false
      return last
    })
  return { greeting, ended, isOpen: () => isOpen, leave: () => reader.cancel() }
}

async function readOn(reader: ReadableStreamDefaultReader<string>, received: string): Promise<string> {
  let text = received
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => syncEventSchema.parse(JSON.parse(json)))
  return events.at(-1)?.type ?? ''
}

async function countTakenSlots(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from event_stream`.execute(office.db)
  return rows[0]?.count ?? 0
}

test('the seventh stream of a person ends the oldest one with a reason, and no other', async () => {
  const url = await startProcess()
  const streams = []
  for (let number = 0; number < maxStreams; number += 1) streams.push(await openStream(url))
  const superuser = await openStream(url, await office.signIn('superuser'))
  const seventh = await openStream(url)
  expect(seventh.greeting).toContain('hello')
  expect(await streams[0]?.ended).toBe('replaced')
  expect(streams.map((stream) => stream.isOpen())).toEqual([false, true, true, true, true, true])
  expect([superuser.isOpen(), seventh.isOpen(), await countTakenSlots()]).toEqual([true, true, maxStreams + 1])
})

test('streams of several server processes count together', async () => {
  const [url, other] = [await startProcess(), await startProcess()]
  const oldest = [await openStream(url), await openStream(url)]
  for (let number = 0; number < maxStreams; number += 1) await openStream(other)
  expect(await Promise.all(oldest.map((stream) => stream.ended))).toEqual(['replaced', 'replaced'])
  expect(await countTakenSlots()).toBe(maxStreams)
})

test('of many concurrent streams exactly the allowed number stays', async () => {
  const url = await startProcess()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(url)))
  await expect.poll(() => streams.filter((stream) => stream.isOpen()).length, { timeout: 20_000 }).toBe(maxStreams)
})

test('a stream whose slot was taken before its greeting ends with the same reason', async () => {
  const app = Fastify({ forceCloseConnections: true })
  let released = 0
  app.get('/', (request, reply) => {
    const slot = { replaced: AbortSignal.abort(), release: () => void (released += 1) }
    const createNoop = () => () => undefined
    const listener = {
      subscribe: createNoop,
      subscribeTasks: createNoop,
      notifyLater: () => undefined,
      close: () => Promise.resolve(),
    }
    streamEvents(request, reply, {
      deps: office.deps,
      listener,
      userId: staff.user.id,
      epoch: 'first',
      heartbeatMs: 40,
      slot,
    })
  })
  open.push(() => app.close())
  const result = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  expect(await result.text()).toMatch(/"hello".*"replaced"/s)
  await expect.poll(() => released).toBe(1)
})

test('a stream that ends frees its slot, also when its client left before the greeting', async () => {
  const url = await startProcess()
  const stream = await openStream(url)
  expect(await countTakenSlots()).toBe(1)
  await stream.leave()
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(0)
  const { port, host } = new URL(url)
  const request = `GET /api/sync/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${staff.accessToken}\r\n\r\n`
  for (let number = 0; number < 20; number += 1) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(request, () => setTimeout(() => socket.destroy(), number / 4))
  }
  await expect.poll(async () => (await openStream(url)).isOpen()).toBe(true)
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(1)
})

test('slots of a crashed process expire', async () => {
  await sql`insert into event_stream (user_id, seen_at) values (gen_random_uuid(), now() - interval '11 minutes')`.execute(
    office.db,
  )
  const slots = createStreamSlots(office.deps, { beatMs: 20 })
  const slot = await slots.acquire(staff.user.id)
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(1)
  expect(slot.replaced.aborted).toBe(false)
  slot.release()
  slots.close()
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(0)
})

test('a database crash, which empties the table, ends no stream', async () => {
  const url = await startProcess()
  const streams = [await openStream(url), await openStream(url)]
  await sql`delete from event_stream`.execute(office.db)
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(2)
  expect(streams.map((stream) => stream.isOpen())).toEqual([true, true])
})

test('streams whose rows are gone take one slot each, however slow the database is', async () => {
  const slots = createStreamSlots(office.deps, { beatMs: 1 })
  open.push(() => Promise.resolve(slots.close()))
  const taken = await Promise.all([slots.acquire(staff.user.id), slots.acquire(staff.user.id)])
  for (let time = 0; time < 5; time += 1) {
    await sql`delete from event_stream`.execute(office.db)
    await expect.poll(countTakenSlots).toBe(2)
  }
  for (const slot of taken) slot.release()
  await expect.poll(countTakenSlots).toBe(0)
})

test('the stream ends soon after the role is removed', async () => {
  const url = await startProcess()
  const stream = await openStream(url)
  const setStaff = (isStaff: boolean) =>
    office.db.updateTable('app_user').set({ is_staff: isStaff }).where('id', '=', staff.user.id).execute()
  await setStaff(false)
  expect(await stream.ended).not.toBe('cut')
  await setStaff(true)
})

test('a slot that was only partly taken is released', async () => {
  const slots = createStreamSlots(office.deps, { beatMs: 20 })
  open.push(() => Promise.resolve(slots.close()))
  await sql`revoke delete on event_stream from office_app`.execute(office.ownerDb)
  await expect(slots.acquire(staff.user.id)).rejects.toThrow('permission denied')
  await sql`grant delete on event_stream to office_app`.execute(office.ownerDb)
  await sql`update event_stream set seen_at = now() - interval '11 minutes'`.execute(office.db)
  const slot = await slots.acquire(staff.user.id)
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(1)
  slot.release()
  await expect.poll(countTakenSlots, { timeout: 20_000 }).toBe(0)
})
