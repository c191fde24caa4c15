import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { makeCase } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import { makeRecordId, makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { retryLost } from '../entries/repair-entry.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { createOutboxView } from '../outbox-view.ts'
import { planSending } from '../sending/drain-loop.ts'
import { readSent, toSentRow } from '../sending/settle-acked.ts'
import { buildEntityKey, type StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import { applyDeletions } from './apply-deletions.ts'
import { restoreLost } from './restore-lost.ts'

interface TestEdit {
  kind?: StoredEntry['kind']
  collection?: CollectionName
  values?: Record<string, FieldValue>
}

const makeCurrentRecord = (n: number): AnyRecord => ({ ...makeCase(n), id: makeRecordId(n) })
const groupId = makeRecordId(50)
const never = new AbortController().signal

/** An outbox that remembers these edits as acknowledged, the first at seq 1. */
async function openRememberingOutbox(...edits: (readonly [n: number, TestEdit])[]) {
  const browser = makeFakeBrowser()
  const outbox = await openOutbox(browser.openTab().runtime, testUserId)
  for (const [index, [n, { kind = 'update', collection = 'real-estate', values = {} }]] of edits.entries()) {
    const changes = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { old: null, new: value }]))
    const about = {
      kind,
      collection,
      recordId: makeRecordId(n),
      entityKey: buildEntityKey(collection, makeRecordId(n)),
    }
    const entry = makeStoredEntry({ seq: index + 1, opId: `op-${index + 1}`, ...about, changes })
    await outbox.db.sent.put(toSentRow(entry, outbox.runtime.now()))
  }
  // Keeps new seqs above those of removed entries.
  const placeholder = makeStoredEntry({
    seq: 500,
    opId: 'before',
    recordId: makeRecordId(999),
    entityKey: 'real-estate/999',
  })
  await writeOutbox(outbox, (write) => write.put(placeholder))
  await writeOutbox(outbox, (write) => write.remove(placeholder))
  return { browser, outbox }
}

async function restore(
  outbox: Outbox,
  server: { knows?: readonly string[]; holds?: readonly number[]; vanished?: ReadonlyMap<string, AnyRecord> } = {},
): Promise<boolean> {
  const holds = new Map((server.holds ?? []).map((n) => [makeRecordId(n), makeCurrentRecord(n)]))
  return restoreLost(
    outbox,
    {
      sent: await readSent(outbox),
      isKnown: (opId) => server.knows?.includes(opId) ?? false,
      currentRecord: (_collection, id) => holds.get(id) ?? null,
      vanished: server.vanished ?? new Map<string, AnyRecord>(),
    },
    never,
  )
}

function listEntries(outbox: Outbox): StoredEntry[] {
  return [...outbox.image.entriesBySeq.values()]
}

test('known edits stay remembered; lost ones return to the outbox once, and none is sent unasked', async () => {
  const { outbox, browser } = await openRememberingOutbox(
    [1, { values: { owner: '가' } }],
    [2, { values: { owner: '나' } }],
  )
  expect(await restore(outbox, { knows: ['op-1'], holds: [1, 2] })).toBe(true)
  expect(await restore(outbox, { knows: ['op-1'], holds: [1, 2] })).toBe(true)
  expect(listEntries(outbox)).toMatchObject([
    {
      recordId: makeRecordId(2),
      state: 'rejected',
      isFateKnown: true,
      attempts: 0,
      request: null,
      formerOpIds: [],
      problem: { code: 'restored' },
      changes: { owner: { old: '소유자 2', new: '나' } },
      baseVersion: 1,
    },
  ])
  expect(listEntries(outbox)[0]?.opId).not.toBe('op-2')
  expect((await outbox.db.sent.toArray()).map(({ opId }) => opId)).toEqual(['op-1'])
  expect(planSending(outbox.image, browser.clock.now()).ready).toEqual([])
  expect(createOutboxView(outbox).getEntries()).toMatchObject([{ isLost: true, isGone: false }])
  expect(await checkOutboxInvariants(outbox, createWitness())).toEqual([])
})

test('sent again, they get new opIds and are edits like any other', async () => {
  const { outbox, browser } = await openRememberingOutbox(
    [1, { values: { owner: '가' } }],
    [2, { values: { owner: '나' } }],
  )
  await restore(outbox, { holds: [1, 2] })
  const before = listEntries(outbox).map(({ opId }) => opId)
  await retryLost(outbox)
  expect(listEntries(outbox)).toMatchObject(
    before.map((opId) => ({ state: 'queued', problem: null, formerOpIds: [opId] })),
  )
  expect(planSending(outbox.image, browser.clock.now()).ready).toHaveLength(2)
  expect(
    createOutboxView(outbox)
      .getEntries()
      .map(({ isLost }) => isLost),
  ).toEqual([undefined, undefined])
})

test('a case of a lost group depends on the group, even if it was moved there before a rename', async () => {
  const group: TestEdit = { kind: 'create', collection: 'real-estate-groups', values: { name: '새 구간' } }
  const creation: TestEdit = { kind: 'create', values: { owner: '새 줄' } }
  const { outbox, browser } = await openRememberingOutbox(
    [1, creation],
    [50, group],
    [1, { values: { group_id: groupId } }],
  )
  await restore(outbox)
  expect(listEntries(outbox)).toMatchObject([
    { collection: 'real-estate-groups', kind: 'create', dependsOn: [] },
    {
      recordId: makeRecordId(1),
      kind: 'create',
      dependsOn: [`real-estate-groups/${groupId}`],
      changes: { owner: { new: '새 줄' }, group_id: { new: groupId } },
    },
  ])
  await retryLost(outbox)
  expect(planSending(outbox.image, browser.clock.now()).ready.map(({ collection }) => collection)).toEqual([
    'real-estate-groups',
  ])
})

test('a deleted group follows the cases that had left it', async () => {
  const moved: TestEdit = { values: { group_id: makeRecordId(51) } }
  const { outbox } = await openRememberingOutbox(
    [50, { kind: 'delete', collection: 'real-estate-groups' }],
    [1, { values: { owner: '가' } }],
    [1, moved],
  )
  const group = { ...makeCurrentRecord(50), name: '지운 구간' }
  const fromOld = { ...makeCurrentRecord(1), group_id: groupId }
  await restoreLost(
    outbox,
    {
      sent: await readSent(outbox),
      isKnown: () => false,
      currentRecord: (collection, id) =>
        collection === 'real-estate-groups' ? group : id === makeRecordId(1) ? fromOld : null,
      vanished: new Map(),
    },
    never,
  )
  expect(listEntries(outbox)).toMatchObject([
    { kind: 'update', recordId: makeRecordId(1) },
    { kind: 'delete', recordId: groupId, dependsOn: [`real-estate/${makeRecordId(1)}`] },
  ])
})

test("a record's lost create absorbs its waiting update", async () => {
  const { outbox } = await openRememberingOutbox([1, { kind: 'create', values: { owner: '새 줄', fees: 1 } }])
  const waiting = makeStoredEntry({ seq: 501, opId: 'waiting', changes: { fees: { old: 1, new: 2 } } })
  await writeOutbox(outbox, (write) => write.put(waiting))
  const witness = createWitness()
  await checkOutboxInvariants(outbox, witness)
  await restore(outbox)
  const [entry, ...others] = listEntries(outbox)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ kind: 'create', changes: { owner: { new: '새 줄' }, fees: { old: null, new: 2 } } })
  expect(await outbox.db.log.toArray()).toMatchObject([{ opId: 'waiting', what: 'merged', into: entry?.opId }])
  expect(await checkOutboxInvariants(outbox, witness)).toEqual([])
})

test('a record with an entry in transit is left for later', async () => {
  const { outbox } = await openRememberingOutbox(
    [1, { kind: 'create', values: { owner: '새 줄' } }],
    [2, { values: { owner: '나' } }],
  )
  const request = { method: 'PUT', path: '/', body: JSON.stringify({ id: makeRecordId(1) }), ifMatch: 1 } as const
  await writeOutbox(outbox, (write) => write.put(makeStoredEntry({ seq: 501, opId: 'tried', attempts: 1, request })))
  expect(await restore(outbox, { holds: [2] })).toBe(false)
  expect(listEntries(outbox).map((entry) => entry.recordId)).toEqual([makeRecordId(1), makeRecordId(2)])
  expect((await outbox.db.sent.toArray()).map(({ opId }) => opId)).toEqual(['op-1'])
})

test('an edit of a record lost with the backup keeps its values, and asks when the record returns', async () => {
  const { outbox } = await openRememberingOutbox([1, { values: { owner: '가' } }])
  const vanished = new Map([[`real-estate/${makeRecordId(1)}`, { ...makeCurrentRecord(1), purpose: '소유권이전' }]])
  await restore(outbox, { vanished })
  expect(listEntries(outbox)).toMatchObject([{ problem: { code: 'not_found' }, lost: { purpose: '소유권이전' } }])
  expect(createOutboxView(outbox).getEntries()).toMatchObject([{ isGone: true, isLost: true }])
  await retryLost(outbox)
  expect(listEntries(outbox)).toMatchObject([{ state: 'rejected' }])

  const row = { ...makeCurrentRecord(1), version: 7, owner: '되살린 이' }
  await applyDeletions(outbox, [{ collection: 'real-estate', id: makeRecordId(1), row }], () => null)
  expect(listEntries(outbox)).toMatchObject([
    {
      state: 'rejected',
      problem: { code: 'restored' },
      baseVersion: 7,
      changes: { owner: { old: '되살린 이', new: '가' } },
    },
  ])
  expect(listEntries(outbox)[0]?.lost).toBeUndefined()
})

test('hundreds return in several transactions, each of which forgets what it put back', async () => {
  const many = Array.from({ length: 100 }, (_, n) => [n + 1, { values: { owner: `고침 ${n}` } }] as const)
  const { outbox, browser } = await openRememberingOutbox(...many)
  const crashing = browser.openTab()
  const second = await openOutbox(crashing.runtime, testUserId)
  const holds = many.map(([n]) => n)
  // The tab dies during its second transaction.
  crashing.crashAtStep(3)
  void restore(second, { holds })
  await browser.settle()
  expect(crashing.isDead).toBe(true)
  const [remaining, entryCount] = [await outbox.db.sent.count(), await outbox.db.ops.count()]
  expect([remaining + entryCount, remaining > 0, entryCount > 0]).toEqual([100, true, true])
  await restore(outbox, { holds })
  expect([await outbox.db.sent.count(), await outbox.db.ops.count()]).toEqual([0, 100])
})
