import type { CollectionName } from '#contract/books/collections.ts'
import { findParent } from '#contract/books/references.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import {
  type BookMatches,
  buildSearchCaches,
  type GlobalSearchResult,
  type RankedMatches,
  runGlobalSearch,
  type SearchHit,
  type SearchThread,
} from '#mirror/global-search/global-search.ts'
import {
  createSearchedCollections,
  type SearchedCollection,
  searchedCollections,
} from '#mirror/global-search/searched-collection.ts'
import type { QueryEngine } from '#mirror/query/query-engine.ts'
import { callAfter } from '#mirror/runtime/timing.ts'
import type { Call } from './call-channel.ts'
import type { EngineCalls } from './calls.ts'
import { addFollower, type EngineState, isCollectionSynced, isCopyExpected, reportBug } from './engine-state.ts'
import { findRowById, type MirroredData, readRowInSlot } from './mirrored-data.ts'

type GlobalSearchCall = EngineCalls['everything']

/**
 * Debounce: a replay changes the outbox a hundred times a second, and a first copy brings one
 * collection at a time.
 */
const gatherMs = 250

/**
 * Reports what a text finds, now and shortly after records arrive or change. Typing on starts a new
 * call and closes this one, which aborts the rest of its search. An empty text finds nothing but
 * prepares the index.
 */
export async function watchGlobalSearch(
  state: EngineState,
  params: GlobalSearchCall['params'],
  call: Call<GlobalSearchCall>,
): Promise<void> {
  state.lastRequestAt = state.runtime.now()
  const { signal } = call
  const { runtime } = state
  const thread: SearchThread = { now: () => runtime.now(), pause: () => runtime.wait(0, signal) }
  const notify = async () => call.answer(await findMatches(state, params, thread))
  let isDue = false
  const notifySoon = () => {
    if (isDue) return
    isDue = true
    callAfter(state.runtime, { ms: gatherMs, signal }, () => {
      isDue = false
      notify().catch((error: unknown) => signal.aborted || reportBug(state, error))
    })
  }
  addFollower(state, signal, { onChange: notifySoon, onArrival: notifySoon, onReachabilityChange: notifySoon })
  await notify()
}

async function findMatches(
  state: EngineState,
  params: GlobalSearchCall['params'],
  thread: SearchThread,
): Promise<GlobalSearchResult> {
  const { data } = state
  const syncedCollections = getSearchedCollections(data.engine).filter(({ name }) => isCollectionSynced(state, name))
  if (params.text.trim() === '') await buildSearchCaches(syncedCollections, thread)
  const { reading, books: rankedBooks } = await runGlobalSearch(syncedCollections, params, thread)
  return {
    text: params.text,
    reading,
    books: rankedBooks.map((book) => toBookMatches(data, book)),
    lacks: findMissingReason(state),
  }
}

function findMissingReason(state: EngineState): GlobalSearchResult['lacks'] {
  const syncedCollections = searchedCollections.filter((name) => isCollectionSynced(state, name))
  if (syncedCollections.every((name) => state.data.loaded.has(name)))
    return syncedCollections.length < searchedCollections.length ? 'unheld' : null
  return isCopyExpected(state) ? 'coming' : 'absent'
}

const collectionsByEngine = new WeakMap<QueryEngine, readonly SearchedCollection[]>()

/** Cached per engine, because the entries keep the last matches and the parsed titles. */
function getSearchedCollections(engine: QueryEngine): readonly SearchedCollection[] {
  const collections = collectionsByEngine.get(engine) ?? createSearchedCollections(engine)
  collectionsByEngine.set(engine, collections)
  return collections
}

function toBookMatches(data: MirroredData, { book: { name }, count, isByValue, slots }: RankedMatches): BookMatches {
  const rows = slots.map((slot) => readRowInSlot(data, name, { slot })).filter((row) => row !== null)
  return {
    collection: name,
    count,
    isByValue,
    records: rows.map((row) => ({ row, parent: findParentRow(data, name, row) })),
  }
}

function findParentRow(data: MirroredData, part: CollectionName, { record }: SourceRow): SearchHit['parent'] {
  const parent = findParent(part, record)
  const row = parent && findRowById(data, parent.collection, parent.id)
  return parent && row && { collection: parent.collection, row }
}
