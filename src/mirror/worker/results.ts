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
  keepFirstPage(page: StoredFirstPage): void
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
  const open = new Map<number, OpenResult>()

  function query({ result: id, collection, query: asked, ticket, isRefresh }: Command & { type: 'query' }): void {
    const before = open.get(id)
    const generation = (before?.generation ?? 0) + 1
    const result: OpenResult = { id, collection, query: asked, ticket, generation, live: null, stored: null, sent: new Set() }
    open.set(id, result)
    if (context.data().isLoaded(collection) || isRefresh) evaluate(result)
    else startFromStoredPage(result)
  }

  function startFromStoredPage(result: OpenResult): void {
    context.readFirstPage(result.collection, JSON.stringify(result.query)).then(
      (page) => {
        if (open.get(result.id) !== result || result.live) return
        result.stored = page
        tellResult(result)
      },
      () => tellResult(result),
    )
  }

  function evaluate(result: OpenResult): void {
    result.live = createLiveResult(context.data().engine, result.collection, result.query)
    result.live.evaluate()
    result.stored = null
    result.sent.clear()
    tellResult(result)
    if (context.data().isLoaded(result.collection) && isPlain(result.query)) keepFirstPage(result, result.live)
  }

  function tellResult(result: OpenResult): void {
    const rows = result.live ? rowsOf(result, result.live.slots(0, rowsPerReport - 1)) : storedRows(result)
    context.report({ type: 'result', ...headOf(result), state: stateOf(result), rows })
  }

  function headOf(result: OpenResult): { result: number; ticket: number; stamp: number } {
    return { result: result.id, ticket: result.ticket, stamp: context.stamp() }
  }

  function stateOf(result: OpenResult): RowSourceState {
    const total = result.live?.total() ?? result.stored?.total ?? 0
    const isComplete = context.data().isLoaded(result.collection)
    const arrived = result.live?.arrived() ?? 0
    const status = isComplete || total > 0 ? 'ready' : context.mayCome() ? 'loading' : 'never_fetched'
    return { status, total, isComplete, arrived, generation: result.generation }
  }

  function rowsOf(result: OpenResult, slots: Iterable<number>): SourceRow[] {
    const rows: SourceRow[] = []
    for (const slot of slots) {
      const row = rowOf(result, slot)
      if (row) rows.push(row)
    }
    return rows
  }

  function rowOf(result: OpenResult, slot: number): SourceRow | null {
    result.sent.add(slot)
    return context.data().rowAt(result.collection, slot, result.live?.isOutside(slot) ?? false)
  }

  function storedRows(result: OpenResult): SourceRow[] {
    const referred = new Map((result.stored?.referred ?? []).map((record) => [record.id, record]))
    const rows = (result.stored?.rows ?? []).map((record) => context.data().rowOfStored(result.collection, record, referred))
    return rows.filter((row) => row !== null)
  }

  function keepFirstPage(result: OpenResult, live: LiveResult): void {
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
    const query = JSON.stringify(result.query)
    context.keepFirstPage({ collection: result.collection, query, total: live.total(), rows, referred: [...referred.values()] })
  }

  function tellChange(result: OpenResult, live: LiveResult, changes: ChangedSlots): void {
    const own = changes.get(result.collection) ?? []
    const arrivedBefore = live.arrived()
    const change = live.update(own, (slot) => context.data().isOwnNew(result.collection, slot))
    const slots = [...change.changed.filter((slot) => result.sent.has(slot)), ...slotsReferring(result, changes)]
    const rows = rowsOf(result, slots)
    const inserted = change.inserted.flatMap(({ index, slot }) => {
      const row = rowOf(result, slot)
      return row ? [{ index, row }] : []
    })
    if (rows.length + inserted.length + change.removed.length === 0 && arrivedBefore === live.arrived()) return
    const told = { removed: change.removed, inserted, rows }
    context.report({ type: 'changed', ...headOf(result), state: stateOf(result), change: told })
  }

  /** Rows given to the page that show a changed record of another collection. */
  function slotsReferring(result: OpenResult, changes: ChangedSlots): number[] {
    const slots: number[] = []
    const { table } = context.data().engine.collection(result.collection)
    for (const field of mirroredCollections[result.collection].fields) {
      if (!('refers' in field)) continue
      const changed = changes.get(field.refers.collection) ?? []
      if (changed.length === 0) continue
      const referred = context.data().engine.collection(field.refers.collection).table
      const ids = new Set(changed.map((slot) => referred.idAt(slot)))
      for (const slot of result.sent) if (ids.has(String(table.seenAt(slot)?.[field.key as 'id']))) slots.push(slot)
    }
    return slots
  }

  return {
    query,
    range({ result: id, ticket, first, last }) {
      const result = open.get(id)
      if (!result?.live || result.ticket !== ticket) return
      const rows = rowsOf(result, result.live.slots(first, last))
      context.report({ type: 'rows', ...headOf(result), first: Math.max(0, first), rows })
    },
    locate({ result: id, ticket, id: recordId }) {
      const result = open.get(id)
      if (!result?.live || result.ticket !== ticket) return
      const slot = context.data().engine.collection(result.collection).table.slotOf(recordId)
      const index = slot === -1 ? -1 : result.live.indexOf(slot)
      context.report({ type: 'located', result: id, ticket, id: recordId, index })
    },
    close: (id) => void open.delete(id),
    changed(changes) {
      for (const result of open.values()) {
        if (result.live) tellChange(result, result.live, changes)
        else if (changes.has(result.collection)) tellResult(result)
      }
    },
    evaluateAgain(collection) {
      for (const result of open.values()) {
        if (collection === 'all' || shows(result, collection)) evaluate(result)
      }
    },
    tellStates() {
      for (const result of open.values()) {
        const change = { removed: [], inserted: [], rows: [] }
        context.report({ type: 'changed', ...headOf(result), state: stateOf(result), change })
      }
    },
  }
}

function shows(result: OpenResult, collection: CollectionName): boolean {
  return result.collection === collection
}

/** Views without search or filter are what a person starts with. */
function isPlain(query: Query): boolean {
  return query.search === '' && query.filters.length === 0
}
