import type { CollectionName } from '#contract/records/collections.ts'
import { mirroredCollections } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Query } from '#contract/query.ts'
import type { RowSourceState, SourceRow } from '#contract/row-source.ts'
import type { StoredFirstPage } from '../store/mirror-database.ts'
import { createLiveResult, type LiveResult } from '../view/live-result.ts'
import type { ChangedSlots, MirroredData } from './mirrored-data.ts'
import { rowsPerReport, type Command, type Report } from './messages.ts'

export interface Results {
  query(command: Command & { type: 'query' }): void
  range(command: Command & { type: 'range' }): void
  locate(command: Command & { type: 'locate' }): void
  close(id: number): void
  changed(changes: ChangedSlots): void
  /** Evaluates again because more of the collection has come, or all of it anew. */
  evaluateAgain(collection: CollectionName | 'all'): void
  /** Keeps the first page of every open view that a person may start with, of collections that are complete but not yet told to be. */
  keepFirstPages(): Promise<void>
  /** Tells states again: whether a copy can be had may have changed. */
  tellStates(): void
}

export interface ResultsContext {
  data(): MirroredData
  stamp(): number
  report(report: Report): void
  /** True while there is hope that rows will come: the disk is being read, or the server can be asked. */
  mayCome(): boolean
  readFirstPage(collection: CollectionName, query: string): Promise<StoredFirstPage | null>
  keepFirstPage(page: StoredFirstPage): Promise<void>
}

interface OpenResult {
  readonly id: number
  readonly collection: CollectionName
  readonly query: Query
  readonly ticket: number
  readonly generation: number
  live: LiveResult | null
  /** Rows of the stored first page, until the collection is in memory. */
  stored: StoredFirstPage | null
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
        else if (changes.has(result.collection)) tellResult(state, result)
      }
    },
    evaluateAgain(collection) {
      for (const result of state.open.values()) {
        if (collection === 'all' || result.collection === collection) evaluate(state, result)
      }
    },
    async keepFirstPages() {
      const plain = [...state.open.values()].filter((result) => isPlain(result.query))
      for (const result of plain) {
        const live = createLiveResult(context.data().engine, result.collection, result.query)
        live.evaluate()
        await keepFirstPage(state, result, live)
      }
    },
    tellStates() {
      const change = { removed: [], inserted: [], rows: [] }
      for (const result of state.open.values()) {
        context.report({ type: 'changed', ...headOf(state, result), state: stateOf(state, result), change })
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
  const generation = (state.open.get(id)?.generation ?? 0) + 1
  const result: OpenResult = { id, collection, query, ticket, generation, live: null, stored: null, sent: new Set() }
  state.open.set(id, result)
  if (isRefresh || state.context.data().isLoaded(collection)) evaluate(state, result)
  else startFromStoredPage(state, result)
}

function startFromStoredPage(state: ResultsState, result: OpenResult): void {
  const isStillWanted = () => state.open.get(result.id) === result && !result.live
  state.context.readFirstPage(result.collection, JSON.stringify(result.query)).then(
    (page) => {
      if (!isStillWanted()) return
      result.stored = page
      tellResult(state, result)
    },
    () => isStillWanted() && tellResult(state, result),
  )
}

function evaluate(state: ResultsState, result: OpenResult): void {
  const data = state.context.data()
  result.live = createLiveResult(data.engine, result.collection, result.query)
  result.live.evaluate()
  result.stored = null
  result.sent.clear()
  tellResult(state, result)
  if (data.isLoaded(result.collection) && isPlain(result.query)) void keepFirstPage(state, result, result.live)
}

function tellResult(state: ResultsState, result: OpenResult): void {
  const rows = result.live ? rowsOf(state, result, result.live.slots(0, rowsPerReport - 1)) : storedRows(state, result)
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
  const total = result.live?.total() ?? result.stored?.total ?? 0
  const isComplete = context.data().isLoaded(result.collection)
  const arrived = result.live?.arrived() ?? 0
  const status = isComplete || total > 0 ? 'ready' : context.mayCome() ? 'loading' : 'never_fetched'
  return { status, total, isComplete, arrived, generation: result.generation }
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

function storedRows({ context }: ResultsState, result: OpenResult): SourceRow[] {
  const referred = new Map((result.stored?.referred ?? []).map((record) => [record.id, record]))
  const stored = result.stored?.rows ?? []
  const rows = stored.map((record) => context.data().rowOfStored(result.collection, record, referred))
  return rows.filter((row) => row !== null)
}

function keepFirstPage({ context }: ResultsState, result: OpenResult, live: LiveResult): Promise<void> {
  const { table } = context.data().engine.collection(result.collection)
  const rows: AnyRecord[] = []
  const referred = new Map<string, AnyRecord>()
  for (const slot of live.slots(0, rowsPerReport - 1)) {
    const record = table.confirmedAt(slot)
    if (!record) continue
    rows.push(record)
    const row = context.data().rowAt(result.collection, slot, false)
    for (const target of Object.values(row?.joined ?? {})) if (target) referred.set(target.id, target)
  }
  const { collection, query } = result
  const page = { collection, query: JSON.stringify(query), total: live.total(), rows }
  return context.keepFirstPage({ ...page, referred: [...referred.values()] })
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
