import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { batchPath, compareChangeSeq, startOfLog } from '#contract/sync/sync.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import type { Leadership } from '#mirror/worker/leadership.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { type FakeBrowser, type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { startSending } from '#tests/support/outbox/start-sending.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { enqueueEdits } from '../entries/enqueue-edits.ts'
import { discardEntry, resolveEntry, retryEntry } from '../entries/repair-entry.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { createOutboxView } from '../outbox-view.ts'
import { saveSession } from '../session.ts'
import { readSent, settleAcked } from './settle-acked.ts'

let server: TestApp
let baseUrl: string
let staff: SignedIn
let colleague: SignedIn
let groupId: string
let browser: FakeBrowser
let tab: FakeTab
let outbox: Outbox
let drainer: Leadership | null = null

beforeAll(async () => {
  server = await buildTestApp()
  baseUrl = await server.listen()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  groupId = await makeGroup(staff)
}, 60_000)
afterAll(async () => {
  await server.close()
})

beforeEach(async () => {
  browser = makeFakeBrowser({ clock: 'real' })
  tab = browser.openTab({ fetch, baseUrl })
  // Fake ids repeat from test to test, and the server here remembers them.
  const runtime: Runtime = { ...tab.runtime, newId }
  outbox = await openOutbox(runtime, staff.user.id)
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
})
afterEach(() => {
  drainer?.stop()
  drainer = null
})

function drain(): void {
  drainer = startSending(outbox, { isVisible: true })
}

function listStates(): string[] {
  return [...outbox.image.entriesBySeq.values()].map((entry) => entry.state)
}

async function waitUntilStates(...expected: string[]): Promise<void> {
  const hasStates = () => listStates().join() === expected.join()
  await browser.runUntil(hasStates, 10_000).catch(() => undefined)
  expect(listStates()).toEqual(expected)
}

async function readRow(id: string): Promise<Record<string, unknown> | null> {
  const row = await server.db.selectFrom('real_estate').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { ...row } : null
}

async function edit(person: SignedIn, id: string, fields: Record<string, unknown>): Promise<void> {
  const result = await person.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id, ...fields } })
  expect(result.statusCode).toBe(200)
}

test('a group and a case in it, both created offline, arrive in order', async () => {
  const [group, id] = [newId(), newId()]
  await enqueueEdit(outbox, {
    kind: 'create',
    collection: 'real-estate-groups',
    id: group,
    fields: { name: '제2공구' },
  })
  await enqueueEdit(outbox, {
    kind: 'create',
    collection: 'real-estate',
    id,
    fields: { group_id: group, owner: '가상인' },
  })
  drain()
  await waitUntilStates('acked', 'acked')
  await enqueueEdit(outbox, makeUpdateEdit(id, { fees: [null, 330_000] }, 0))
  await waitUntilStates('acked', 'acked', 'acked')
  expect(await readRow(id)).toMatchObject({ group_id: group, owner: '가상인', version: 2 })
  const [first, second, third] = [...outbox.image.entriesBySeq.values()]
  expect(third?.request?.ifMatch).toBe(1)
  expect(compareChangeSeq(first?.ack?.changeSeq ?? '9.9', second?.ack?.changeSeq ?? '0.0')).toBeLessThan(0)
})

test('the server derives only fields that the entry does not name, so an empty tax stays empty', async () => {
  const id = newId()
  const fields = { group_id: groupId, owner: '가상인', fees: 100_000 }
  await enqueueEdit(outbox, { kind: 'create', collection: 'real-estate', id, fields })
  drain()
  await waitUntilStates('acked')
  expect(await readRow(id)).toMatchObject({ fees: 100_000, fees_vat: null })
  await edit(colleague, id, { fees_vat: 0 })
  await enqueueEdit(outbox, makeUpdateEdit(id, { fees: [100_000, 200_000], fees_vat: [0, 0] }, 2))
  await waitUntilStates('acked', 'acked')
  expect(await readRow(id)).toMatchObject({ fees: 200_000, fees_vat: 0 })
})

test('a tax set back by hand before its fee was sent keeps its value', async () => {
  const { id, version } = await makeCase(staff, groupId, { fees: 100_000, fees_vat: 7 })
  await enqueueEdit(outbox, makeUpdateEdit(id, { fees: [100_000, 200_000], fees_vat: [7, 20_000] }, version))
  await enqueueEdit(outbox, makeUpdateEdit(id, { fees_vat: [20_000, 7] }, version))
  drain()
  await waitUntilStates('acked')
  expect(await readRow(id)).toMatchObject({ fees: 200_000, fees_vat: 7 })
})

test('merges changes of different fields by two users', async () => {
  const { id, version } = await makeCase(staff, groupId, { owner: '가상인', fees: 100 })
  await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version))
  await edit(colleague, id, { fees: 200 })
  drain()
  await waitUntilStates('acked')
  const row = await readRow(id)
  expect(row).toMatchObject({ owner: '나상인' })
  expect(Number(row?.['fees'])).toBe(200)
})

test('asks about two changes of the same field; mine is sent again on top of theirs', async () => {
  const { id, version } = await makeCase(staff, groupId, { owner: '가상인' })
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version))
  await edit(colleague, id, { owner: '다상인' })
  drain()
  await waitUntilStates('conflict')
  expect(createOutboxView(outbox).getEntries()[0]?.problem?.conflicts).toMatchObject([
    { field: 'owner', base: '가상인', theirs: '다상인', changed_by: expect.stringMatching(/./) },
  ])
  expect(await readRow(id)).toMatchObject({ owner: '다상인' })
  await resolveEntry(outbox, opId, { owner: 'mine' })
  await waitUntilStates('acked')
  expect(await readRow(id)).toMatchObject({ owner: '나상인' })
})

test('my own earlier change, merged with a colleague’s, is no conflict for my next one', async () => {
  const { id, version } = await makeCase(staff, groupId, { owner: '가상인', fees: 100 })
  let hasPassed = false
  tab.fetch = async (input, init) => {
    if (!hasPassed) {
      hasPassed = true
      await edit(colleague, id, { fees: 200 })
      // The next change of the same field is made while the first is in transit.
      await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['나상인', '다상인'] }, version))
    }
    return fetch(input, init)
  }
  await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version))
  drain()
  await waitUntilStates('acked', 'acked')
  const row = await readRow(id)
  expect(row).toMatchObject({ owner: '다상인' })
  expect(Number(row?.['fees'])).toBe(200)
})

test('deleting what a colleague has just changed asks, and goes ahead when the user insists', async () => {
  const { id, version } = await makeCase(staff, groupId, { owner: '가상인' })
  await edit(colleague, id, { owner: '다상인' })
  const { opId } = await enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate', id, baseVersion: version })
  drain()
  await waitUntilStates('conflict')
  await resolveEntry(outbox, opId, { owner: 'mine' })
  await waitUntilStates('acked')
  expect(await readRow(id)).toBeNull()
})

test('an edit of a record a colleague deleted waits for the user, with the reason', async () => {
  const { id, version } = await makeCase(staff, groupId)
  await colleague.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id } })
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['김가온', '나상인'] }, version))
  drain()
  await waitUntilStates('rejected')
  expect(createOutboxView(outbox).getEntries()[0]?.problem?.code).toBe('not_found')
  await discardEntry(outbox, opId)
  expect(listStates()).toEqual([])
})

test('deleting what a colleague has deleted is fulfilled and leaves nothing to decide', async () => {
  const { id, version } = await makeCase(staff, groupId)
  await colleague.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id } })
  await enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate', id, baseVersion: version })
  drain()
  await waitUntilStates('acked')
  expect(createOutboxView(outbox).getEntries()).toEqual([])
  await settleAcked(outbox, startOfLog)
  expect(listStates()).toEqual([])
  expect(await readSent(outbox)).toEqual([])
})

test.each([
  ['update', 'nobody', 'acked'],
  ['delete', 'nobody', 'acked'],
  ['update', 'a colleague', 'conflict'],
  ['delete', 'a colleague', 'conflict'],
] as const)(
  '%s: decided before an own edit left the outbox, with a write of %s since, it is %s',
  async (kind, by, outcome) => {
    const { id, version } = await makeCase(staff, groupId)
    drain()
    await enqueueEdit(outbox, makeUpdateEdit(id, { owner: [null, '마루'] }, version))
    await waitUntilStates('acked')
    const [acked] = outbox.image.entriesBySeq.values()
    await settleAcked(outbox, acked?.ack?.changeSeq ?? startOfLog)
    expect(listStates()).toEqual([])
    if (by === 'a colleague') await edit(colleague, id, { owner: '여울' })
    const decided: Edit =
      kind === 'delete'
        ? { kind, collection: 'real-estate', id, baseVersion: version }
        : makeUpdateEdit(id, { owner: ['마루', '나래'] }, version)
    await enqueueEdit(outbox, decided)
    await waitUntilStates(outcome)
  },
)

test('the server refuses to delete a group that still has a case, and the case is safe', async () => {
  const [group, id] = [newId(), newId()]
  await enqueueEdit(outbox, {
    kind: 'create',
    collection: 'real-estate-groups',
    id: group,
    fields: { name: '제3공구' },
  })
  await enqueueEdit(outbox, { kind: 'create', collection: 'real-estate', id, fields: { group_id: group } })
  await enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate-groups', id: group, baseVersion: 0 })
  drain()
  await waitUntilStates('acked', 'acked', 'rejected')
  expect(createOutboxView(outbox).getEntries()[0]?.problem?.code).toBe('in_use')
  expect(await readRow(id)).toMatchObject({ group_id: group })
})

test('a value the office does not allow is refused with its field and accepted once fixed', async () => {
  const { id, version } = await makeCase(staff, groupId, { fees: 100 })
  const { opId } = await enqueueEdit(outbox, makeUpdateEdit(id, { fees: [100, -5] }, version))
  drain()
  await waitUntilStates('rejected')
  expect(createOutboxView(outbox).getEntries()[0]?.problem?.fields?.['fees']).toMatch(/./)
  await retryEntry(outbox, opId, { fees: 500 })
  await waitUntilStates('acked')
  expect(Number((await readRow(id))?.['fees'])).toBe(500)
})

test('sending again after a lost response returns the stored one, with one change in the log', async () => {
  const { id, version } = await makeCase(staff, groupId, { owner: '가상인' })
  let lostCount = 0
  tab.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (lostCount++ < 2) throw new TypeError('the answer was lost')
    return response
  }
  await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version))
  drain()
  await waitUntilStates('acked')
  expect(lostCount).toBe(3)
  expect(await readRow(id)).toMatchObject({ owner: '나상인', version: version + 1 })
})

test('renews an access token the server rejects, and all edits arrive', async () => {
  const person = await server.signIn('staff')
  await saveSession(outbox, {
    access_token: 'no longer valid',
    refresh_token: person.refreshToken,
    expires_in: 3600,
    user_info: person.user,
  })
  const rows = await Promise.all(Array.from({ length: 10 }, () => makeCase(staff, groupId, { owner: '가상인' })))
  for (const { id, version } of rows)
    await enqueueEdit(outbox, makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version))
  drain()
  await waitUntilStates(...rows.map(() => 'acked'))
  for (const { id } of rows) expect(await readRow(id)).toMatchObject({ owner: '나상인' })
})

test('edits of many records made offline are sent together, and each gets its own response', async () => {
  const rows = await Promise.all(
    Array.from({ length: 12 }, () => makeCase(staff, groupId, { owner: '가상인', fees: 100 })),
  )
  const [merged, collided, removed, wrong, deleted, ...plain] = rows
  if (!merged || !collided || !removed || !wrong || !deleted) throw new Error('no cases')
  await edit(colleague, merged.id, { fees: 200 })
  await edit(colleague, collided.id, { owner: '다상인' })
  await colleague.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id: removed.id } })
  const paths: string[] = []
  tab.fetch = (input, init) => {
    paths.push(new URL(input).pathname)
    return fetch(input, init)
  }
  const createdId = newId()
  await enqueueEdits(outbox, [
    ...[merged, collided, removed, ...plain].map(({ id, version }) =>
      makeUpdateEdit(id, { owner: ['가상인', '나상인'] }, version),
    ),
    makeUpdateEdit(wrong.id, { fees: [100, -5] }, wrong.version),
    { kind: 'delete', collection: 'real-estate', id: deleted.id, baseVersion: deleted.version },
    { kind: 'create', collection: 'real-estate', id: createdId, fields: { group_id: groupId, owner: '박새론' } },
  ])
  drain()
  await waitUntilStates('acked', 'conflict', 'rejected', ...plain.map(() => 'acked'), 'rejected', 'acked', 'acked')
  expect(paths.filter((path) => path === batchPath)).toHaveLength(1)
  expect(await readRow(merged.id)).toMatchObject({ owner: '나상인', version: 3 })
  for (const { id } of plain) expect(await readRow(id)).toMatchObject({ owner: '나상인', version: 2 })
  expect(await readRow(deleted.id)).toBeNull()
  expect(await readRow(createdId)).toMatchObject({ owner: '박새론', version: 1 })
})
