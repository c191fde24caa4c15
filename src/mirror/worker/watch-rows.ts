import { type CollectionName, getBook, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { listNamedFilters, type Query } from '#contract/records/query.ts'
import type { RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import {
  createLiveResult,
  getSlotsBetween,
  isMisplaced,
  type LiveResult,
  updateResult,
} from '#mirror/live-rows/live-result.ts'
import type { OutboxChange } from '#mirror/outbox/outbox-image.ts'
import { fetchFromServer, type SendRequest } from '#mirror/pull/fetch-from-server.ts'
import { buildListPath } from '#mirror/pull/list-path.ts'
import { readFirstPage, type StoredFirstPage } from '#mirror/store/mirror-database.ts'
import { writeFirstPage } from '#mirror/store/write-mirror.ts'
import type { Call } from './call-channel.ts'
import { type EngineCalls, type RowsCommand, rowsPerReport, type RowsQuery } from './calls.ts'
import {
  addFollower,
  type EngineState,
  isCollectionSynced,
  isCopyExpected,
  noteCollectionRequest,
  syncNow,
} from './engine-state.ts'
import {
  buildStoredRow,
  type ChangedSlots,
  isLocalCreate,
  listLocalCreates,
  type MirroredData,
  readRowInSlot,
} from './mirrored-data.ts'

interface FollowedResult extends StoredFirstRows {
  readonly engine: EngineState
  readonly call: Call<EngineCalls['rows']>
  generation: number
  live: LiveResult | null
  stored: StoredFirstPage | null
  /**
   * The page has received this result, even if empty; until then it shows the previous query's
   * rows.
   */
  isDelivered: boolean
  isFetching: boolean
  /** A refresh has replaced this result. */
  isReplaced: boolean
  /** Slots whose rows the page has received; only these get value updates. */
  readonly sent: Set<number>
}

/** Sends a page the rows of one query, the ranges it requests, and every change in them. */
export function watchRows(engine: EngineState, rowsQuery: RowsQuery, call: Call<EngineCalls['rows']>): void {
  let result = startResult({ ...rowsQuery, engine, call, stored: null })
  addFollower(engine, call.signal, {
    onChange: (changes) => notifyChange(result, changes),
    onArrival(collection) {
      const isAffected = collection === 'all' || result.collection === collection
      if (isAffected && (result.live || isLoaded(result))) evaluateResult(result)
      // Names referred to by its rows may have arrived.
      else if (result.stored) notifyResult(result)
    },
    onReachabilityChange({ isServerBack }) {
      if (!isLoaded(result)) notifyState(result)
      if (isServerBack && isWaiting(result) && result.isDelivered && !result.stored && !result.isFetching)
        void fetchServerPage(result)
    },
    onOverlay: (entityKeys) => isWaiting(result) && isOverlaid(result, entityKeys) && notifyResult(result),
    async storeFirstPage(collection) {
      if (result.collection !== collection || !isUnfiltered(result.query)) return
      await storeFirstPage(result, createLiveResult(engine.data.engine, collection, result.query))
    },
    findShownRow(collection, id) {
      if (result.collection !== collection || !isWaiting(result)) return null
      return buildFirstRows(engine.data, result).rows.find((row) => row.id === id) ?? null
    },
  })
  call.onCommand((command) => {
    engine.lastRequestAt = engine.runtime.now()
    if (command.type !== 'refresh') return applyCommand(result, command)
    noteCollectionRequest(engine, result.collection)
    // A refresh without data here probes the server at once instead of after the backoff.
    if (!isLoaded(result)) syncNow(engine)
    result.isReplaced = true
    result = startResult({ ...result, generation: Math.max(command.generation, result.generation + 1) }, true)
  })
}

type ResultStart = Pick<FollowedResult, 'engine' | 'call' | 'collection' | 'query' | 'generation' | 'stored'>

/** On a refresh the first page stays until something better arrives. */
function startResult(
  { engine, call, collection, query, generation, stored }: ResultStart,
  isRefresh = false,
): FollowedResult {
  const result: FollowedResult = {
    engine,
    call,
    collection,
    query,
    generation,
    stored,
    live: null,
    isDelivered: false,
    isFetching: false,
    isReplaced: false,
    sent: new Set(),
  }
  const isUnreachable = isRefresh && !(isCopyExpected(engine) && isCollectionSynced(engine, collection))
  if (isUnreachable || isLoaded(result)) evaluateResult(result)
  else void startFromFirstPage(result)
  return result
}

async function startFromFirstPage(result: FollowedResult): Promise<void> {
  const { engine, collection, query } = result
  const { database } = engine.mirror
  result.stored ??= await readFirstPage(database, collection, JSON.stringify(query)).catch(() => null)
  if (!isWaiting(result)) return
  if (result.stored) notifyResult(result)
  else await fetchServerPage(result)
}

async function fetchServerPage(result: FollowedResult): Promise<void> {
  result.isFetching = true
  const page = await fetchPageIfMissing(result)
  result.isFetching = false
  if (!isWaiting(result)) return
  result.stored = page
  notifyResult(result)
}

/**
 * Requests only while a first copy has not brought the collection; null also when the server does
 * not respond.
 */
async function fetchPageIfMissing(result: FollowedResult): Promise<StoredFirstPage | null> {
  const { collection, engine, query } = result
  await engine.loading.catch(() => undefined)
  if (engine.mirror.isComplete || isLoaded(result) || engine.controller.signal.aborted) return null
  if (!isCollectionSynced(engine, collection)) return null
  return fetchFirstPage(engine.request, { collection, query, rows: rowsPerReport }).catch(() => null)
}

/** Whether the page still wants this result and its collection is not in memory. */
function isWaiting({ call, isReplaced, live }: FollowedResult): boolean {
  return !call.signal.aborted && !isReplaced && !live
}

function isLoaded({ engine, collection }: FollowedResult): boolean {
  return engine.data.loaded.has(collection)
}

function evaluateResult(result: FollowedResult): void {
  const { data } = result.engine
  const live = createLiveResult(data.engine, result.collection, result.query)
  // A new generation makes the table follow the focused record instead of its position.
  if (hasOtherFirstRows(data, result, live)) result.generation += 1
  rememberDeleted(data, result, live)
  result.live = live
  result.stored = null
  result.sent.clear()
  notifyResult(result)
  if (isLoaded(result) && isUnfiltered(result.query)) void storeFirstPage(result, live)
}

async function storeFirstPage(result: FollowedResult, live: LiveResult): Promise<void> {
  const { data, leadership, mirror } = result.engine
  if (!leadership?.isLeader()) return
  await writeFirstPage(mirror.database, packFirstPage(data, result, live)).catch(() => undefined)
}

function notifyState(result: FollowedResult): void {
  // The previous query's rows stay until there are new ones; a first query has none to keep.
  if (!result.isDelivered && result.generation > 1) return
  const change = { removed: [], inserted: [], rows: [] }
  result.call.answer({ type: 'changed', ...buildStampAndState(result), change })
}

function notifyResult(result: FollowedResult): void {
  result.isDelivered = true
  const { live, engine } = result
  const rows = live
    ? readRows(result, getSlotsBetween(live, 0, rowsPerReport - 1))
    : buildFirstRows(engine.data, result).rows
  result.call.answer({ type: 'result', ...buildStampAndState(result), rows })
}

function applyCommand(result: FollowedResult, command: Exclude<RowsCommand, { type: 'refresh' }>): void {
  const { call, engine, live } = result
  if (!live) return
  if (command.type === 'locate') {
    const slot = engine.data.engine.collection(result.collection).table.findSlot(command.id)
    return call.answer({ type: 'located', id: command.id, index: slot === -1 ? -1 : live.order.indexOf(slot) })
  }
  const rows = readRows(result, getSlotsBetween(live, command.first, command.last))
  call.answer({ type: 'rows', stamp: engine.outbox.image.stamp, first: Math.max(0, command.first), rows })
}

function notifyChange(result: FollowedResult, changes: ChangedSlots): void {
  const { call, engine, live } = result
  if (!live) {
    if (result.isDelivered && changes.has(result.collection)) notifyResult(result)
    return
  }
  const arrivedBefore = live.arrived.size
  const changedSlots = changes.get(result.collection) ?? []
  const { changed, ...change } = updateResult(live, changedSlots, (slot) =>
    isLocalCreate(engine.data, result.collection, slot),
  )
  const visible = changed.filter((slot) => result.sent.has(slot))
  const rows = readRows(result, [...visible, ...listReferringSlots(result, changes)])
  const inserted = change.inserted.flatMap(({ index, slot }) => {
    const row = readRow(result, slot)
    return row ? [{ index, row }] : []
  })
  const { removed } = change
  if (rows.length + inserted.length + removed.length === 0 && arrivedBefore === live.arrived.size) return
  call.answer({ type: 'changed', ...buildStampAndState(result), change: { removed, inserted, rows } })
}

function buildStampAndState(result: FollowedResult): { stamp: number; state: RowSourceState } {
  return { stamp: result.engine.outbox.image.stamp, state: computeState(result) }
}

function computeState(result: FollowedResult): RowSourceState {
  const { engine, live, generation } = result
  const { total, isAtLeast } = live ? { total: live.order.length } : buildFirstRows(engine.data, result)
  const isComplete = isLoaded(result)
  const arrived = live?.arrived.size ?? 0
  const isFirstCopyExpected = !isComplete && isCopyExpected(engine) && isCollectionSynced(engine, result.collection)
  const status = isComplete || total > 0 ? 'ready' : isFirstCopyExpected ? 'loading' : 'never_fetched'
  const isCopied = isFirstCopyExpected && !engine.mirror.isComplete
  const copying = isCopied && { copying: engine.status.copying[result.collection] ?? { received: 0, total: 0 } }
  const { trouble, storeFailure } = engine.status
  const reason = status === 'never_fetched' && { ...(trouble && { trouble }), ...(storeFailure && { storeFailure }) }
  return { status, total, ...(isAtLeast && { isAtLeast }), isComplete, arrived, generation, ...copying, ...reason }
}

function readRows(result: FollowedResult, slots: Iterable<number>): SourceRow[] {
  const rows: SourceRow[] = []
  for (const slot of slots) {
    const row = readRow(result, slot)
    if (row) rows.push(row)
  }
  return rows
}

function readRow(result: FollowedResult, slot: number): SourceRow | null {
  result.sent.add(slot)
  const { engine, collection, live } = result
  return readRowInSlot(engine.data, collection, { slot, isOutside: live !== null && isMisplaced(live, slot) })
}

/** Sent rows that show a changed record of another collection. */
function listReferringSlots(result: FollowedResult, changes: ChangedSlots): number[] {
  const { engine } = result.engine.data
  const { table } = engine.collection(result.collection)
  return mirroredCollections[result.collection].fields.flatMap((field) => {
    const changed = 'refers' in field ? (changes.get(field.refers.collection) ?? []) : []
    if (!('refers' in field) || changed.length === 0) return []
    const referred = engine.collection(field.refers.collection).table
    const ids = new Set<unknown>(changed.map((slot) => referred.idAt(slot)))
    return [...result.sent].filter((slot) => ids.has(table.displayedAt(slot)?.[field.key]))
  })
}

/** Whether the query has no search and no filters, like the views a user starts with. */
function isUnfiltered(query: Query): boolean {
  return query.search === '' && listNamedFilters(query).length === 0
}

/**
 * The first rows of a query from the book's own list, for a device without a copy; null when the
 * server did not respond or the list cannot express the query. The rows are complete records with
 * versions, so they can be edited like any other.
 */
async function fetchFirstPage(
  request: SendRequest,
  { collection, query, rows }: { collection: CollectionName; query: Query; rows: number },
): Promise<StoredFirstPage | null> {
  const path = buildListPath(collection, query, rows)
  if (path === null) return null
  // The schema drops fields that the list joins to a record.
  const schema = listResponseSchema(getBook(collection), {})
  const outcome = await fetchFromServer(request, path, { schema })
  if (outcome.kind !== 'ok') return null
  const { results, total_count: total, total_is_at_least: isAtLeast } = outcome.value
  return {
    collection,
    query: JSON.stringify(query),
    total,
    ...(isAtLeast && { isAtLeast }),
    rows: results,
    referred: [],
  }
}

/** A query with the first page shown until its collection is in memory. */
interface StoredFirstRows {
  readonly collection: CollectionName
  readonly query: Query
  /** From this device's last start or from the server. */
  readonly stored: StoredFirstPage | null
}

/** The rows with the user's edits applied, and the total. */
function buildFirstRows(
  data: MirroredData,
  firstPage: StoredFirstRows,
): { rows: SourceRow[] } & Pick<RowSourceState, 'total' | 'isAtLeast'> {
  const { collection, stored } = firstPage
  if (!stored) return { rows: [], total: 0 }
  const referred = new Map(stored.referred.map((record) => [record.id, record]))
  const created = listMatchingCreates(data, firstPage).map((slot) => readRowInSlot(data, collection, { slot }))
  const rows = stored.rows.map((record) => buildStoredRow(data, collection, { record, referred }))
  const { isAtLeast } = stored
  return {
    rows: [...created, ...rows].filter((row) => row !== null),
    total: stored.total + created.length,
    ...(isAtLeast && { isAtLeast }),
  }
}

/** Whether entries of these records affect rows of the first page. */
function isOverlaid({ collection, stored }: StoredFirstRows, entityKeys: OutboxChange['entityKeys']): boolean {
  if (!stored || entityKeys === 'all') return stored !== null
  return stored.rows.some(({ id }) => entityKeys.has(`${collection}/${id}`))
}

/** Whether the live result begins with other records than the first page. */
function hasOtherFirstRows(data: MirroredData, { collection, stored }: StoredFirstRows, live: LiveResult): boolean {
  const { table } = data.engine.collection(collection)
  const slots = getSlotsBetween(live, 0, (stored?.rows.length ?? 0) - 1)
  return stored?.rows.some(({ id }, index) => id !== table.idAt(slots[index] ?? -1)) ?? false
}

/**
 * Remembers where rows deleted by this user were, so that an undone deletion returns them to their
 * place.
 */
function rememberDeleted(data: MirroredData, { collection, stored }: StoredFirstRows, live: LiveResult): void {
  const { table } = data.engine.collection(collection)
  for (const [index, { id }] of (stored?.rows ?? []).entries()) {
    const slot = table.findSlot(id)
    if (slot !== -1 && !table.isShown(slot)) live.formerIndexes.set(slot, index)
  }
}

/** The first page to store for the next start: confirmed records and the records they refer to. */
function packFirstPage(
  data: MirroredData,
  { collection, query }: Omit<StoredFirstRows, 'stored'>,
  live: LiveResult,
): StoredFirstPage {
  const { table } = data.engine.collection(collection)
  const rows: AnyRecord[] = []
  const referred = new Map<string, AnyRecord>()
  for (const slot of getSlotsBetween(live, 0, rowsPerReport - 1)) {
    const record = table.readConfirmed(slot)
    if (!record) continue
    rows.push(record)
    const row = readRowInSlot(data, collection, { slot })
    for (const target of Object.values(row?.joined ?? {})) if (target) referred.set(target.id, target)
  }
  return { collection, query: JSON.stringify(query), total: live.order.length, rows, referred: [...referred.values()] }
}

/** Matching records created on this device, shown at the top like all new rows. */
function listMatchingCreates(data: MirroredData, { collection, query, stored }: StoredFirstRows): number[] {
  const { table } = data.engine.collection(collection)
  const storedIds = new Set(stored?.rows.map(({ id }) => id))
  return listLocalCreates(data, collection).filter(
    (slot) => !storedIds.has(table.idAt(slot)) && data.engine.matches(collection, query, slot),
  )
}
