import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import type { Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import type { StorageUsage } from '#mirror/offline-copy.ts'
import { subscribeOutbox } from '#mirror/outbox/open-outbox.ts'
import { figures, type FigureState } from '#mirror/query/figures.ts'
import { countValues, groupRecords } from '#mirror/query/group-records.ts'
import { callAfter } from '#mirror/runtime/timing.ts'
import type { BlockColumn, RecordBlock } from '#mirror/store/record-block.ts'
import { applyChoice, followChoice } from './apply-choice.ts'
import type { Call, CallHandlers } from './call-channel.ts'
import type { CollectionQuery, EngineCalls } from './calls.ts'
import {
  addFollower,
  type EngineState,
  isCollectionSynced,
  isCopyExpected,
  noteCollectionRequest,
  reportBug,
  syncNow,
  willArrive,
} from './engine-state.ts'
import {
  findRowById,
  listSlotsToDelete,
  listStoppedSlots,
  type MirroredData,
  readExistingRecords,
  readRowInSlot,
} from './mirrored-data.ts'
import { watchGlobalSearch } from './watch-global-search.ts'
import { watchRows } from './watch-rows.ts'

/**
 * How many records of each collection are visible on this device, and the approximate bytes of
 * those stored in blocks.
 */
function measureStorage({ data }: Pick<EngineState, 'data'>): Readonly<Partial<Record<CollectionName, StorageUsage>>> {
  return Object.fromEntries(
    [...data.loaded].map((name) => {
      const { table } = data.engine.collection(name)
      let count = -listSlotsToDelete(data, name).size
      for (let slot = 0; slot < table.size(); slot++) if (table.isShown(slot)) count += 1
      const bytes = table.segments.reduce((sum, { block }) => sum + estimateBytes(block), 0)
      return [name, { count, bytes }]
    }),
  )
}

/** Hangul takes two bytes per letter. */
const bytesPerLetter = 2
const bytesPerNumber = 8

function estimateBytes({ ids, versions, columns, search }: RecordBlock): number {
  const idBytes = ids.length + versions.length * bytesPerNumber
  const valueBytes = Object.values(columns).reduce((sum, column) => sum + estimateColumnBytes(column), 0)
  return (
    idBytes +
    valueBytes +
    (search.words.length + search.initials.length) * bytesPerLetter +
    (search.consonants ?? '').length
  )
}

function estimateColumnBytes(column: BlockColumn): number {
  if (column.kind === 'numbers') return column.numbers.byteLength
  if (column.kind === 'texts') return column.texts.length * bytesPerLetter
  return column.distinct.length * bytesPerLetter + column.codes.byteLength
}

export function createCallHandlers(state: EngineState): CallHandlers<EngineCalls> {
  return {
    async row({ collection, id, stamp }, call) {
      // A page looks for a missing record repeatedly; such calls must not reorder the first copy
      // again and again.
      if (!state.requested.includes(collection)) noteCollectionRequest(state, collection)
      await whenLoaded(state)
      await waitForOutbox(state, stamp)
      const findShownRow = () =>
        [...state.followers].map((follower) => follower.findShownRow?.(collection, id)).find((row) => row)
      call.finish(findRowById(state.data, collection, id) ?? findShownRow() ?? null)
    },
    async counts({ collection, query, field, limit }, call) {
      noteCollectionRequest(state, collection)
      await waitForCollection(state, collection, call.signal)
      call.finish(countValues(state.data.engine, collection, { query, field, limit }))
    },
    rows(params, call) {
      noteCollectionRequest(state, params.collection)
      watchRows(state, params, call)
    },
    list({ collection }, call) {
      noteCollectionRequest(state, collection)
      watchList(state, collection, call)
    },
    async chunks(params, call) {
      noteCollectionRequest(state, params.collection)
      await waitForCollection(state, params.collection, call.signal)
      readChunks(state.data, params, call)
    },
    figure(params, call) {
      noteCollectionRequest(state, figures[params.name].collection)
      watchFigure(state, params, call)
    },
    groups(params, call) {
      noteCollectionRequest(state, params.collection)
      watchGroups(state, params, call)
    },
    everything: (params, call) => watchGlobalSearch(state, params, call),
    async chooseAreas({ areas }, call) {
      await applyChoice(state, areas)
      call.finish(null)
    },
    async room(_question, call) {
      await whenLoaded(state)
      call.finish(measureStorage(state))
    },
    engine(_question, call) {
      state.statusCalls.add(call)
      call.signal.addEventListener('abort', () => state.statusCalls.delete(call), { once: true })
      call.answer({ type: 'status', status: state.status })
      call.onCommand((command) => {
        if (command.type === 'sync_now') syncNow(state)
        else setVisible(state, command.isVisible)
      })
    },
  }
}

async function whenLoaded(state: EngineState): Promise<void> {
  await state.loading.catch(() => undefined)
}

/**
 * Waits until this worker has seen the outbox up to `stamp`, so that a page reads back what it just
 * stored.
 */
async function waitForOutbox({ outbox }: EngineState, stamp: number): Promise<void> {
  if (outbox.image.stamp >= stamp) return
  await new Promise<void>((resolve) => {
    const stop = subscribeOutbox(outbox, () => {
      if (outbox.image.stamp < stamp) return
      stop()
      resolve()
    })
  })
}

/**
 * Waits while the collection is being copied, so that a part isn't taken for the whole. Doesn't
 * wait while the server is unreachable; the caller then uses what is here.
 */
async function waitForCollection(state: EngineState, collection: CollectionName, signal: AbortSignal): Promise<void> {
  await whenLoaded(state)
  await new Promise<void>((resolve) => {
    const controller = new AbortController()
    const report = () => {
      if (willArrive(state, collection)) return
      controller.abort()
      resolve()
    }
    addFollower(state, AbortSignal.any([signal, controller.signal]), {
      onChange: report,
      onArrival: report,
      onReachabilityChange: report,
    })
    report()
  })
}

function watchList(state: EngineState, collection: CollectionName, call: Call<EngineCalls['list']>): void {
  const notify = () => {
    if (state.data.loaded.has(collection)) call.answer(listShownRecords(state.data, collection))
  }
  addFollower(state, call.signal, {
    onChange: (changes) => changes.has(collection) && notify(),
    onArrival: (name) => (name === collection || name === 'all') && notify(),
  })
  notify()
}

const rowsPerChunk = 1_000

function readChunks(
  data: MirroredData,
  { collection, query }: CollectionQuery,
  call: Call<EngineCalls['chunks']>,
): void {
  const slots = data.engine.evaluate(collection, query)
  let done = 0
  const notifyNext = () => {
    const rows: SourceRow[] = []
    for (const slot of slots.subarray(done, done + rowsPerChunk)) {
      const row = readRowInSlot(data, collection, { slot })
      if (row) rows.push(row)
    }
    done = Math.min(slots.length, done + rowsPerChunk)
    const notify = done === slots.length ? call.finish : call.answer
    notify({ rows, done, total: slots.length })
  }
  call.onCommand(notifyNext)
  notifyNext()
}

/** All shown records of a small collection, sorted by their label field. */
function listShownRecords(data: MirroredData, collection: CollectionName): AnyRecord[] {
  const { table } = data.engine.collection(collection)
  const records: AnyRecord[] = []
  for (let slot = 0; slot < table.size(); slot++) {
    const record = table.isShown(slot) ? table.displayedAt(slot) : null
    if (record) records.push(record)
  }
  const label = mirroredCollections[collection].fields.find((field) => field.kind === 'text')?.key ?? 'id'
  const getRecordLabel = (record: AnyRecord): string => record[label as 'id'] ?? ''
  return records.toSorted((a, b) => compareKorean(getRecordLabel(a), getRecordLabel(b)) || (a.id < b.id ? -1 : 1))
}

function setVisible(state: EngineState, isVisible: boolean): void {
  state.isVisible = isVisible
  state.loop?.setVisible(isVisible)
  state.leadership?.setVisible(isVisible)
  if (!isVisible) return
  syncNow(state)
  // Messages of other windows may have been lost while this one was suspended.
  followChoice(state).catch((error: unknown) => reportBug(state, error))
}

type FigureCall = EngineCalls['figure']

/** Reports a figure now and shortly after each change of its collection. */
function watchFigure(state: EngineState, params: FigureCall['params'], call: Call<FigureCall>): void {
  const { collection, count, select } = figures[params.name]
  // The registry ties each name to its row and parameter types, and the contract's row schema
  // checked the records.
  const countRecords = count as (rows: Iterable<AnyRecord>, question: unknown) => NonNullable<FigureState['value']>
  const query = (select as (question: unknown) => Query)(params.params)
  watchCounted(state, call, {
    collections: [collection],
    count: () => countRecords(readExistingRecords(state.data, collection, query), params.params),
  })
}

type GroupsCall = EngineCalls['groups']

/**
 * Reports the groups of a list now, and shortly after its records or the records they refer to
 * change.
 */
function watchGroups(state: EngineState, params: GroupsCall['params'], call: Call<GroupsCall>): void {
  const { collection } = params
  watchCounted(state, call, {
    collections: [collection, ...listReferences(collection).map(({ to }) => to)],
    count: () => {
      const { data } = state
      const toDelete = listSlotsToDelete(data, collection)
      const skipped = params.withoutStopped ? new Set([...toDelete, ...listStoppedSlots(data, collection)]) : toDelete
      return groupRecords(data.engine, collection, { ...params, excluded: skipped })
    },
  })
}

/**
 * Debounce: a replay changes the outbox a hundred times a second, and a sum is readable at most
 * four times a second.
 */
const gatherMs = 250

/** A value counted over whole collections. */
interface CountState<Value> {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: Value | null
}

interface CountDefinition<Value> {
  /** The collections it is counted from. Nothing is reported until the first one is complete. */
  readonly collections: readonly [CollectionName, ...CollectionName[]]
  count(): Value
}

/** Reports the value now and shortly after each change of its collections. */
function watchCounted<Value>(
  state: EngineState,
  call: { readonly signal: AbortSignal; answer(counted: CountState<Value>): void },
  { collections, count }: CountDefinition<Value>,
): void {
  const [main] = collections
  let reported: CountState<Value>['status'] | null = null
  let isDue = false
  const notify = () => {
    const isLoaded = state.data.loaded.has(main)
    const status = isLoaded
      ? 'ready'
      : isCopyExpected(state) && isCollectionSynced(state, main)
        ? 'loading'
        : 'never_fetched'
    // A repeated status is not reported; a value always is.
    if (isLoaded || status !== reported) call.answer({ status, value: isLoaded ? count() : null })
    reported = status
  }
  const notifyDue = () => {
    isDue = false
    notify()
  }
  addFollower(state, call.signal, {
    onChange(changes) {
      if (isDue || !collections.some((name) => changes.has(name))) return
      isDue = true
      callAfter(state.runtime, { ms: gatherMs, signal: call.signal }, notifyDue)
    },
    onArrival: (name) => (name === 'all' || collections.includes(name)) && notify(),
    onReachabilityChange: () => !state.data.loaded.has(main) && notify(),
  })
  notify()
}
