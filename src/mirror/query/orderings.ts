import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import type { Sort } from '#contract/records/query.ts'
import { compareKorean, compareText } from '#domain/text/search-text.ts'
import {
  type FieldView,
  findReference,
  type LoadedCollection,
  type LoadedCollections,
  readValue,
  resolveField,
  resolveKind,
} from './loaded-collection.ts'

export interface Orderings {
  /**
   * Every shown slot in the order of `sort`, then of ids. Valid until the next change; callers must
   * not write to it.
   */
  getOrderedSlots(sort: readonly Sort[]): Uint32Array
  /** Negative when the first slot comes before the second. */
  compare(sort: readonly Sort[], first: number, second: number): number
}

interface SlotOrder {
  slots: Uint32Array
  changed: Set<number>
  /** Sum of the revisions of the referenced collections it was built from. */
  referredRevision: number
}

/** Beyond this many changed slots, sorting again is cheaper than moving them one by one. */
const maxMoves = 200
const maxOrderings = 4

/**
 * Sorted orders of a collection, kept between queries and repaired slot by slot as records change.
 */
export function createOrderings(collections: LoadedCollections, collection: LoadedCollection): Orderings {
  const { table } = collection
  const cache = new Map<string, SlotOrder>()
  table.onChange({
    slotChanged(slot) {
      for (const ordering of cache.values()) ordering.changed.add(slot)
    },
    sizeChanged() {
      const last = table.segments.at(-1)
      if (last && last.start + last.block.count === table.size()) cache.clear()
    },
  })

  const compare = (sort: readonly Sort[], first: number, second: number) =>
    compareSlots({ collections, collection, sort }, first, second)

  return {
    compare,
    getOrderedSlots(sort) {
      const name = JSON.stringify(sort)
      const referredRevision = sumReferredRevisions(collections, collection, sort)
      let ordering = cache.get(name)
      if (!ordering || ordering.referredRevision !== referredRevision || ordering.changed.size > maxMoves) {
        ordering = { slots: sortAll(collections, collection, sort), changed: new Set(), referredRevision }
      } else if (ordering.changed.size > 0) {
        const order = (first: number, second: number) => compare(sort, first, second)
        ordering.slots = moveSlots(ordering, (slot) => table.isShown(slot), order)
        ordering.changed.clear()
      }
      cache.delete(name)
      cache.set(name, ordering)
      const oldest = cache.keys().next().value
      if (cache.size > maxOrderings && oldest !== undefined) cache.delete(oldest)
      return ordering.slots
    },
  }
}

function sumReferredRevisions(
  collections: LoadedCollections,
  collection: LoadedCollection,
  sort: readonly Sort[],
): number {
  let sum = 0
  for (const { field } of sort) {
    const [key = '', joinedKey] = field.split('.')
    const reference = joinedKey === undefined ? null : findReference(collection, key)
    if (reference) sum += collections.get(reference)?.table.revision() ?? 0
  }
  return sum
}

function moveSlots(
  { slots, changed }: Pick<SlotOrder, 'slots' | 'changed'>,
  isShown: (slot: number) => boolean,
  compare: (first: number, second: number) => number,
): Uint32Array {
  const unchanged = slots.filter((slot) => !changed.has(slot))
  const incoming = [...changed].filter(isShown).toSorted(compare)
  const result = new Uint32Array(unchanged.length + incoming.length)
  let copied = 0
  for (const [index, slot] of incoming.entries()) {
    const insertAt = findInsertPosition(unchanged, slot, compare)
    result.set(unchanged.subarray(copied, insertAt), copied + index)
    result[insertAt + index] = slot
    copied = insertAt
  }
  result.set(unchanged.subarray(copied), copied + incoming.length)
  return result
}

function findInsertPosition(
  slots: Uint32Array,
  slot: number,
  compare: (first: number, second: number) => number,
): number {
  let low = 0
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(slots[middle] ?? 0, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

interface SortedView {
  collections: LoadedCollections
  collection: LoadedCollection
  sort: readonly Sort[]
}

function compareSlots({ collections, collection, sort }: SortedView, first: number, second: number): number {
  const { table } = collection
  const [a, b] = [table.displayedAt(first), table.displayedAt(second)]
  const { fields, idDirection } = withoutId(sort)
  for (const { field, ...direction } of a && b ? fields : []) {
    if (!a || !b) break
    const kind = resolveKind(collections, collection, field)
    const getValue = (record: AnyRecord) => readValue(collections, collection, { record, path: field })
    const order = compareValues({ kind, ...direction }, getValue(a), getValue(b))
    if (order !== 0) return order
  }
  const order = compareText(table.idAt(first), table.idAt(second))
  return idDirection === 'asc' ? order : -order
}

/**
 * Ids are unique, so nothing after an id in the sort matters. Returns the fields before it and its
 * direction.
 */
function withoutId(sort: readonly Sort[]): { fields: readonly Sort[]; idDirection: Sort['direction'] } {
  const idIndex = sort.findIndex(({ field }) => field === 'id')
  const byId = sort[idIndex]
  return byId ? { fields: sort.slice(0, idIndex), idDirection: byId.direction } : { fields: sort, idDirection: 'asc' }
}

type SortRule = Omit<Sort, 'field'> & { kind: Field['kind'] }

/** Empty values come last in both directions, unless the sort puts them first. */
function compareValues({ kind, direction, empty }: SortRule, a: FieldValue, b: FieldValue): number {
  const [isEmptyA, isEmptyB] = [a === null || a === '', b === null || b === '']
  if (isEmptyA || isEmptyB) return (Number(isEmptyA) - Number(isEmptyB)) * (empty === 'first' ? -1 : 1)
  const order = compareFilled(kind, a, b)
  return direction === 'asc' ? order : -order
}

function compareFilled(kind: Field['kind'], a: FieldValue, b: FieldValue): number {
  if (typeof a === 'string' && typeof b === 'string') return kind === 'text' ? compareKorean(a, b) : compareText(a, b)
  return Number(a) - Number(b)
}

/**
 * Sorts by one number per slot that combines the ranks of the fields and the id position as digits,
 * so that no comparison function is called.
 */
function sortAll(collections: LoadedCollections, collection: LoadedCollection, sort: readonly Sort[]): Uint32Array {
  const { fields, idDirection } = withoutId(sort)
  const byId = slotsById(collection)
  if (idDirection === 'desc') byId.reverse()
  const rankCount = byId.length + 1
  let keys: Float64Array | null = null
  let span = 1
  for (const { field, ...direction } of fields) {
    const view = resolveField(collections, collection, field)
    if (!view) continue
    const { ranks, count } = rankView(view, { kind: resolveKind(collections, collection, field), ...direction }, byId)
    if (keys && span * count * rankCount > Number.MAX_SAFE_INTEGER) ({ keys, span } = compress(keys))
    const before: Float64Array | null = keys
    keys = ranks.map((rank, index) => (before ? (before[index] ?? 0) * count : 0) + rank)
    span *= count
  }
  if (!keys) return byId
  const packed = keys.map((key, index) => key * rankCount + index).toSorted()
  return Uint32Array.from(packed, (key) => byId[key % rankCount] ?? 0)
}

/** Shown slots by id: blocks are already sorted, later records are merged in. */
function slotsById({ table }: LoadedCollection): Uint32Array {
  const slots = new Uint32Array(table.size())
  let count = 0
  for (const { start, block } of table.segments) {
    for (let slot = start; slot < start + block.count; slot++) if (table.isShown(slot)) slots[count++] = slot
  }
  const blockSlots = slots.slice(0, count)
  const lateSlots = listLateSlots(table.segments, table.size()).filter((slot) => table.isShown(slot))
  if (lateSlots.length === 0) return blockSlots
  const compare = (first: number, second: number) => compareText(table.idAt(first), table.idAt(second))
  return moveSlots({ slots: blockSlots, changed: new Set(lateSlots) }, () => true, compare)
}

function listLateSlots(segments: LoadedCollection['table']['segments'], size: number): number[] {
  const lateSlots: number[] = []
  let next = 0
  for (const { start, block } of segments) {
    for (let slot = next; slot < start; slot++) lateSlots.push(slot)
    next = start + block.count
  }
  for (let slot = next; slot < size; slot++) lateSlots.push(slot)
  return lateSlots
}

/** Rank 0 … count−1 of each slot's value; values that compare equal share a rank. */
function rankView(view: FieldView, rule: SortRule, byId: Uint32Array): { ranks: Float64Array; count: number } {
  const values: FieldValue[] = view.kind === 'coded' ? [...view.values] : distinctNumbers(view.numbers, byId)
  const order = values.map((_, code) => code)
  order.sort((a, b) => compareValues(rule, values[a] ?? null, values[b] ?? null))
  const rankByKey = new Float64Array(values.length)
  let rank = 0
  for (const [index, code] of order.entries()) {
    const before = values[order[index - 1] ?? code] ?? null
    if (index > 0 && compareValues(rule, before, values[code] ?? null) !== 0) rank += 1
    rankByKey[code] = rank
  }
  if (view.kind === 'coded') {
    return { ranks: Float64Array.from(byId, (slot) => rankByKey[view.codes[slot] ?? 0] ?? 0), count: rank + 1 }
  }
  const codeByValue = new Map(values.map((value, code) => [value, code]))
  const numberRank = (slot: number) => rankByKey[codeByValue.get(nullIfMissing(view.numbers[slot])) ?? 0] ?? 0
  return { ranks: Float64Array.from(byId, numberRank), count: rank + 1 }
}

function distinctNumbers(numbers: Float64Array, slots: Uint32Array): (number | null)[] {
  const distinct = new Set<number | null>()
  for (const slot of slots) distinct.add(nullIfMissing(numbers[slot]))
  return [...distinct]
}

function nullIfMissing(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Replaces keys with their ranks, so that there is room for another field. */
function compress(keys: Float64Array): { keys: Float64Array; span: number } {
  const distinct = [...new Set(keys.toSorted())]
  const rankByKey = new Map(distinct.map((key, rank) => [key, rank]))
  return { keys: keys.map((key) => rankByKey.get(key) ?? 0), span: distinct.length }
}
