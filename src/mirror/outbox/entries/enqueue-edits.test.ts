import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edit } from '#mirror/offline-copy.ts'
import { type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeRecordId, makeUpdateEdit, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { buildOutboxName } from '../outbox-database.ts'
import { enqueueEdits } from './enqueue-edits.ts'

async function openBurst() {
  const browser = makeFakeBrowser()
  const tab = browser.openTab()
  const outbox = await openOutbox(tab.runtime, testUserId)
  return { browser, tab, outbox, transactions: countTransactions(tab) }
}

/** The database is opened with strict durability only. */
function countTransactions(tab: FakeTab): () => number {
  const count = () => tab.steps.filter((step) => step === 'transaction begin').length
  const before = count()
  return () => count() - before
}

function makeRename(record: number, from = '가상인', to = `나상인 ${record}`): Edit {
  return makeUpdateEdit(makeRecordId(record), { owner: [from, to] })
}

const listNumbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function listNames(outbox: Outbox): unknown[] {
  return [...outbox.image.entriesBySeq.values()].map((entry) => entry.changes['owner']?.new)
}

/** `kept`, or why not. */
function collectOutcomes(pendingWrites: readonly Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(
    pendingWrites.map((pendingWrite) =>
      pendingWrite.then(
        () => 'kept',
        (error: unknown) => (error as { reason: unknown }).reason,
      ),
    ),
  )
}

/** Lets the transactions selected by `isFull` fail for lack of room, counted from now. */
function fillDisk(tab: FakeTab, isFull: (turn: number) => boolean): void {
  let turn = 0
  tab.faults.abortWith = (_stores, mode) => {
    if (mode !== 'readwrite') return null
    turn += 1
    return isFull(turn) ? 'QuotaExceededError' : null
  }
}

test('fifteen edits enqueued together share transactions, and each resolves once it is durable', async () => {
  const { outbox, transactions } = await openBurst()
  const stored: unknown[] = []
  const store = async (record: number) => {
    const { opId } = await enqueueEdit(outbox, makeRename(record))
    stored.push((await outbox.db.ops.get({ opId }))?.recordId)
  }
  await Promise.all(listNumbers(15).map(store))
  expect(transactions()).toBeLessThanOrEqual(3)
  expect(stored).toEqual(listNumbers(15).map(makeRecordId))
  expect(listNames(outbox)).toEqual(listNumbers(15).map((record) => `나상인 ${record}`))
})

test('an edit with nothing before it does not wait', async () => {
  const { outbox, transactions } = await openBurst()
  await enqueueEdit(outbox, makeRename(1))
  await enqueueEdit(outbox, makeRename(2))
  expect(transactions()).toBe(2)
})

test('edits that arrive while the transaction waits for another tab join it', async () => {
  const { browser, outbox, transactions } = await openBurst()
  const release = await holdTable(browser.storage)
  const first = enqueueEdit(outbox, makeRename(1))
  await waitTicks(10)
  const later = [enqueueEdit(outbox, makeRename(2)), enqueueEdit(outbox, makeRename(3))]
  release()
  await Promise.all([first, ...later])
  expect(transactions()).toBe(1)
  expect(listNames(outbox)).toHaveLength(3)
})

test('an invalid edit is refused alone', async () => {
  const { outbox } = await openBurst()
  const odd = { ...makeRename(4), changes: { owner: { old: null, new: { a: 1 } as unknown as string } } } as Edit
  const edits = [makeRename(1), makeRename(2, '가상인', '900101-1234567'), makeRename(3), odd, makeRename(5)]
  const burst = edits.map((edit) => enqueueEdit(outbox, edit))
  expect(await collectOutcomes(burst)).toEqual(['kept', 'resident_number', 'kept', 'invalid', 'kept'])
  expect(listNames(outbox)).toEqual(['나상인 1', '나상인 3', '나상인 5'])
})

test('an action of several edits stays atomic among others: one refused edit drops all of it', async () => {
  const { outbox } = await openBurst()
  const burst = [
    enqueueEdit(outbox, makeRename(1)),
    enqueueEdits(outbox, [makeRename(2), makeRename(3, '가상인', '900101-1234567')]),
    enqueueEdits(outbox, [makeRename(4), makeRename(5)]),
  ]
  expect(await collectOutcomes(burst)).toEqual(['kept', 'resident_number', 'kept'])
  expect(listNames(outbox)).toEqual(['나상인 1', '나상인 4', '나상인 5'])
})

test('a full disk rejects every waiting action, and nothing of them is stored', async () => {
  const { tab, outbox } = await openBurst()
  tab.faults.abortWith = () => 'QuotaExceededError'
  const burst = listNumbers(5).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(listNumbers(5).map(() => 'full'))
  expect([outbox.storage, listNames(outbox), await outbox.db.ops.count()]).toEqual(['full', [], 0])
})

test('edits that fit one by one are stored although they did not fit together', async () => {
  const { tab, outbox, transactions } = await openBurst()
  fillDisk(tab, (turn) => turn === 1)
  const burst = listNumbers(5).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(listNumbers(5).map(() => 'kept'))
  expect([outbox.storage, listNames(outbox).length, await outbox.db.ops.count()]).toEqual(['fine', 5, 5])
  expect(transactions()).toBe(1 + 5)
})

test('only the action that does not fit is rejected', async () => {
  const { tab, outbox } = await openBurst()
  fillDisk(tab, (turn) => turn === 1 || turn === 4)
  const burst = listNumbers(5).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(['kept', 'kept', 'full', 'kept', 'kept'])
  expect(listNames(outbox)).toEqual(['나상인 1', '나상인 2', '나상인 4', '나상인 5'])
})

test('a storage that stays away rejects every action at once, without trying each', async () => {
  const { tab, outbox, transactions } = await openBurst()
  tab.faults.abortWith = () => 'UnknownError'
  const burst = listNumbers(9).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(listNumbers(9).map(() => 'lost'))
  expect(transactions()).toBeLessThanOrEqual(4)
  tab.faults.abortWith = () => null
  await enqueueEdit(outbox, makeRename(1))
  expect(listNames(outbox)).toEqual(['나상인 1'])
})

test('a connection lost midway stores every edit exactly once', async () => {
  const { tab, outbox } = await openBurst()
  let turn = 0
  tab.faults.abortWith = () => ((turn += 1) === 1 ? 'UnknownError' : null)
  const burst = listNumbers(6).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(listNumbers(6).map(() => 'kept'))
  expect(await outbox.db.ops.count()).toBe(6)
})

test('an edit whose stored transaction seemed to fail is not stored twice', async () => {
  const { outbox } = await openBurst()
  const { post } = outbox.channel
  let notifications = 0
  outbox.channel.post = (message) => {
    notifications += 1
    if (notifications === 1) throw new Error('the channel was closed')
    post(message)
  }
  const burst = listNumbers(4).map((record) => enqueueEdit(outbox, makeRename(record)))
  expect(await collectOutcomes(burst)).toEqual(listNumbers(4).map(() => 'kept'))
  expect((await outbox.db.ops.toArray()).map((entry) => entry.recordId)).toEqual(listNumbers(4).map(makeRecordId))
})

test('a bulk edit does not delay a typed cell: the cell is stored before the next hundreds', async () => {
  const { outbox, transactions } = await openBurst()
  const makeBulk = (from: number) => listNumbers(200).map((offset) => makeRename(from + offset))
  const order: string[] = []
  const pendingWrites = [
    enqueueEdits(outbox, makeBulk(1_000)).then(() => order.push('first hundreds')),
    enqueueEdit(outbox, makeRename(1)).then(() => order.push('cell')),
    enqueueEdits(outbox, makeBulk(2_000)).then(() => order.push('next hundreds')),
  ]
  await Promise.all(pendingWrites)
  expect(order).toEqual(['first hundreds', 'cell', 'next hundreds'])
  expect(transactions()).toBe(3)
})

test('a delete depends on an edit of the same burst that moves a case out of the deleted group', async () => {
  const { outbox } = await openBurst()
  await enqueueEdit(outbox, makeRename(1))
  const group = makeRecordId(70)
  const burst = [
    enqueueEdit(outbox, makeRename(9)),
    enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { group_id: [group, makeRecordId(71)] })),
    enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate-groups', id: group, baseVersion: 1 }),
  ]
  await Promise.all(burst)
  const deletion = [...outbox.image.entriesBySeq.values()].find((entry) => entry.kind === 'delete')
  expect(deletion?.dependsOn).toEqual([`real-estate/${makeRecordId(1)}`])
})

test("a group's delete depends on the delete of a case that may have belonged to it", async () => {
  const { outbox } = await openBurst()
  const deleteEdit = { collection: 'real-estate', id: makeRecordId(1), kind: 'delete', baseVersion: 1 } as const
  const group = { collection: 'real-estate-groups', id: makeRecordId(70), kind: 'delete', baseVersion: 1 } as const
  await enqueueEdits(outbox, [deleteEdit, group])
  const deletion = [...outbox.image.entriesBySeq.values()].find((entry) => entry.recordId === group.id)
  expect(deletion?.dependsOn).toEqual([`real-estate/${deleteEdit.id}`])
})

const burstArbitrary = fc.array(
  fc.record({
    record: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom<Edit['kind'][]>('update', 'update', 'update', 'create', 'delete'),
    name: fc.constantFrom('가', '나', '다'),
  }),
  { minLength: 1, maxLength: 12 },
)

test('a burst gives the same result as its edits one after another', async () => {
  await fc.assert(
    fc.asyncProperty(burstArbitrary, async (steps) => {
      const values = new Map<number, string>()
      const edits = steps.map(({ record, kind, name }): Edit => {
        const old = values.get(record) ?? '가'
        values.set(record, name)
        const target = { collection: 'real-estate', id: makeRecordId(record) } as const
        if (kind === 'create') return { ...target, kind, fields: { owner: name } }
        if (kind === 'delete') return { ...target, kind, baseVersion: 1 }
        return { ...target, kind, baseVersion: 1, changes: { owner: { old, new: name } } }
      })
      const [atOnce, oneByOne] = [await openBurst(), await openBurst()]
      const burst = await Promise.all(edits.map((edit) => enqueueEdit(atOnce.outbox, edit)))
      const stored: { opId: string }[] = []
      for (const edit of edits) stored.push(await enqueueEdit(oneByOne.outbox, edit))
      expect(burst).toEqual(stored)
      expect(await readAllRows(atOnce.outbox)).toEqual(await readAllRows(oneByOne.outbox))
      expect([...atOnce.outbox.image.entriesBySeq]).toEqual([...oneByOne.outbox.image.entriesBySeq])
    }),
    { numRuns: countPropertyRuns(200) },
  )
})

async function readAllRows({ db }: Outbox) {
  const [entries, log, traces] = [await db.ops.toArray(), await db.log.toArray(), await db.traces.toArray()]
  return { ops: entries, log, traces: traces.flatMap((row) => row.traces) }
}

/** Locks the table like another tab until it is released. */
async function holdTable(storage: IDBFactory): Promise<() => void> {
  const opening = storage.open(buildOutboxName(testUserId))
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const store = db.transaction('ops', 'readwrite').objectStore('ops')
  let isSignInNeeded = true
  const block = () => {
    if (isSignInNeeded) store.get(0).addEventListener('success', block)
    else db.close()
  }
  block()
  return () => {
    isSignInNeeded = false
  }
}

async function waitTicks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
