import { expect, test } from 'vitest'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { itemsOf } from './outbox-items.ts'

function entryOf(seq: number, recordId: string, more: Partial<OutboxEntry> = {}): OutboxEntry {
  const stands = { state: 'queued', createdAt: seq, attempts: 0, problem: null, isBlocked: false } as const
  const about = { kind: 'update', collection: 'real-estate', caption: '', changes: {} } as const
  return { seq, opId: `op-${seq}`, recordId, ...about, ...stands, isGone: false, isJoined: false, ...more }
}

test('an entry of its own is an item of its own, in the order of the outbox', () => {
  const entries = [entryOf(1, 'a'), entryOf(2, 'b'), entryOf(3, 'a')]
  expect(itemsOf(entries)).toEqual(entries.map((entry) => ({ entry, opIds: [entry.opId] })))
})

test('joined edits are one item: the first value that stood, the last that is wanted, also with others in between', () => {
  const first = entryOf(1, 'a', { changes: { fees: { old: 100, new: 200 } }, caption: '김가온' })
  const changes = { fees: { old: 200, new: 300 }, owner: { old: '가', new: '나' } }
  const [item, other, ...rest] = itemsOf([first, entryOf(2, 'b'), entryOf(3, 'a', { isJoined: true, changes })])
  expect(item?.opIds).toEqual(['op-1', 'op-3'])
  expect(item?.entry).toMatchObject({ opId: 'op-1', kind: 'update', caption: '김가온' })
  expect(item?.entry.changes).toEqual({ fees: { old: 100, new: 300 }, owner: { old: '가', new: '나' } })
  expect([other?.opIds, rest]).toEqual([['op-2'], []])
})

test('edits that end in a delete of the record are a delete', () => {
  const [item] = itemsOf([entryOf(1, 'a'), entryOf(2, 'a', { isJoined: true, kind: 'delete' })])
  expect(item?.entry.kind).toBe('delete')
})
