import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProblemCode } from '#contract/problem.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Leadership } from '#mirror/worker/leadership.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { type FakeBrowser, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import {
  openServerWithFaultyDatabase,
  type ServerWithFaultyDatabase,
} from '#tests/support/servers/server-with-faulty-database.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { saveSession } from '../session.ts'

// A device and the real server with an unreachable database or a full disk: the edit stays on the
// device and arrives automatically.

let office: ServerWithFaultyDatabase
let record: { id: string; version: number }
let browser: FakeBrowser
let outbox: Outbox
let drainer: Leadership

beforeAll(async () => {
  office = await openServerWithFaultyDatabase()
})
afterAll(() => office.close())

beforeEach(async () => {
  const staff = await office.server.signIn('staff')
  record = await makeCase(staff, await makeGroup(staff))
  browser = makeFakeBrowser({ clock: 'real' })
  const { runtime } = browser.openTab({ fetch, baseUrl: await startListening() })
  outbox = await openOutbox({ ...runtime, newId }, staff.user.id)
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
})
afterEach(() => drainer.stop())

let url: string | undefined

async function startListening(): Promise<string> {
  url ??= await office.server.listen()
  return url
}

function listEntries() {
  return [...outbox.image.entriesBySeq.values()].map(({ state, attempts, problem }) => ({ state, attempts, problem }))
}

test.each<[string, ProblemCode, (isBroken: boolean) => Promise<void>]>([
  ['whose disk is full', 'storage_full', async (isBroken) => office.setFull(isBroken)],
  ['whose database does not respond', 'unavailable', (isBroken) => office.proxy.setMode(isBroken ? 'swallow' : 'pass')],
])(
  'an edit sent to a server %s stays queued with the reason and takes effect once when that is over',
  async (_, code, setBroken) => {
    await setBroken(true)
    await enqueueEdit(outbox, makeUpdateEdit(record.id, { owner: ['김가온', '이나래'] }, record.version))
    drainer = startSending(outbox, { isVisible: true })
    await browser.runUntil(
      () => listEntries().some(({ state, attempts }) => state === 'queued' && attempts > 0),
      30_000,
    )
    expect(listEntries()).toMatchObject([{ state: 'queued', problem: { code } }])
    expect(await office.readVersion(record.id)).toBe(record.version)
    await setBroken(false)
    await browser.runUntil(() => listEntries().every(({ state }) => state === 'acked'), 60_000)
    expect(listEntries()).toMatchObject([{ problem: null }])
    expect(await office.readVersion(record.id)).toBe(record.version + 1)
  },
)
