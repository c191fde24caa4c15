import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeStoredEntry,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import { cancelDelete, coalesceEntries } from './enqueue-edits.ts'

const create = makeStoredEntry({
  kind: 'create',
  changes: { owner: { old: null, new: '가' }, fees: { old: null, new: null } },
})
const update = makeStoredEntry({ kind: 'update', baseVersion: 5, changes: { owner: { old: '가', new: '나' } } })
const later = makeStoredEntry({
  seq: 2,
  kind: 'update',
  baseVersion: 6,
  changes: { owner: { old: '나', new: '다' }, fees: { old: 1, new: 2 } },
})
const remove = makeStoredEntry({ seq: 2, kind: 'delete', baseVersion: 6, changes: {}, caption: '가상인' })

test('an edit of an unsent record becomes part of its create', () => {
  expect(coalesceEntries(create, later, true)).toEqual({
    kind: 'replace',
    entry: { ...create, changes: { owner: { old: null, new: '다' }, fees: { old: null, new: 2 } } },
  })
})

test('two unsent edits become one with the oldest old value and the older base', () => {
  expect(coalesceEntries(update, later, true)).toEqual({
    kind: 'replace',
    entry: { ...update, baseVersion: 5, changes: { owner: { old: '가', new: '다' }, fees: { old: 1, new: 2 } } },
  })
})

test('a merged edit depends on everything either edit depends on', () => {
  const [first, second] = [
    { ...update, dependsOn: ['a', 'b'] },
    { ...later, dependsOn: ['b', 'c'] },
  ]
  expect(coalesceEntries(first, second, true)).toMatchObject({ kind: 'replace', entry: { dependsOn: ['a', 'b', 'c'] } })
})

test('an edit that reverts the previous one leaves nothing to send', () => {
  const restored = { ...later, changes: { owner: { old: '나', new: '가' } } }
  expect(coalesceEntries(update, restored, true)).toEqual({ kind: 'vanish', entry: update })
})

test('a record created and deleted before it was sent leaves nothing to send', () => {
  expect(coalesceEntries(create, remove, true)).toEqual({ kind: 'vanish', entry: create })
})

test('a delete replaces an unsent edit', () => {
  expect(coalesceEntries(update, remove, true)).toEqual({
    kind: 'replace',
    entry: {
      ...update,
      kind: 'delete',
      baseVersion: 5,
      changes: {},
      caption: '가상인',
      takenUp: { changes: update.changes, baseVersion: 5, dependsOn: [] },
    },
  })
})

test('a delete undone before it was sent leaves nothing to send', () => {
  expect(cancelDelete({ ...remove, seq: 1 })).toEqual({ kind: 'vanish', entry: { ...remove, seq: 1 } })
})

test('undoing a delete restores the unsent edit it replaced', () => {
  const deleted = coalesceEntries(update, remove, true)
  if (deleted.kind !== 'replace') throw new Error('expected the delete to take the place of the edit')
  expect(cancelDelete(deleted.entry)).toEqual({ kind: 'replace', entry: { ...update, caption: '가상인' } })
})

test('a record whose delete may have been sent is created again after it', () => {
  expect(cancelDelete({ ...remove, attempts: 1, request })).toEqual({ kind: 'add' })
  expect(cancelDelete({ ...remove, state: 'acked', ack: { version: 7, changeSeq: '1.1', stamp: 1 } })).toEqual({
    kind: 'add',
  })
})

const request = { method: 'PUT', path: '/', body: '{}', ifMatch: 5 } as const
test.each<[string, Partial<StoredEntry>]>([
  ['being sent', { state: 'sending', attempts: 1, request, lease: { holder: 'a', from: 1, until: 2 } }],
  ['sent before with unknown outcome', { state: 'queued', attempts: 1, request }],
  ['refused', { state: 'rejected' }],
  ['in conflict', { state: 'conflict' }],
  ['held for a newer app', { state: 'held_version' }],
])('a later edit never changes an entry that is %s', (_, overrides) => {
  expect(coalesceEntries({ ...update, ...overrides }, later, true)).toEqual({ kind: 'add' })
})

test('an edit that depends on a newer entry is not merged into an older one', () => {
  expect(coalesceEntries(update, later, false)).toEqual({ kind: 'add' })
})

type Values = Record<string, FieldValue> | null

/** A simple reference implementation of a record after its entries. */
function applyEntries(start: Values, entries: readonly Pick<StoredEntry, 'kind' | 'changes'>[]): Values {
  return entries.reduce<Values>((record, entry) => {
    if (entry.kind === 'delete') return null
    const newValues = Object.fromEntries(Object.entries(entry.changes).map(([key, change]) => [key, change.new]))
    return entry.kind === 'create' ? newValues : record && { ...record, ...newValues }
  }, start)
}

const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      field: fc.constantFrom('owner', 'fees', 'purpose'),
      value: fc.constantFrom(null, 'a', 'b', 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'delete' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'restore' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'send' as const }) },
)

test('sending merged entries gives the same record as sending every edit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(command, { maxLength: 14 }), async (isNew, commands) => {
      const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
      const start: Values = isNew ? null : { owner: 'a', fees: 1, purpose: null }
      const originals: Pick<StoredEntry, 'kind' | 'changes'>[] = []
      if (isNew) {
        await enqueueEdit(outbox, {
          kind: 'create',
          collection: 'real-estate',
          id: makeRecordId(1),
          fields: { owner: 'a' },
        })
        originals.push({ kind: 'create', changes: { owner: { old: null, new: 'a' } } })
      }
      for (const step of commands) {
        const folded = applyEntries(start, originals)
        if (step.kind === 'send') await markFirstSent(outbox)
        else if (step.kind === 'restore') {
          const fields = applyEntries(start, originals.slice(0, -1))
          if (folded || !fields) continue
          const recreation = {
            kind: 'create',
            collection: 'real-estate',
            id: makeRecordId(1),
            fields,
            isRestore: true,
          } as const
          await enqueueEdit(outbox, recreation)
          const changes = Object.entries(fields).map(([key, value]) => [key, { old: null, new: value }])
          originals.push({ kind: 'create', changes: Object.fromEntries(changes) })
        } else if (!folded) continue
        else if (step.kind === 'delete') {
          await enqueueEdit(outbox, { kind: 'delete', collection: 'real-estate', id: makeRecordId(1), baseVersion: 3 })
          originals.push({ kind: 'delete', changes: {} })
        } else {
          const old = folded[step.field] ?? null
          await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { [step.field]: [old, step.value] }, 3))
          originals.push({ kind: 'update', changes: { [step.field]: { old, new: step.value } } })
        }
      }
      const remainingEntries = [...outbox.image.entriesBySeq.values()]
      expect(dropNulls(applyEntries(start, remainingEntries))).toEqual(dropNulls(applyEntries(start, originals)))
      expect(remainingEntries.length).toBeLessThanOrEqual(originals.length)
      outbox.db.close()
    }),
    { numRuns: countPropertyRuns(60) },
  )
})

/** Absent and empty are equivalent. */
function dropNulls(record: Values): Values {
  return record && Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
}

/** Simulates that the drainer has sent the lane's first entry, which makes it immutable. */
async function markFirstSent(outbox: Outbox): Promise<void> {
  const first = [...outbox.image.entriesBySeq.values()].find((entry) => entry.attempts === 0)
  if (!first) return
  await writeOutbox(outbox, (write) =>
    write.put({ ...first, attempts: 1, request: { ...request, body: JSON.stringify({ id: first.recordId }) } }),
  )
}
