import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { waitMs } from '#mirror/runtime/browser-runtime.ts'
import { newId } from '#server/new-id.ts'
import { makeFakeLocks } from '#tests/support/fakes/fake-locks.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import {
  deleteReceipts,
  listReceipts,
  listWaitingInquiries,
  sendInquiries,
  storeInquiry,
  withdrawInquiry,
} from './visitor-queue.ts'

const server = await buildTestApp()
afterAll(server.close)
const baseUrl = await server.listen()

/** Simulates faults between one visitor's device and the real server. */
let network: (input: string, init?: RequestInit) => Promise<Response>
let clock = Date.parse('2026-11-21T01:00:00Z')
let context: Parameters<typeof sendInquiries>[0]
beforeEach(async () => {
  // The server accepts five a minute from one address.
  await server.ownerDb.deleteFrom('rate_count').execute()
  await server.ownerDb.deleteFrom('inquiry').execute()
  network = (input, init) => fetch(input, init)
  context = {
    indexedDB: new IDBFactory(),
    locks: makeFakeLocks().openFor({}, () => undefined),
    fetch: (input, init) => network(input, init),
    baseUrl,
    now: () => clock,
    wait: waitMs,
  }
})

async function write(fields: Record<string, unknown> = {}): Promise<string> {
  const key = newId()
  const body = JSON.stringify({
    name: '윤새봄',
    phone: '010-0000-0101',
    email: '',
    subject: '비용 문의',
    message: '궁금합니다.',
    consent: true,
    consented_at: '2026-11-21T10:00:00.000Z',
    website: '',
    ...fields,
  })
  await storeInquiry(context, { key, body, subject: '문의', writtenAt: 0, tries: 0, refusal: null })
  return key
}

async function readStored(): Promise<string[]> {
  const rows = await server.db.selectFrom('inquiry').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function listRemaining() {
  return (await listWaitingInquiries(context)).map(({ key, refusal }) => ({ key, refused: refusal !== null }))
}

test('sends waiting inquiries in order and removes each when the server confirms its key', async () => {
  const keys = [await write(), await write()]
  expect(await sendInquiries(context)).toEqual({ sent: keys, waiting: 0, pauseMs: null })
  expect([await readStored(), await listRemaining()]).toEqual([keys, []])
})

test('an inquiry whose response was lost is sent again and stored once', async () => {
  const key = await write()
  network = async (input, init) => {
    await fetch(input, init)
    throw new TypeError('the connection broke')
  }
  expect(await sendInquiries(context)).toEqual({ sent: [], waiting: 1, pauseMs: null })
  expect(await readStored()).toEqual([key])
  network = (input, init) => fetch(input, init)
  expect((await sendInquiries(context)).sent).toEqual([key])
  expect([await readStored(), await listRemaining()]).toEqual([[key], []])
})

test('a sent inquiry leaves a receipt without its text, until it is deleted or for a day', async () => {
  const keys = [await write(), await write()]
  network = async (input, init) => {
    const response = await fetch(input, init)
    network = () => Promise.reject(new TypeError('no network'))
    return response
  }
  await sendInquiries(context)
  expect(await listReceipts(context)).toEqual([{ key: keys[0], receivedAt: clock }])
  network = (input, init) => fetch(input, init)
  clock += 60_000
  await sendInquiries(context)
  expect((await listReceipts(context)).map(({ key }) => key)).toEqual(keys)
  await deleteReceipts(context, keys.slice(0, 1))
  clock += 86_400_000
  expect((await listReceipts(context)).map(({ key }) => key)).toEqual(keys.slice(1))
  clock += 1
  expect(await listReceipts(context)).toEqual([])
  clock -= 1
  expect(await listReceipts(context)).toEqual([])
})

test('two tabs that send at once store one inquiry', async () => {
  const key = await write()
  const reports = await Promise.all([sendInquiries(context), sendInquiries(context)])
  expect(reports.flatMap(({ sent }) => sent)).toEqual([key])
  expect(await readStored()).toEqual([key])
})

test.each([
  ['status 200 with a foreign HTML page', () => new Response('<html>로그인</html>', { status: 200 })],
  ['an empty 204', () => new Response(null, { status: 204 })],
  ['another key', () => Response.json({ id: newId(), state: 'received' }, { headers: { 'op-id': newId() } })],
  ['another inquiry', (key) => Response.json({ id: newId(), state: 'received' }, { headers: { 'op-id': key } })],
  ['a response without an echo', (key) => Response.json({ id: key, state: 'received' })],
  ['a broken server', () => Response.json({ code: 'internal', message: '오류' }, { status: 500 })],
  ['a 404 from the wrong host', () => Response.json({ code: 'not_found', message: '없음' }, { status: 404 })],
  ['a 400 that is not from our server', () => Response.json({ error: 'bad' }, { status: 400 })],
] satisfies [string, (key: string) => Response][])(
  '%s confirms nothing, and the inquiry keeps waiting',
  async (_what, response) => {
    const key = await write()
    network = async () => await Promise.resolve(response(key))
    expect(await sendInquiries(context)).toMatchObject({ sent: [], waiting: 1 })
    expect(await listRemaining()).toEqual([{ key, refused: false }])
  },
)

test('a refused inquiry waits for the visitor with the reasons and does not hold up the others', async () => {
  const wrong = await write({ email: '<script>' })
  const right = await write()
  expect(await sendInquiries(context)).toEqual({ sent: [right], waiting: 0, pauseMs: null })
  const [refused] = await listWaitingInquiries(context)
  expect([refused?.key, Object.keys(refused?.refusal?.fields ?? {})]).toEqual([wrong, ['email']])
  expect(await sendInquiries(context)).toEqual({ sent: [], waiting: 0, pauseMs: null })
})

test('sends nothing more until the pause requested by the server is over', async () => {
  for (let count = 0; count < 7; count += 1) await write()
  const report = await sendInquiries(context)
  expect([report.sent.length, report.waiting, (report.pauseMs ?? 0) > 0]).toEqual([5, 2, true])
})

test('an inquiry that was taken back is never sent', async () => {
  const key = await write()
  expect((await withdrawInquiry(context, key))?.key).toBe(key)
  await sendInquiries(context)
  expect([await readStored(), await withdrawInquiry(context, key)]).toEqual([[], undefined])
})
