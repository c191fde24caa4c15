import { IDBFactory as FakeIDBFactory, IDBKeyRange as FakeIDBKeyRange } from 'fake-indexeddb'
import { createActionHistory } from '#app/action-history/action-history.ts'
import { type ActionStore, openActionStore } from '#app/action-history/action-store.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { type Edit, type OfflineCopy, OutboxWriteError } from '#mirror/offline-copy.ts'
import { makeCase } from './mirror-fixtures.ts'

/**
 * A book in memory where writes apply at once and nobody else writes, for testing the effect of
 * actions alone.
 */
export function createMemoryBook(initial: readonly AnyRecord[]) {
  const records = new Map(initial.map((record) => [record.id, record]))
  let remainingWrites = Number.POSITIVE_INFINITY

  function write(edit: Edit): void {
    if (edit.kind === 'delete') return void records.delete(edit.id)
    const current = records.get(edit.id) ?? makeCase(0, { owner: null })
    const newFields = edit.kind === 'create' ? edit.fields : listNewValues(edit.changes)
    records.set(edit.id, { ...current, id: edit.id, version: current.version + 1, ...newFields })
  }
  const copy = {
    userId: 'u1',
    async enqueue(...edits: readonly Edit[]) {
      if (edits.length > remainingWrites) throw new OutboxWriteError('full')
      remainingWrites -= edits.length
      for (const edit of edits) write(edit)
    },
    async getRow(_collection: string, id: string) {
      const record = records.get(id)
      return record ? { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false } : null
    },
    outbox: { getEntries: () => [] },
  } as unknown as OfflineCopy
  return {
    copy,
    records,
    write,
    fillUp: (left: number) => void (remainingWrites = left),
  }
}

function listNewValues(changes: Record<string, { new: FieldValue }>): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change.new]))
}

/** A device that stores its action history, with its clock. */
export function createHistoryDevice() {
  const storage = { indexedDB: new FakeIDBFactory(), IDBKeyRange: FakeIDBKeyRange }
  const clock = { now: Date.parse('2026-11-21T09:00:00+09:00') }
  const now = () => clock.now
  return {
    clock,
    openStore: (key = 'tab/book') => openActionStore({ userId: 'u1', key, now, storage }),
    openHistory: (copy: OfflineCopy, store: ActionStore) =>
      createActionHistory({ copy, store: Promise.resolve(store), now }),
  }
}
