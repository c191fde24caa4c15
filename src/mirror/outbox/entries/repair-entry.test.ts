import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeStoredEntry,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { createOutboxView } from '../outbox-view.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import { discardEntry, resolveEntry, retryEntry } from './repair-entry.ts'

async function open(): Promise<Outbox> {
  return openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
}

function listEntries(outbox: Outbox): StoredEntry[] {
  return [...outbox.image.entriesBySeq.values()]
}

async function put(outbox: Outbox, overrides: Partial<StoredEntry>): Promise<StoredEntry> {
  const entry = makeStoredEntry(overrides)
  await writeOutbox(outbox, (write) => write.put(entry))
  return entry
}

const request = { method: 'PUT', path: '/', body: JSON.stringify({ id: makeRecordId(1) }), ifMatch: 1 } as const
const refused = { state: 'rejected', isFateKnown: true, attempts: 1, request, problem: problem('refused') } as const
const conflictProblem = problem('conflict', {
  current: { id: makeRecordId(1), version: 7, owner: '다상인', fees: 300 },
  conflicts: [
    { field: 'owner', base: '가상인', theirs: '다상인', changed_by: '동료', changed_at: '2026-11-20T09:00:00+09:00' },
  ],
})
const inConflict = { state: 'conflict', isFateKnown: true, attempts: 1, request, problem: conflictProblem } as const

test('a refused entry is sent again under a new opId that remembers the old one', async () => {
  const outbox = await open()
  const entry = await put(outbox, refused)
  expect(await retryEntry(outbox, entry.opId, { owner: '라상인' })).toBe('done')
  const [renewed] = listEntries(outbox)
  expect(renewed).toMatchObject({
    seq: 1,
    state: 'queued',
    attempts: 0,
    request: null,
    problem: null,
    formerOpIds: [entry.opId],
    changes: { owner: { old: '가상인', new: '라상인' } },
  })
  expect(renewed?.opId).not.toBe(entry.opId)
})

test('an entry of unknown outcome keeps its opId and body when the user retries it', async () => {
  const outbox = await open()
  const entry = await put(outbox, { attempts: 3, request, nextTryAt: Date.now() + 60_000 })
  await retryEntry(outbox, entry.opId)
  expect(listEntries(outbox)).toEqual([{ ...entry, nextTryAt: 0, isAgeConfirmed: true }])
})

test('an entry refused for lack of permission keeps its opId, since an earlier try may have succeeded', async () => {
  const outbox = await open()
  const entry = await put(outbox, { ...refused, isFateKnown: false, attempts: 2 })
  await retryEntry(outbox, entry.opId)
  expect(listEntries(outbox)[0]).toMatchObject({ opId: entry.opId, request, state: 'queued', problem: null })
})

test('a fix for an entry that may have arrived becomes a separate edit after it', async () => {
  const outbox = await open()
  const entry = await put(outbox, { attempts: 3, request })
  await retryEntry(outbox, entry.opId, { owner: '라상인' })
  expect(listEntries(outbox).map((other) => [other.opId === entry.opId, other.changes])).toEqual([
    [true, entry.changes],
    [false, { owner: { old: '나상인', new: '라상인' } }],
  ])
})

test('an entry that is being sent can be neither retried nor discarded', async () => {
  const outbox = await open()
  const entry = await put(outbox, { state: 'sending', attempts: 1, request, lease: { holder: 'a', from: 1, until: 2 } })
  expect(await retryEntry(outbox, entry.opId)).toBe('busy')
  expect(await discardEntry(outbox, entry.opId)).toBe('busy')
  expect(listEntries(outbox)).toEqual([entry])
})

test('keeping mine sends it again on top of the current row, with the value it replaces', async () => {
  const outbox = await open()
  const entry = await put(outbox, inConflict)
  await resolveEntry(outbox, entry.opId, { owner: 'mine' })
  expect(listEntries(outbox)[0]).toMatchObject({
    state: 'queued',
    baseVersion: 7,
    request: null,
    changes: { owner: { old: '다상인', new: '나상인' } },
    formerOpIds: [entry.opId],
  })
})

test('taking theirs drops the field and keeps the rest', async () => {
  const outbox = await open()
  const entry = await put(outbox, {
    ...inConflict,
    changes: { owner: { old: '가상인', new: '나상인' }, fees: { old: 100, new: 200 } },
  })
  await resolveEntry(outbox, entry.opId, { owner: 'theirs' })
  expect(listEntries(outbox)[0]).toMatchObject({ baseVersion: 7, changes: { fees: { old: 300, new: 200 } } })
})

test('choosing for the tax alone decides the fee too', async () => {
  const outbox = await open()
  const changes = { fees: { old: 100, new: 100 }, fees_vat: { old: 10, new: 0 } }
  const ours = await put(outbox, { ...inConflict, changes })
  await resolveEntry(outbox, ours.opId, { fees_vat: 'mine' })
  expect(listEntries(outbox)[0]?.changes).toMatchObject({ fees: { old: 300, new: 100 }, fees_vat: { new: 0 } })
})

test('a derived field follows the choice made for its source', async () => {
  const outbox = await open()
  const taxed = {
    fees: { old: 100, new: 200 },
    fees_vat: { old: 10, new: 20 },
    owner: { old: '가상인', new: '나상인' },
  }
  const ours = await put(outbox, { ...inConflict, changes: taxed })
  await resolveEntry(outbox, ours.opId, { fees: 'mine', owner: 'theirs' })
  expect(listEntries(outbox)[0]?.changes).toMatchObject({ fees: { old: 300, new: 200 }, fees_vat: { new: 20 } })
  const other = await put(outbox, { ...inConflict, seq: 2, opId: 'other', recordId: makeRecordId(2), changes: taxed })
  await resolveEntry(outbox, other.opId, { fees: 'theirs', owner: 'mine' })
  expect(Object.keys(listEntries(outbox).find(({ seq }) => seq === 2)?.changes ?? {})).toEqual(['owner'])
})

test('taking theirs everywhere removes the entry and bases later edits on theirs', async () => {
  const outbox = await open()
  const entry = await put(outbox, inConflict)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['나상인', '마상인'] }))
  await resolveEntry(outbox, entry.opId, { owner: 'theirs' })
  expect(listEntries(outbox).map((other) => other.changes)).toEqual([{ owner: { old: '다상인', new: '마상인' } }])
  expect(await outbox.db.log.toArray()).toMatchObject([{ opId: entry.opId, what: 'resolved', op: entry }])
})

test('a conflicting delete is sent again on the current row, or dropped when theirs are kept', async () => {
  const outbox = await open()
  const first = await put(outbox, { ...inConflict, kind: 'delete', changes: {} })
  await resolveEntry(outbox, first.opId, { owner: 'mine' })
  expect(listEntries(outbox)[0]).toMatchObject({ kind: 'delete', baseVersion: 7, state: 'queued' })
  await put(outbox, { ...inConflict, opId: 'second', seq: 2, kind: 'delete', changes: {} })
  await resolveEntry(outbox, 'second', { owner: 'theirs' })
  expect(listEntries(outbox)).toHaveLength(1)
})

test('after discarding a refused edit, the next edit replaces the actual current value', async () => {
  const outbox = await open()
  const entry = await put(outbox, refused)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['나상인', '다상인'] }))
  expect(await discardEntry(outbox, entry.opId)).toBe('done')
  expect(listEntries(outbox).map((other) => other.changes)).toEqual([{ owner: { old: '가상인', new: '다상인' } }])
  expect(await outbox.db.log.toArray()).toMatchObject([{ opId: entry.opId, what: 'discarded', op: entry }])
})

test('discarding a create drops its later edits and leaves records that refer to it to the user', async () => {
  const outbox = await open()
  const group = makeRecordId(100)
  await put(outbox, {
    ...refused,
    kind: 'create',
    collection: 'real-estate-groups',
    recordId: group,
    entityKey: `real-estate-groups/${group}`,
    request: { ...request, body: JSON.stringify({ id: group }) },
  })
  await enqueueEdit(outbox, {
    kind: 'update',
    collection: 'real-estate-groups',
    id: group,
    baseVersion: 0,
    changes: { name: { old: '가', new: '나' } },
  })
  await enqueueEdit(outbox, {
    kind: 'create',
    collection: 'real-estate',
    id: makeRecordId(2),
    fields: { group_id: group },
  })
  expect(listEntries(outbox)[2]?.dependsOn).toEqual([`real-estate-groups/${group}`])
  const { getEntries, discard } = createOutboxView(outbox)
  expect(getEntries().map((other) => other.isBlocked)).toEqual([false, true, true])
  await discard(getEntries()[0]?.opId ?? '')
  expect(getEntries().map((other) => [other.recordId, other.isBlocked])).toEqual([[makeRecordId(2), false]])
  expect(await outbox.db.log.count()).toBe(2)
})

test('the export contains every entry and the log, but no session', async () => {
  const outbox = await open()
  const entry = await put(outbox, refused)
  const text = await createOutboxView(outbox).exportJson()
  expect(JSON.parse(text)).toMatchObject({ format: 'outbox-export', userId: testUserId, ops: [entry], log: [] })
  expect(text).not.toMatch(/token/i)
})

test('the list stays the same object until something changes', async () => {
  const outbox = await open()
  await put(outbox, refused)
  const view = createOutboxView(outbox)
  let calls = 0
  view.subscribe(() => calls++)
  expect(view.getEntries()).toBe(view.getEntries())
  const before = view.getEntries()
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(5), { owner: [null, '가'] }))
  expect(view.getEntries()).not.toBe(before)
  expect(calls).toBe(1)
})

test('an entry that disappears without a reason is detected', async () => {
  const outbox = await open()
  await put(outbox, refused)
  const witness = createWitness()
  expect(await checkOutboxInvariants(outbox, witness)).toEqual([])
  await outbox.db.ops.clear()
  expect(await checkOutboxInvariants(outbox, createWitness())).toEqual([])
  expect(
    await checkOutboxInvariants(outbox, { entriesBySeq: new Map([[1, makeStoredEntry({ state: 'held_auth' })]]) }),
  ).toHaveLength(1)
})
