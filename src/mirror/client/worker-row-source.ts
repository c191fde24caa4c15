import type { CollectionName } from '#contract/books/collections.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import { foldEdits, type LocalEdit } from '#mirror/live-rows/fold.ts'
import type { Caller, Subscription } from '#mirror/worker/call-channel.ts'
import { type EngineCalls, type RowsCommand, rowsPerReport, type RowsUpdate } from '#mirror/worker/calls.ts'
import { createRowCache, evictRows, putRow, type RowCache, shiftRows } from './row-cache.ts'

/** A row source over the engine, with the methods its owner needs to feed it. */
export interface WorkerRowSource extends RowSource {
  readonly collection: CollectionName
  /** Shows an edit of this page at once; the engine's row replaces it. */
  showEdit(edit: LocalEdit): void
  showFailure(message: string): void
}

interface WorkerSource {
  readonly collection: CollectionName
  readonly calls: Caller<EngineCalls>
  readonly cache: RowCache
  readonly listeners: Set<() => void>
  readonly rowListeners: Map<string, Set<() => void>>
  readonly edits: PendingEdits
  /** Results of `locate` for the current result; -1 while unknown. */
  readonly located: Map<string, number>
  /** Pages of positions, least recently used first. */
  readonly pages: Set<number>
  query: Query
  /** Generation of the latest query; results carry it. */
  generation: number
  /** The call for the current query; answers to earlier ones are no longer received. */
  subscription: Subscription<RowsCommand> | null
  state: RowSourceState
  wantedRange: RowRange | null
  isRequesting: boolean
  isClosed: boolean
}

interface RowRange {
  first: number
  last: number
}

/** 10,000 rows: more than anybody scrolls back, and small enough for a phone. */
const maxPages = 50

export function createWorkerRowSource(options: {
  collection: CollectionName
  query: Query
  calls: Caller<EngineCalls>
  onClose: () => void
}): WorkerRowSource {
  const { collection, calls } = options
  const source = createSource(options)
  requestQuery(source)
  return {
    collection,
    getState: () => source.state,
    subscribe: (listener) => addListener(source.listeners, listener),
    rowAt: (index) => rowAt(source, index),
    rowById: (id) => source.cache.rows.get(id),
    indexOf: (id) => indexOf(source, id),
    subscribeRow: (id, listener) => subscribeRow(source, id, listener),
    ensureRange: (first, last) => ensureRange(source, { first, last }),
    setQuery(query) {
      if (JSON.stringify(query) === JSON.stringify(source.query)) return
      source.query = query
      requestQuery(source)
    },
    refresh() {
      source.isRequesting = false
      source.subscription?.send({ type: 'refresh', generation: nextGeneration(source) })
    },
    // No timeout: the engine counts once the whole collection is here, and a first copy takes long.
    countValues: (field, limit) =>
      calls.request('counts', { collection, query: source.query, field, limit }, { ms: null }),
    close() {
      source.isClosed = true
      source.subscription?.close()
      options.onClose()
    },
    showEdit: (edit) => showEdit(source, edit),
    showFailure: (message) => failSource(source, message),
  }
}

function createSource(options: Parameters<typeof createWorkerRowSource>[0]): WorkerSource {
  return {
    collection: options.collection,
    calls: options.calls,
    cache: createRowCache(),
    listeners: new Set(),
    rowListeners: new Map(),
    edits: new Map(),
    located: new Map(),
    pages: new Set(),
    query: options.query,
    generation: 0,
    subscription: null,
    state: { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 },
    wantedRange: null,
    isRequesting: false,
    isClosed: false,
  }
}

/** Requests another result; the rows of the old one stay readable until it arrives. */
function requestQuery(source: WorkerSource): void {
  const { calls, collection, query, subscription } = source
  source.isRequesting = false
  source.subscription = calls.subscribe(
    'rows',
    { collection, query, generation: nextGeneration(source) },
    { onAnswer: (update) => applyUpdate(source, update), onFailure: (message) => failSource(source, message) },
  )
  subscription?.close()
}

function nextGeneration(source: WorkerSource): number {
  source.generation = Math.max(source.generation, source.state.generation) + 1
  return source.generation
}

/** Rows that are already here stay readable after a failure. */
function failSource(source: WorkerSource, reason: string): void {
  if (source.state.status !== 'loading') return
  const message = `기기에 보관된 자료를 읽지 못했습니다. (${reason})`
  setState(source, { ...source.state, status: 'error', message })
}

function rowAt({ cache }: WorkerSource, index: number): SourceRow | undefined {
  const id = cache.idAt.get(index)
  return id === undefined ? undefined : cache.rows.get(id)
}

/**
 * Position of a row; queries the engine when it isn't loaded and notifies the listeners when it is
 * found.
 */
function indexOf(source: WorkerSource, id: string): number {
  const index = source.cache.indexById.get(id) ?? source.located.get(id)
  if (index !== undefined) return index
  source.located.set(id, -1)
  source.subscription?.send({ type: 'locate', id })
  return -1
}

function subscribeRow(source: WorkerSource, id: string, listener: () => void): () => void {
  const listeners = source.rowListeners.get(id) ?? new Set()
  source.rowListeners.set(id, listeners)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && source.rowListeners.get(id) === listeners) source.rowListeners.delete(id)
  }
}

/**
 * Requests the missing part of a range in whole pages. While a result is pending, only the newest
 * range is kept.
 */
function ensureRange(source: WorkerSource, range: RowRange): void {
  const last = Math.min(range.last, source.state.total - 1)
  const first = Math.max(0, range.first)
  if (last < first || source.isClosed) return
  source.wantedRange = { first, last }
  touchPages(source, source.wantedRange)
  if (!source.isRequesting) requestMissing(source, source.wantedRange)
}

function requestMissing(source: WorkerSource, { first, last }: RowRange): void {
  let from = first
  while (from <= last && source.cache.idAt.has(from)) from += 1
  if (from > last) return
  let to = last
  while (to > from && source.cache.idAt.has(to)) to -= 1
  const firstOfPage = from - (from % rowsPerReport)
  const lastOfPage = to - (to % rowsPerReport) + rowsPerReport - 1
  source.isRequesting = true
  source.subscription?.send({ type: 'range', first: firstOfPage, last: lastOfPage })
}

function touchPages(source: WorkerSource, { first, last }: RowRange): void {
  for (let page = Math.floor(first / rowsPerReport); page <= Math.floor(last / rowsPerReport); page++) {
    source.pages.delete(page)
    source.pages.add(page)
  }
  if (source.pages.size <= maxPages) return
  for (const page of source.pages) {
    if (source.pages.size <= maxPages) break
    source.pages.delete(page)
  }
  evictRows(source.cache, (index) => source.pages.has(Math.floor(index / rowsPerReport)))
}

function applyUpdate(source: WorkerSource, update: RowsUpdate): void {
  if (update.type === 'located') {
    source.located.set(update.id, update.index)
    return notifyListeners(source)
  }
  dropKnownEdits(source.edits, update.stamp)
  switch (update.type) {
    case 'result':
      return applyResult(source, update)
    case 'rows':
      return applyRows(source, update)
    case 'changed':
      return applyChange(source, update)
  }
}

function applyResult(source: WorkerSource, update: RowsUpdate & { type: 'result' }): void {
  const isSameResult = update.state.generation === source.state.generation
  const before = new Map(source.cache.rows)
  source.located.clear()
  source.isRequesting = false
  const isWithin = (index: number) => isSameResult && index < update.state.total
  evictRows(source.cache, (index) => index >= update.rows.length && isWithin(index))
  if (!isSameResult) source.pages.clear()
  source.pages.add(0)
  for (const [index, row] of update.rows.entries()) {
    const previousRow = before.get(row.id)
    if (previousRow) source.cache.rows.set(row.id, previousRow)
    putRow(source.cache, withPendingEdits(source.edits, row), index)
  }
  setState(source, update.state)
  for (const [id, row] of before) if (source.cache.rows.get(id) !== row) notifyRow(source, id)
  for (const id of source.cache.rows.keys()) if (!before.has(id)) notifyRow(source, id)
  if (isSameResult && source.wantedRange) refetchRange(source, source.wantedRange)
}

/**
 * The same result was evaluated again: rows further down keep their old values until they are
 * requested again.
 */
function refetchRange(source: WorkerSource, wantedRange: RowRange): void {
  if (wantedRange.last < rowsPerReport || wantedRange.first >= source.state.total) return
  source.isRequesting = true
  const last = Math.min(wantedRange.last, source.state.total - 1)
  source.subscription?.send({ type: 'range', first: wantedRange.first, last })
}

function applyRows(source: WorkerSource, update: RowsUpdate & { type: 'rows' }): void {
  source.isRequesting = false
  const changed: string[] = []
  for (const [offset, row] of update.rows.entries()) {
    if (putRow(source.cache, withPendingEdits(source.edits, row), update.first + offset)) changed.push(row.id)
  }
  const pages = { first: update.first, last: update.first + Math.max(0, update.rows.length - 1) }
  touchPages(source, pages)
  for (const id of changed) notifyRow(source, id)
  notifyListeners(source)
  if (source.wantedRange && update.rows.length > 0) requestMissing(source, source.wantedRange)
}

function applyChange(source: WorkerSource, update: RowsUpdate & { type: 'changed' }): void {
  const { change } = update
  const removed = shiftRows(source.cache, change)
  if (change.removed.length + change.inserted.length > 0) source.located.clear()
  const changed: string[] = [...removed]
  for (const { index, row } of change.inserted) {
    if (putRow(source.cache, withPendingEdits(source.edits, row), index)) changed.push(row.id)
  }
  for (const row of change.rows) {
    if (!source.cache.indexById.has(row.id)) continue
    if (putRow(source.cache, withPendingEdits(source.edits, row), null)) changed.push(row.id)
  }
  setState(source, update.state)
  for (const id of changed) notifyRow(source, id)
}

function showEdit(source: WorkerSource, localEdit: LocalEdit): void {
  const { id } = localEdit.edit
  recordEdit(source.edits, localEdit)
  const row = source.cache.rows.get(id)
  if (row && putRow(source.cache, foldEdits(row, [localEdit]), null)) notifyRow(source, id)
}

function setState(source: WorkerSource, state: RowSourceState): void {
  source.state = state
  notifyListeners(source)
}

function notifyListeners(source: WorkerSource): void {
  for (const listener of [...source.listeners]) listener()
}

function notifyRow(source: WorkerSource, id: string): void {
  for (const listener of [...(source.rowListeners.get(id) ?? [])]) listener()
}

function addListener(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Edits of this page that the engine doesn't know yet, by record and in order. Edits stored
 * together show together.
 */
type PendingEdits = Map<string, readonly LocalEdit[]>

/**
 * Also for rows that are not loaded: a new record may first arrive from the engine without the edit
 * that followed.
 */
function recordEdit(edits: PendingEdits, localEdit: LocalEdit): void {
  edits.set(localEdit.edit.id, [...(edits.get(localEdit.edit.id) ?? []), localEdit])
}

/**
 * Drops edits the engine knows: its stamps never decrease, so its rows contain them from now on.
 */
function dropKnownEdits(edits: PendingEdits, stamp: number): void {
  for (const [id, localEdits] of edits) {
    const pending = localEdits.filter((edit) => stamp < edit.stamp)
    if (pending.length > 0) edits.set(id, pending)
    else edits.delete(id)
  }
}

/** The engine's row with these edits applied. */
function withPendingEdits(edits: PendingEdits, row: SourceRow): SourceRow {
  const pending = edits.get(row.id)
  return pending ? foldEdits(row, pending) : row
}
