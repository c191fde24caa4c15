import type { CollectionName } from '#contract/records/collections.ts'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Query } from '#contract/query.ts'
import type { RowSourceState, SourceRow } from '#contract/row-source.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import type { StoredFirstPage } from '../store/mirror-database.ts'
import { createLiveResult, type LiveResult } from '../view/live-result.ts'
import { firstRows, isLaidOver, isOtherBeginning, noteDeleted, packFirstPage, type FirstRows } from './first-rows.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import { rowsPerReport, type Command, type Report } from './messages.ts'

export interface Results {
  query(command: Command & { type: 'query' }): void
  range(command: Command & { type: 'range' }): void
  locate(command: Command & { type: 'locate' }): void
  close(id: number): void
  changed(changes: ChangedSlots): void
  /** Entries of these records came, changed or went: rows that are not in memory yet are told with them. */
  overlaid(entityKeys: OutboxChange['entityKeys']): void
  /** Evaluates again because the collection has come, or all of them anew. */
  evaluateAgain(collection: CollectionName | 'all'): void
  /** Keeps the first page of every open view of a collection that a person may start with; it is complete but not yet told to be. */
  keepFirstPages(collection: CollectionName): Promise<void>
  /** The row as it is shown, while its collection is not in memory. */
  shownRow(collection: CollectionName, id: string): SourceRow | null
  /** Tells states again: whether a copy can be had may have changed. */
  tellStates(): void
  /** Tells the states of those that wait for their collection: how far its copy is has changed. */
  tellWaiting(): void
  /** Asks for the first pages that the server did not give when it was asked. */
  askServerAgain(): void
}

export interface ResultsContext {
  data(): MirroredData
  stamp(): number
  report(report: Report): void
  /** True while there is hope that rows will come: the disk is being read, or the server can be asked. */
  mayCome(): boolean
  readFirstPage(collection: CollectionName, query: string): Promise<StoredFirstPage | null>
  /** The same from the server, where a first copy has yet to bring the collection. */
  serverPage(collection: CollectionName, query: Query): Promise<StoredFirstPage | null>
  /** How far a running first copy is with the collection; null when none runs. */
  copying(collection: CollectionName): RowSourceState['copying'] | null
  keepFirstPage(page: StoredFirstPage): Promise<void>
}

interface OpenResult extends FirstRows {
  readonly id: number
  readonly ticket: number
  generation: number
  live: LiveResult | null
  stored: StoredFirstPage | null
  /** The page has been given its rows, or that there are none yet; until then those of the query before stand. */
  isTold: boolean
  isAskingServer: boolean
  /** Slots the page has been given rows of: only these are told about. */
  readonly sent: Set<number>
}

/** The open row sources of one page: each has one query at a time and is told what changes in it. */
export function createResults(context: ResultsContext): Results {
  const state: ResultsState = { context, open: new Map() }
  return {
    query: (command) => startQuery(state, command),
    range: (command) => tellRange(state, command),
    locate: (command) => tellPlace(state, command),
    close: (id) => void state.open.delete(id),
    changed(changes) {
      for (const result of state.open.values()) {
        if (result.live) tellChange(state, { result, live: result.live }, changes)
        else if (result.isTold && changes.has(result.collection)) tellResult(state, result)
      }
    },
    overlaid(entityKeys) {
      for (const result of waitingIn(state)) if (isLaidOver(result, entityKeys)) tellResult(state, result)
    },
    evaluateAgain(collection) {
      for (const result of state.open.values()) {
        const isMeant = collection === 'all' || result.collection === collection
        if (isMeant && (result.live || context.data().isLoaded(result.collection))) evaluate(state, result)
        // Its rows may show the names that have come.
        else if (result.stored) tellResult(state, result)
      }
    },
    async keepFirstPages(collection) {
      const ofCollection = [...state.open.values()].filter((result) => result.collection === collection)
      for (const result of ofCollection.filter(({ query }) => isPlain(query))) {
        const live = createLiveResult(context.data().engine, result.collection, result.query)
        live.evaluate()
        await context.keepFirstPage(packFirstPage(context.data(), result, live))
      }
    },
    shownRow(collection, id) {
      const among = waitingIn(state).filter((result) => result.collection === collection)
      return among.flatMap((result) => firstRows(context.data(), result).rows).find((row) => row.id === id) ?? null
    },
    tellStates: () => tellStates(state, [...state.open.values()]),
    tellWaiting: () => tellStates(state, waitingIn(state)),
    askServerAgain() {
      for (const result of waitingIn(state)) {
        if (result.isTold && !result.stored && !result.isAskingServer) void askForServerPage(state, result)
      }
    },
  }
}

interface ResultsState {
  readonly context: ResultsContext
  readonly open: Map<number, OpenResult>
}

function startQuery(state: ResultsState, command: Command & { type: 'query' }): void {
  const { result: id, collection, query, ticket, isRefresh } = command
  const before = state.open.get(id)
  const generation = (before?.generation ?? 0) + 1
  // Asked once more, the first page stands until there is better.
  const stored = isRefresh ? (before?.stored ?? null) : null
  const result: OpenResult = {
    ...{ id, collection, query, ticket, generation, stored },
    ...{ live: null, isTold: false, isAskingServer: false, sent: new Set() },
  }
  state.open.set(id, result)
  const isHopeless = isRefresh && !state.context.mayCome()
  if (isHopeless || state.context.data().isLoaded(collection)) evaluate(state, result)
  else void startFromFirstPage(state, result)
}

async function startFromFirstPage(state: ResultsState, result: OpenResult): Promise<void> {
  const { collection, query } = result
  result.stored ??= await state.context.readFirstPage(collection, JSON.stringify(query)).catch(() => null)
  if (!isWaiting(state, result)) return
  if (result.stored) tellResult(state, result)
  else await askForServerPage(state, result)
}

async function askForServerPage(state: ResultsState, result: OpenResult): Promise<void> {
  result.isAskingServer = true
  const page = await state.context.serverPage(result.collection, result.query).catch(() => null)
  result.isAskingServer = false
  if (!isWaiting(state, result)) return
  result.stored = page
  tellResult(state, result)
}

function waitingIn(state: ResultsState): OpenResult[] {
  return [...state.open.values()].filter((result) => isWaiting(state, result))
}

/** Still asked for, and its collection not in memory. */
function isWaiting({ open }: ResultsState, result: OpenResult): boolean {
  return open.get(result.id) === result && !result.live
}

function evaluate(state: ResultsState, result: OpenResult): void {
  const data = state.context.data()
  const live = createLiveResult(data.engine, result.collection, result.query)
  live.evaluate()
  // Then it is another result: the table follows the record in focus instead of its place.
  if (isOtherBeginning(data, result, live)) result.generation += 1
  noteDeleted(data, result, live)
  result.live = live
  result.stored = null
  result.sent.clear()
  tellResult(state, result)
  if (data.isLoaded(result.collection) && isPlain(result.query)) {
    void state.context.keepFirstPage(packFirstPage(data, result, live))
  }
}

function tellStates(state: ResultsState, results: readonly OpenResult[]): void {
  const change = { removed: [], inserted: [], rows: [] }
  for (const result of results) {
    // The rows of the query before stay until there are others; a first query has nothing to lose.
    if (!result.isTold && result.generation > 1) continue
    state.context.report({ type: 'changed', ...headOf(state, result), state: stateOf(state, result), change })
  }
}

function tellResult(state: ResultsState, result: OpenResult): void {
  result.isTold = true
  const { live } = result
  const rows = live
    ? rowsOf(state, result, live.slots(0, rowsPerReport - 1))
    : firstRows(state.context.data(), result).rows
  state.context.report({ type: 'result', ...headOf(state, result), state: stateOf(state, result), rows })
}

function tellRange(state: ResultsState, { result: id, ticket, first, last }: Command & { type: 'range' }): void {
  const result = state.open.get(id)
  if (!result?.live || result.ticket !== ticket) return
  const rows = rowsOf(state, result, result.live.slots(first, last))
  state.context.report({ type: 'rows', ...headOf(state, result), first: Math.max(0, first), rows })
}

function tellPlace(state: ResultsState, { result: id, ticket, id: recordId }: Command & { type: 'locate' }): void {
  const result = state.open.get(id)
  if (!result?.live || result.ticket !== ticket) return
  const slot = state.context.data().engine.collection(result.collection).table.slotOf(recordId)
  const index = slot === -1 ? -1 : result.live.indexOf(slot)
  state.context.report({ type: 'located', result: id, ticket, id: recordId, index })
}

function tellChange(
  state: ResultsState,
  { result, live }: { result: OpenResult; live: LiveResult },
  changes: ChangedSlots,
): void {
  const { context } = state
  const arrivedBefore = live.arrived()
  const own = changes.get(result.collection) ?? []
  const change = live.update(own, (slot) => context.data().isOwnNew(result.collection, slot))
  const stayed = change.changed.filter((slot) => result.sent.has(slot))
  const rows = rowsOf(state, result, [...stayed, ...slotsReferring(state, result, changes)])
  const inserted = change.inserted.flatMap(({ index, slot }) => {
    const row = rowOf(state, result, slot)
    return row ? [{ index, row }] : []
  })
  if (rows.length + inserted.length + change.removed.length === 0 && arrivedBefore === live.arrived()) return
  const told = { removed: change.removed, inserted, rows }
  context.report({ type: 'changed', ...headOf(state, result), state: stateOf(state, result), change: told })
}

function headOf({ context }: ResultsState, result: OpenResult): { result: number; ticket: number; stamp: number } {
  return { result: result.id, ticket: result.ticket, stamp: context.stamp() }
}

function stateOf({ context }: ResultsState, result: OpenResult): RowSourceState {
  const total = result.live?.total() ?? firstRows(context.data(), result).total
  const isComplete = context.data().isLoaded(result.collection)
  const arrived = result.live?.arrived() ?? 0
  const status = isComplete || total > 0 ? 'ready' : context.mayCome() ? 'loading' : 'never_fetched'
  const copying = !isComplete && context.mayCome() && context.copying(result.collection)
  return { status, total, isComplete, arrived, generation: result.generation, ...(copying && { copying }) }
}

function rowsOf(state: ResultsState, result: OpenResult, slots: Iterable<number>): SourceRow[] {
  const rows: SourceRow[] = []
  for (const slot of slots) {
    const row = rowOf(state, result, slot)
    if (row) rows.push(row)
  }
  return rows
}

function rowOf({ context }: ResultsState, result: OpenResult, slot: number): SourceRow | null {
  result.sent.add(slot)
  return context.data().rowAt(result.collection, slot, result.live?.isOutside(slot) ?? false)
}

/** Rows given to the page that show a changed record of another collection. */
function slotsReferring({ context }: ResultsState, result: OpenResult, changes: ChangedSlots): number[] {
  const { engine } = context.data()
  const { table } = engine.collection(result.collection)
  return mirroredCollections[result.collection].fields.flatMap((field) => {
    const changed = 'refers' in field ? (changes.get(field.refers.collection) ?? []) : []
    if (!('refers' in field) || changed.length === 0) return []
    const referred = engine.collection(field.refers.collection).table
    const ids = new Set<unknown>(changed.map((slot) => referred.idAt(slot)))
    return [...result.sent].filter((slot) => ids.has(table.seenAt(slot)?.[field.key as keyof AnyRecord]))
  })
}

/** Views without search or filter are what a person starts with. */
function isPlain(query: Query): boolean {
  return query.search === '' && query.filters.length === 0
}
