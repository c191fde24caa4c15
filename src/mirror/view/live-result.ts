import type { Query } from '#contract/query.ts'
import type { QueryEngine } from '../query/evaluate.ts'
import type { RecordTable } from '../query/record-table.ts'

/**
 * The result of a query that keeps its order while records change: an edited row stays where it is, rows made here come in at the top, rows that are gone
 * leave, and what others added is only counted until the query is evaluated again.
 */
export interface LiveResult {
  readonly query: Query
  total(): number
  arrived(): number
  /** Slots first…last, inclusive, as far as there are any. */
  slots(first: number, last: number): Uint32Array
  indexOf(slot: number): number
  isOutside(slot: number): boolean
  evaluate(): void
  /** A record stood at that place until its delete was kept, before this was evaluated: taken back, it stands there again. */
  noteLeft(slot: number, index: number): void
  /** Takes changed slots in; `isOwnNew` tells whether a slot holds a record made here. */
  update(slots: readonly number[], isOwnNew: (slot: number) => boolean): OrderChange
}

/** Indexes before the change, ascending; indexes after it, ascending; slots that stayed and may show other values. */
export interface OrderChange {
  removed: number[]
  inserted: { index: number; slot: number }[]
  changed: number[]
}

interface ResultState {
  readonly engine: QueryEngine
  readonly collection: string
  readonly query: Query
  readonly table: RecordTable
  order: Uint32Array
  /** Slots in use when it was evaluated: records made here since then come in at the top, older ones had their chance. */
  sizeThen: number
  /** 1 for every slot in `order`. */
  members: Uint8Array
  /** Changed since the last evaluation: their place may be one they would not get again. */
  readonly touched: Set<number>
  readonly arrived: Set<number>
  /** Where rows stood that left: a discarded delete brings them back to that place. */
  readonly leftFrom: Map<number, number>
}

export function createLiveResult(engine: QueryEngine, collection: string, query: Query): LiveResult {
  const { table } = engine.collection(collection)
  const state: ResultState = {
    engine,
    collection,
    query,
    table,
    order: new Uint32Array(0),
    sizeThen: 0,
    members: new Uint8Array(0),
    touched: new Set(),
    arrived: new Set(),
    leftFrom: new Map(),
  }
  return {
    query,
    total: () => state.order.length,
    arrived: () => state.arrived.size,
    slots: (first, last) => state.order.subarray(Math.max(0, first), Math.max(0, last + 1)),
    indexOf: (slot) => state.order.indexOf(slot),
    isOutside: (slot) => isOutside(state, slot),
    evaluate: () => evaluate(state),
    noteLeft: (slot, index) => void state.leftFrom.set(slot, index),
    update: (slots, isOwnNew) => update(state, slots, isOwnNew),
  }
}

function evaluate(state: ResultState): void {
  state.order = state.engine.evaluate(state.collection, state.query)
  state.sizeThen = state.table.size()
  state.members = new Uint8Array(state.sizeThen + 1_024)
  const { order, members } = state
  for (let index = 0; index < order.length; index++) members[order[index] ?? 0] = 1
  state.touched.clear()
  state.arrived.clear()
  state.leftFrom.clear()
}

function update(state: ResultState, slots: readonly number[], isOwnNew: (slot: number) => boolean): OrderChange {
  const leaving = new Set<number>()
  const coming: number[] = []
  const changed: number[] = []
  for (const slot of slots) {
    state.touched.add(slot)
    const isShown = state.table.isShown(slot)
    if (state.members[slot] === 1) {
      if (isShown) changed.push(slot)
      else leaving.add(slot)
      continue
    }
    state.arrived.delete(slot)
    if (!isShown) continue
    if (state.leftFrom.has(slot) || (slot >= state.sizeThen && isOwnNew(slot))) coming.push(slot)
    else if (state.engine.matches(state.collection, state.query, slot)) state.arrived.add(slot)
  }
  return { removed: takeOut(state, leaving), inserted: putIn(state, coming), changed }
}

function takeOut(state: ResultState, slots: ReadonlySet<number>): number[] {
  if (slots.size === 0) return []
  const removed: number[] = []
  for (const [index, slot] of state.order.entries()) {
    if (!slots.has(slot)) continue
    removed.push(index)
    state.leftFrom.set(slot, index)
    mark(state, slot, false)
  }
  state.order = state.order.filter((slot) => !slots.has(slot))
  return removed
}

/** New rows stand at the top, the newest first; rows that come back stand where they stood. */
function putIn(state: ResultState, slots: readonly number[]): OrderChange['inserted'] {
  for (const slot of slots) {
    const index = Math.min(state.leftFrom.get(slot) ?? 0, state.order.length)
    const wider = new Uint32Array(state.order.length + 1)
    wider.set(state.order.subarray(0, index))
    wider[index] = slot
    wider.set(state.order.subarray(index), index + 1)
    state.order = wider
    state.leftFrom.delete(slot)
    mark(state, slot, true)
  }
  const placed = slots.map((slot) => ({ index: state.order.indexOf(slot), slot }))
  return placed.toSorted((a, b) => a.index - b.index)
}

function mark(state: ResultState, slot: number, isMember: boolean): void {
  if (slot >= state.members.length) {
    const wider = new Uint8Array(slot * 2)
    wider.set(state.members)
    state.members = wider
  }
  state.members[slot] = isMember ? 1 : 0
}

function isOutside(state: ResultState, slot: number): boolean {
  const { engine, collection, query, touched, order } = state
  if (!touched.has(slot)) return false
  if (!engine.matches(collection, query, slot)) return true
  const index = order.indexOf(slot)
  const [before, after] = [untouchedNeighbour(state, index, -1), untouchedNeighbour(state, index, 1)]
  if (before !== null && engine.compare(collection, query, [before, slot]) > 0) return true
  return after !== null && engine.compare(collection, query, [slot, after]) > 0
}

function untouchedNeighbour({ order, touched }: ResultState, index: number, step: 1 | -1): number | null {
  for (let at = index + step; at >= 0 && at < order.length; at += step) {
    const slot = order[at]
    if (slot !== undefined && !touched.has(slot)) return slot
  }
  return null
}
