import type { SourceRow } from '#contract/records/row-source.ts'
import type { ResultChange } from '#mirror/worker/calls.ts'

/**
 * The rows of a result that the page holds, by position and by id. A row stays the same object
 * until something in it changes.
 */
export interface RowCache {
  readonly idAt: Map<number, string>
  readonly indexById: Map<string, number>
  readonly rows: Map<string, SourceRow>
}

export function createRowCache(): RowCache {
  return { idAt: new Map(), indexById: new Map(), rows: new Map() }
}

/**
 * Puts a row at a position, or only its values when `index` is null. True when the displayed row
 * changed.
 */
export function putRow(cache: RowCache, row: SourceRow, index: number | null): boolean {
  if (index !== null) {
    const before = cache.idAt.get(index)
    if (before !== undefined && before !== row.id && cache.indexById.get(before) === index)
      cache.indexById.delete(before)
    cache.idAt.set(index, row.id)
    cache.indexById.set(row.id, index)
  }
  const cachedRow = cache.rows.get(row.id)
  if (cachedRow && isSame(cachedRow, row)) return false
  cache.rows.set(row.id, row)
  return true
}

/** Shifts the positions of cached rows after removals and insertions. Returns the removed ids. */
export function shiftRows(cache: RowCache, change: ResultChange): string[] {
  if (change.removed.length === 0 && change.inserted.length === 0) return []
  const removedIds: string[] = []
  const newIdAt = [...cache.idAt]
  const removed = new Set(change.removed)
  cache.idAt.clear()
  for (const [index, id] of newIdAt) {
    if (removed.has(index)) {
      removedIds.push(id)
      cache.indexById.delete(id)
      continue
    }
    const moved = shiftIndex(index, change)
    cache.idAt.set(moved, id)
    cache.indexById.set(id, moved)
  }
  for (const id of removedIds) cache.rows.delete(id)
  return removedIds
}

/** Drops rows outside the kept positions. */
export function evictRows(cache: RowCache, shouldKeep: (index: number) => boolean): void {
  for (const [index, id] of cache.idAt) {
    if (shouldKeep(index)) continue
    cache.idAt.delete(index)
    if (cache.indexById.get(id) !== index) continue
    cache.indexById.delete(id)
    cache.rows.delete(id)
  }
}

function shiftIndex(index: number, { removed, inserted }: ResultChange): number {
  let position = index - removed.filter((removedIndex) => removedIndex < index).length
  for (const { index: insertedIndex } of inserted) if (insertedIndex <= position) position += 1
  return position
}

function isSame(a: SourceRow, b: SourceRow): boolean {
  return (
    a.state === b.state &&
    a.isGone === b.isGone &&
    a.stopped === b.stopped &&
    a.isOutside === b.isOutside &&
    isEqual(a.record, b.record) &&
    isEqual(a.marks, b.marks) &&
    isEqual(a.joined, b.joined)
  )
}

/** Deep equality of plain values: records, marks and joined records. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => isEqual(a[key as keyof typeof a], b[key as keyof typeof b]))
}
