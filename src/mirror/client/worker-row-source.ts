import type { Query } from '#contract/query.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import type { RowSource, RowSourceState, SourceRow, ValueCount } from '#contract/row-source.ts'
import { rowsPerReport, type Command, type Report } from '../worker/messages.ts'
import { foldEdits, type LocalEdit } from '../view/fold.ts'
import { createRowCache, forgetRows, putRow, shiftRows, type RowCache } from './row-cache.ts'

/** One row source over the engine, with what its owner needs to feed it. */
export interface WorkerRowSource extends RowSource {
  readonly collection: CollectionName
  take(report: SourceReport): void
  /** Shows an edit made on this page at once; the engine's own word on it replaces it. */
  showEdit(edit: LocalEdit): void
  fail(message: string): void
}

export type SourceReport = Report & { type: 'result' | 'rows' | 'changed' | 'located' }

interface Source {
  readonly id: number
  readonly collection: CollectionName
  readonly post: (command: Command) => void
  readonly cache: RowCache
  readonly listeners: Set<() => void>
  readonly rowListeners: Map<string, Set<() => void>>
  /** By record, in order: edits kept together show together. */
  readonly edits: Map<string, readonly LocalEdit[]>
  /** Ids that the engine was asked to find, and what it said; of the present result only. */
  readonly located: Map<string, number>
  /** Pages of places, least recently used first. */
  readonly pages: Set<number>
  query: Query
  ticket: number
  state: RowSourceState
  wanted: Range | null
  isAsking: boolean
  isClosed: boolean
}

interface Range {
  first: number
  last: number
}

/** 10,000 rows: more than anybody scrolls back over, little enough for a phone. */
const keptPages = 50

export function createWorkerRowSource(options: {
  id: number
  collection: CollectionName
  query: Query
  post: (command: Command) => void
  /** Asks the engine how often each value occurs. */
  count: (query: Query, field: string, limit: number) => Promise<readonly ValueCount[]>
  onClose: () => void
}): WorkerRowSource {
  const source = createSource(options)
  ask(source, false)
  return {
    collection: options.collection,
    getState: () => source.state,
    subscribe: (listener) => listenIn(source.listeners, listener),
    rowAt: (index) => rowAt(source, index),
    rowById: (id) => source.cache.rows.get(id),
    indexOf: (id) => indexOf(source, id),
    subscribeRow: (id, listener) => subscribeRow(source, id, listener),
    ensureRange: (first, last) => ensureRange(source, { first, last }),
    setQuery(query) {
      if (JSON.stringify(query) === JSON.stringify(source.query)) return
      source.query = query
      ask(source, false)
    },
    refresh: () => ask(source, true),
    countValues: (field, limit) => options.count(source.query, field, limit),
    close() {
      source.isClosed = true
      source.post({ type: 'close', result: source.id })
      options.onClose()
    },
    take: (report) => take(source, report),
    showEdit: (edit) => showEdit(source, edit),
    fail(message) {
      // Rows that are there stay readable whatever went wrong behind them.
      if (source.state.status !== 'loading') return
      setState(source, { ...source.state, status: 'error', message })
    },
  }
}

function createSource(options: Parameters<typeof createWorkerRowSource>[0]): Source {
  return {
    id: options.id,
    collection: options.collection,
    post: options.post,
    cache: createRowCache(),
    listeners: new Set(),
    rowListeners: new Map(),
    edits: new Map(),
    located: new Map(),
    pages: new Set(),
    query: options.query,
    ticket: 0,
    state: { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 },
    wanted: null,
    isAsking: false,
    isClosed: false,
  }
}

/** Asks for another result; the rows of the old one stay readable until it is there. */
function ask(source: Source, isRefresh: boolean): void {
  source.ticket += 1
  source.isAsking = false
  const { id: result, ticket, collection, query } = source
  source.post({ type: 'query', result, ticket, collection, query, isRefresh })
}

function rowAt({ cache }: Source, index: number): SourceRow | undefined {
  const id = cache.idAt.get(index)
  return id === undefined ? undefined : cache.rows.get(id)
}

/** A row that is not loaded is looked for in the engine; listeners are told when it was found. */
function indexOf(source: Source, id: string): number {
  const known = source.cache.indexOf.get(id) ?? source.located.get(id)
  if (known !== undefined) return known
  source.located.set(id, -1)
  source.post({ type: 'locate', result: source.id, ticket: source.ticket, id })
  return -1
}

function subscribeRow(source: Source, id: string, listener: () => void): () => void {
  const listeners = source.rowListeners.get(id) ?? new Set()
  source.rowListeners.set(id, listeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && source.rowListeners.get(id) === listeners) source.rowListeners.delete(id)
  }
}

/** Asks for what is missing of a range, in whole pages; while an answer is out, only the newest wish is kept. */
function ensureRange(source: Source, range: Range): void {
  const last = Math.min(range.last, source.state.total - 1)
  const first = Math.max(0, range.first)
  if (last < first || source.isClosed) return
  source.wanted = { first, last }
  touchPages(source, source.wanted)
  if (!source.isAsking) askForMissing(source, source.wanted)
}

function askForMissing(source: Source, { first, last }: Range): void {
  let from = first
  while (from <= last && source.cache.idAt.has(from)) from += 1
  if (from > last) return
  let to = last
  while (to > from && source.cache.idAt.has(to)) to -= 1
  const firstOfPage = from - (from % rowsPerReport)
  const lastOfPage = to - (to % rowsPerReport) + rowsPerReport - 1
  source.isAsking = true
  source.post({ type: 'range', result: source.id, ticket: source.ticket, first: firstOfPage, last: lastOfPage })
}

function touchPages(source: Source, { first, last }: Range): void {
  for (let page = Math.floor(first / rowsPerReport); page <= Math.floor(last / rowsPerReport); page++) {
    source.pages.delete(page)
    source.pages.add(page)
  }
  if (source.pages.size <= keptPages) return
  for (const page of source.pages) {
    if (source.pages.size <= keptPages) break
    source.pages.delete(page)
  }
  forgetRows(source.cache, (index) => source.pages.has(Math.floor(index / rowsPerReport)))
}

function take(source: Source, report: SourceReport): void {
  if (source.isClosed || report.ticket !== source.ticket) return
  switch (report.type) {
    case 'result':
      return takeResult(source, report)
    case 'rows':
      return takeRows(source, report)
    case 'changed':
      return takeChange(source, report)
    case 'located':
      source.located.set(report.id, report.index)
      return tell(source)
  }
}

function takeResult(source: Source, report: Report & { type: 'result' }): void {
  const isSameResult = report.state.generation === source.state.generation
  const before = new Map(source.cache.rows)
  source.located.clear()
  source.isAsking = false
  const isWithin = (index: number) => isSameResult && index < report.state.total
  forgetRows(source.cache, (index) => index >= report.rows.length && isWithin(index))
  if (!isSameResult) source.pages.clear()
  source.pages.add(0)
  for (const [index, row] of report.rows.entries()) {
    const known = before.get(row.id)
    if (known) source.cache.rows.set(row.id, known)
    putRow(source.cache, edited(source, row, report.stamp), index)
  }
  setState(source, report.state)
  for (const [id, row] of before) if (source.cache.rows.get(id) !== row) tellRow(source, id)
  for (const id of source.cache.rows.keys()) if (!before.has(id)) tellRow(source, id)
  if (isSameResult && source.wanted) askAgain(source, source.wanted)
}

/** The same result evaluated once more: rows further down are shown as they were until they have been looked at again. */
function askAgain(source: Source, wanted: Range): void {
  if (wanted.last < rowsPerReport || wanted.first >= source.state.total) return
  const { id: result, ticket } = source
  source.isAsking = true
  source.post({
    type: 'range',
    result,
    ticket,
    first: wanted.first,
    last: Math.min(wanted.last, source.state.total - 1),
  })
}

function takeRows(source: Source, report: Report & { type: 'rows' }): void {
  source.isAsking = false
  const changed: string[] = []
  for (const [offset, row] of report.rows.entries()) {
    if (putRow(source.cache, edited(source, row, report.stamp), report.first + offset)) changed.push(row.id)
  }
  const pages = { first: report.first, last: report.first + Math.max(0, report.rows.length - 1) }
  touchPages(source, pages)
  for (const id of changed) tellRow(source, id)
  tell(source)
  if (source.wanted && report.rows.length > 0) askForMissing(source, source.wanted)
}

function takeChange(source: Source, report: Report & { type: 'changed' }): void {
  const { change, stamp } = report
  const left = shiftRows(source.cache, change)
  if (change.removed.length + change.inserted.length > 0) source.located.clear()
  const changed: string[] = [...left]
  for (const { index, row } of change.inserted) {
    if (putRow(source.cache, edited(source, row, stamp), index)) changed.push(row.id)
  }
  for (const row of change.rows) {
    if (!source.cache.indexOf.has(row.id)) continue
    if (putRow(source.cache, edited(source, row, stamp), null)) changed.push(row.id)
  }
  setState(source, report.state)
  for (const id of changed) tellRow(source, id)
}

/** The engine's row, with those edits of this page on top that the engine has not heard of. */
function edited(source: Source, row: SourceRow, stamp: number): SourceRow {
  const edits = source.edits.get(row.id)
  if (!edits) return row
  const unheard = edits.filter((edit) => stamp < edit.stamp)
  if (unheard.length > 0) source.edits.set(row.id, unheard)
  else source.edits.delete(row.id)
  return unheard.length === 0 ? row : foldEdits(row, unheard)
}

function showEdit(source: Source, edit: LocalEdit): void {
  const shown = source.cache.rows.get(edit.id)
  if (!shown) return
  source.edits.set(edit.id, [...(source.edits.get(edit.id) ?? []), edit])
  if (putRow(source.cache, foldEdits(shown, [edit]), null)) tellRow(source, edit.id)
}

/** The same state object as long as it says the same. */
function setState(source: Source, state: RowSourceState): void {
  source.state = state
  tell(source)
}

function tell(source: Source): void {
  for (const listener of [...source.listeners]) listener()
}

function tellRow(source: Source, id: string): void {
  for (const listener of [...(source.rowListeners.get(id) ?? [])]) listener()
}

function listenIn(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
