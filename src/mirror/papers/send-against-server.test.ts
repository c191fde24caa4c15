import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildPaperContentPath, buildPaperStatePath, paperStateSchema } from '#contract/papers/papers.ts'
import { wakeSending } from '#mirror/outbox/sending/send-as-leader.ts'
import { removeSession, saveSession } from '#mirror/outbox/session.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makePdfBytes, openPaperTab, type PaperTab, storePdf } from '#tests/support/outbox/paper-device.ts'
import { takeThird } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultProxy, type FaultProxy, type NetworkFault } from '#tests/support/servers/fault-proxy.ts'

let server: TestApp
let proxy: FaultProxy
let staff: SignedIn
const open: { close(): void }[] = []

beforeAll(async () => {
  server = await buildTestApp()
  proxy = await createFaultProxy(await server.listen())
  staff = await server.signIn('staff')
}, 60_000)
afterEach(() => {
  proxy.setFaults(() => ({ kind: 'pass' }))
  proxy.setReachable(true)
  for (const closable of open.splice(0)) closable.close()
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

async function openTab(browser: FakeBrowser): Promise<PaperTab> {
  const device = await openPaperTab(browser, staff, { fetch, baseUrl: proxy.url, random: () => 0 })
  open.push(device)
  return device
}

async function openDevice(): Promise<{ browser: FakeBrowser; device: PaperTab }> {
  const browser = makeFakeBrowser({ clock: 'real' })
  return { browser, device: await openTab(browser) }
}

function runAsLeader(device: PaperTab): void {
  open.push({ close: device.startLeading() })
}

async function waitUntilSent(browser: FakeBrowser, { papers }: PaperTab): Promise<void> {
  await browser.runUntil(() => papers.waiting.length === 0, 15_000)
}

async function readServerBytes(contentId: string): Promise<Uint8Array> {
  const response = await staff.inject({ method: 'GET', url: buildPaperContentPath(contentId) })
  expect(response.statusCode).toBe(200)
  return new Uint8Array(response.rawPayload)
}

async function readReceivedCount(contentId: string): Promise<number | null> {
  const response = await staff.inject({ method: 'GET', url: buildPaperStatePath(contentId) })
  return response.statusCode === 200 ? paperStateSchema.parse(response.json()).received : null
}

/** The offsets of the pieces sent to the server for this file. */
function listPieceOffsets(contentId: string): string[] {
  return proxy.requests.flatMap(({ method, path }) =>
    method === 'PATCH' && path.startsWith(buildPaperContentPath(contentId)) ? [path.split('from=')[1] ?? ''] : [],
  )
}

test('a file arrives in pieces, byte for byte, leaves the queue and stays as a copy', async () => {
  const { browser, device } = await openDevice()
  const bytes = makePdfBytes(700_000, 1)
  const contentId = await storePdf(device, bytes)
  runAsLeader(device)
  await waitUntilSent(browser, device)
  expect(listPieceOffsets(contentId)).toEqual(['0', '262144', '524288'])
  expect(await readServerBytes(contentId)).toEqual(bytes)
  expect(await device.copies.getBytes(contentId)).toEqual(bytes)
  expect([...(await device.view.listStoredIds())]).toEqual([contentId])
})

test('after a tab is killed midway, the next one continues where the server is', async () => {
  const { browser, device } = await openDevice()
  const bytes = makePdfBytes(900_000, 2)
  const contentId = await storePdf(device, bytes)
  runAsLeader(device)
  await browser.runUntil(() => listPieceOffsets(contentId).length >= 2, 10_000)
  device.tab.kill()
  const next = await openTab(browser)
  runAsLeader(next)
  await waitUntilSent(browser, next)
  expect(await readServerBytes(contentId)).toEqual(bytes)
  // Nothing that was confirmed is sent again; pieces in transit may be.
  expect(listPieceOffsets(contentId).filter((from) => from === '0')).toHaveLength(1)
})

test.each<[string, NetworkFault]>(
  takeThird<[string, NetworkFault]>([
    ['is lost before it arrives', { kind: 'drop_request' }],
    ['succeeds but loses its response', { kind: 'drop_response' }],
    ['arrives twice', { kind: 'duplicate' }],
    ['gets a truncated response', { kind: 'truncate' }],
    ['gets a portal page as response', { kind: 'html' }],
    ['is redirected', { kind: 'redirect' }],
    ['gets an empty response', { kind: 'no_body' }],
    ['gets a 403 from an intermediary', { kind: 'status', status: 403 }],
    ['gets a 409 from an intermediary', { kind: 'status', status: 409 }],
    ['gets a 413 from an intermediary', { kind: 'status', status: 413 }],
    ['gets a 500', { kind: 'status', status: 500 }],
  ]),
)('when every second request %s, sending only takes longer and loses no byte', async (_name, fault) => {
  const { browser, device } = await openDevice()
  const bytes = makePdfBytes(600_000, 3)
  const contentId = await storePdf(device, bytes)
  let turn = 0
  proxy.setFaults(({ path }) => (path.includes(contentId) && turn++ % 2 === 0 ? fault : { kind: 'pass' }))
  runAsLeader(device)
  await waitUntilSent(browser, device)
  expect(await readServerBytes(contentId)).toEqual(bytes)
})

test('ignores a response about another file or about more bytes than were sent', async () => {
  const browser = makeFakeBrowser({ clock: 'real' })
  let isFalsified = true
  const device = await openPaperTab(browser, staff, {
    baseUrl: proxy.url,
    random: () => 0,
    async fetch(input, init) {
      if (!isFalsified) return fetch(input, init)
      const state = { content_id: crypto.randomUUID(), digest: 'a'.repeat(64), size: 9, received: 9, is_whole: true }
      return Response.json(state)
    },
  })
  open.push(device)
  const bytes = makePdfBytes(5_000, 4)
  const contentId = await storePdf(device, bytes)
  runAsLeader(device)
  await browser.runUntil(() => (device.papers.waiting[0]?.failures ?? 0) > 1, 10_000)
  isFalsified = false
  await waitUntilSent(browser, device)
  expect(await readServerBytes(contentId)).toEqual(bytes)
})

test('a refused file waits for its user, and others overtake it', async () => {
  const { browser, device } = await openDevice()
  const corrupted = new Uint8Array(3_000).fill(7)
  const refused = await storePdf(device, corrupted, '실행파일')
  const sentPaper = await storePdf(device, makePdfBytes(4_000, 5))
  runAsLeader(device)
  await browser.runUntil(() => device.papers.waiting.every(({ state }) => state === 'refused'), 10_000)
  expect(device.papers.waiting.map(({ name }) => name)).toEqual(['실행파일'])
  expect(device.papers.waiting[0]?.problem).toMatchObject({ code: 'refused' })
  expect(await readReceivedCount(sentPaper)).toBe(4_000)
  // When its user sends it again, it is validated again; when dropped, it leaves nothing.
  const before = listPieceOffsets(refused).length
  await device.view.retryFile(refused)
  await browser.runUntil(
    () => listPieceOffsets(refused).length > before && device.papers.waiting[0]?.state === 'refused',
    10_000,
  )
  await device.view.discardFile(refused)
  expect(device.papers.waiting).toEqual([])
  expect([await device.papers.db.bytes.count(), await device.papers.db.thumbs.count()]).toEqual([0, 0])
})

test('a file damaged on the device is refused with the reason instead of being sent forever', async () => {
  const { browser, device } = await openDevice()
  const bytes = makePdfBytes(3_000, 6)
  const contentId = await storePdf(device, bytes)
  await device.papers.db.bytes.put({ contentId, bytes: makePdfBytes(3_000, 7) })
  runAsLeader(device)
  await browser.runUntil(() => device.papers.waiting[0]?.state === 'refused', 15_000)
  expect(device.papers.waiting[0]?.problem).toMatchObject({ code: 'digest_mismatch' })
  expect(await readReceivedCount(contentId)).toBe(0)
})

test('an ended session holds everything back until the same user signs in again', async () => {
  const { browser, device } = await openDevice()
  await removeSession(device.outbox)
  const bytes = makePdfBytes(2_000, 6)
  const contentId = await storePdf(device, bytes)
  runAsLeader(device)
  await browser.settle()
  expect(proxy.requests.filter(({ path }) => path.includes(contentId))).toEqual([])
  await saveSession(device.outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
  await waitUntilSent(browser, device)
  expect(await readServerBytes(contentId)).toEqual(bytes)
})

test('tries a silent server once per pause, not once per file, and at once on request', async () => {
  const { browser, device } = await openDevice()
  for (let number = 0; number < 20; number += 1) await storePdf(device, makePdfBytes(1_000, 100 + number))
  proxy.setReachable(false)
  device.tab.fetch = async (input, init) => {
    tries += 1
    return fetch(input, init)
  }
  let tries = 0
  const slow = { ...device.papers, runtime: { ...device.runtime, random: () => 1 } }
  Object.assign(device.papers.runtime, slow.runtime)
  runAsLeader(device)
  await browser.runUntil(() => tries > 0, 10_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(tries).toBe(1)
  proxy.setReachable(true)
  await wakeSending(device.outbox)
  await waitUntilSent(browser, device)
})

test('another device reads a file from the server, stores it, and has it offline', async () => {
  const { browser, device } = await openDevice()
  const bytes = makePdfBytes(300_000, 7)
  const contentId = await storePdf(device, bytes)
  const named = { content_id: contentId, size: bytes.length, digest: device.papers.waiting[0]?.digest ?? '' }
  const other = await openTab(makeFakeBrowser({ clock: 'real' }))
  expect(await other.view.readBytes(named)).toEqual({ kind: 'not_whole' })
  runAsLeader(device)
  await waitUntilSent(browser, device)
  // Different bytes from something on the way are rejected.
  proxy.setFaults(() => ({ kind: 'html' }))
  expect(await other.view.readBytes(named)).toEqual({ kind: 'unreachable' })
  proxy.setFaults(() => ({ kind: 'pass' }))
  expect(await other.view.readBytes(named)).toEqual({ kind: 'read', bytes })
  proxy.setReachable(false)
  expect(await other.view.readBytes(named)).toEqual({ kind: 'read', bytes })
})
