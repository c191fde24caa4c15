import type { ServerFailure } from '#contract/admin/server-failure.ts'
import { type CollectionName, collectionNames, getBook, mirroredCollections } from '#contract/books/collections.ts'
import {
  type ChangesPage,
  changesPageSchema,
  type RowsPage,
  rowsPageSchema,
  startOfLog,
  syncHeaders,
} from '#contract/sync/sync.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { createTimeoutSignal } from '#mirror/runtime/timing.ts'
import { type CopyProgress, type MirrorDatabase, readProgress, readState } from '#mirror/store/mirror-database.ts'
import { deleteOutdatedMirrors, type OpenMirror, openRebuild } from '#mirror/store/open-mirror.ts'
import type { RecordBlock } from '#mirror/store/record-block.ts'
import { applyChanges, packPage, writeCopyPage } from '#mirror/store/write-mirror.ts'
import { fetchFromServer, type FetchResult, type SendRequest } from './fetch-from-server.ts'

/**
 * What a pull needs, and the callbacks it makes. Callbacks run after the commit unless they say
 * otherwise.
 */
export interface PullContext extends CopyContext {
  readonly userId: string
  /**
   * The generation that serves reads; replaced through `onReplace` when the server's data begins a
   * new epoch.
   */
  mirror(): OpenMirror
  onBlock(mirror: OpenMirror, block: RecordBlock): void
  onProgress(progress: CopyProgress): void
  /** Runs before these changes are stored; if it throws, they are not stored. */
  beforeStore(page: ChangesPage): Promise<void>
  /**
   * All collections in the current order of a first copy. Those the device does not hold are
   * skipped.
   */
  getCopyOrder(): readonly CollectionName[]
  /** Calls the listener when that order changes. Returns the unsubscribe function. */
  onReorder(listener: () => void): () => void
  /** A collection is completely copied; changes made meanwhile follow at the end of the pull. */
  onCollectionCopied(collection: CollectionName): Promise<void>
  onChanges(page: ChangesPage): Promise<void>
  onReplace(mirror: OpenMirror): Promise<void>
  /** The outbox position at this moment; read before a full copy begins. */
  getAckMark(): number
  /** Runs before everything is copied; if it throws, the copy does not begin. */
  beforeFullCopy(): Promise<void>
  /** A full copy that began at that mark is complete. */
  onFullCopyDone(mark: number): Promise<void>
}

/** `done`: every change committed before the call is on the device. */
export type PullOutcome = 'done' | 'unreachable' | 'refused' | 'aborted'

/** Changes per request and per transaction. */
const changesPerPage = 1_000

/**
 * Brings the mirror up to date: finishes a first copy if necessary, then takes changes until there
 * are none left. When the server reports another epoch (a restore), copies everything into a new
 * generation; the old one serves reads until that is complete.
 */
export async function pullChanges(context: PullContext, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await bringUpToDate(context, { mirror: context.mirror(), isCurrent: true, signal })
  if (outcome !== 'epoch_changed') return outcome
  return rebuildMirror(context, signal)
}

/**
 * Copies everything into a new generation and swaps it in; the old one serves reads until then. The
 * outbox is not touched.
 */
export async function rebuildMirror(context: PullContext, signal: AbortSignal): Promise<PullOutcome> {
  const rebuilt = await openRebuild(context.runtime, context.userId, context.mirror().generation)
  const outcome = await bringUpToDate(context, { mirror: rebuilt, isCurrent: false, signal })
  if (outcome === 'done') {
    await context.onReplace({ ...rebuilt, isComplete: true })
    await deleteOutdatedMirrors(context.runtime, context.userId, rebuilt.generation)
    return 'done'
  }
  rebuilt.database.close()
  // Restored again during the copy; the next round starts over.
  return outcome === 'epoch_changed' ? 'unreachable' : outcome
}

interface PullRun {
  mirror: OpenMirror
  /** False while a rebuild is filled next to the generation that serves reads. */
  isCurrent: boolean
  signal: AbortSignal
}

type RunOutcome = PullOutcome | 'epoch_changed'

async function bringUpToDate(context: PullContext, run: PullRun): Promise<RunOutcome> {
  const mark = context.getAckMark()
  // A resumed copy requested its first page before this mark, so it may lack entries acknowledged
  // in between: it must not settle them.
  const isFirstCopy = (await readState(run.mirror.database)) === null
  if (isFirstCopy) await context.beforeFullCopy()
  const copied = await copyMissing(context, run)
  if (copied !== 'done') return copied
  for (;;) {
    const page = await fetchChanges(context, run)
    if (typeof page === 'string') return run.signal.aborted ? 'aborted' : page
    if (run.signal.aborted) return 'aborted'
    if (run.isCurrent) await context.beforeStore(page)
    await applyChanges(run.mirror.database, page, context.runtime.now())
    if (run.isCurrent) await context.onChanges(page)
    if (page.more) continue
    if (isFirstCopy) await context.onFullCopyDone(mark)
    return 'done'
  }
}

async function copyMissing(context: PullContext, run: PullRun): Promise<RunOutcome> {
  if (run.mirror.isComplete) return 'done'
  const missing = new Set(run.mirror.database.syncedBooks.collections)
  for (let next = findFirstMissing(context, missing); next !== undefined; next = findFirstMissing(context, missing)) {
    const outcome = await copyInTurn(context, run, { collection: next, missing })
    if (outcome === 'overtaken') continue
    if (outcome !== 'done') return outcome
    missing.delete(next)
    if (run.isCurrent) await context.onCollectionCopied(next)
  }
  return 'done'
}

function findFirstMissing(context: PullContext, missing: ReadonlySet<CollectionName>): CollectionName | undefined {
  return context.getCopyOrder().find((collection) => missing.has(collection))
}

/** Copies a collection until it is complete or another missing one moves ahead of it. */
async function copyInTurn(
  context: PullContext,
  run: PullRun,
  { collection, missing }: { collection: CollectionName; missing: ReadonlySet<CollectionName> },
): Promise<CopyOutcome> {
  const controller = new AbortController()
  const stopListening = context.onReorder(() => {
    if (findFirstMissing(context, missing) !== collection) controller.abort()
  })
  try {
    return await copyCollection(context, {
      database: run.mirror.database,
      collection,
      signal: run.signal,
      turnSignal: controller.signal,
      onPage: (block, progress) => {
        context.onProgress(progress)
        if (block && run.isCurrent) context.onBlock(run.mirror, block)
      },
    })
  } finally {
    stopListening()
  }
}

async function fetchChanges(context: PullContext, run: PullRun): Promise<ChangesPage | RunOutcome> {
  const state = await readState(run.mirror.database)
  const after = state?.cursor ?? startOfLog
  const { syncedBooks } = run.mirror.database
  const holdsEverything = syncedBooks.areas === null
  const collectionsParam = holdsEverything ? '' : `&collections=${[...syncedBooks.collections].join()}`
  const stoppedMark = encodeURIComponent(state?.stopped?.mark ?? '')
  const path = `/api/sync/changes?after=${after}&limit=${changesPerPage}&stopped=${stoppedMark}${collectionsParam}`
  const { yieldThread, request, runtime } = context
  // Passing a signal replaces the default timeout, so it has to include one: otherwise the request
  // could hang forever.
  const signal = AbortSignal.any([run.signal, createTimeoutSignal(runtime)])
  const hasNetwork = () => runtime.hasNetwork()
  const result = await fetchFromServer(request, path, { schema: changesPageSchema, yieldThread, signal, hasNetwork })
  if (result.kind !== 'ok') {
    if (!run.signal.aborted) context.onFailure(result.failure)
    return result.kind
  }
  const page = result.value
  if (state && page.epoch !== state.epoch) return 'epoch_changed'
  // An older server version ignores the filter and sends all collections.
  return holdsEverything
    ? page
    : { ...page, changes: page.changes.filter((change) => syncedBooks.collections.has(change.collection)) }
}

interface CopyContext {
  readonly runtime: Runtime
  readonly request: SendRequest
  /** Called with the reason when the server refused or did not respond. */
  onFailure(failure: ServerFailure | null): void
  /** Awaited before each step that blocks the thread for milliseconds. */
  readonly yieldThread: () => Promise<void>
}

interface CopyJob {
  readonly database: MirrorDatabase
  readonly collection: CollectionName
  readonly signal: AbortSignal
  /**
   * Aborted when another collection is needed first, so that a page on a slow connection doesn't
   * delay it.
   */
  readonly turnSignal: AbortSignal
  onPage(block: RecordBlock | null, progress: CopyProgress): void
}

type CopyOutcome = 'done' | 'unreachable' | 'refused' | 'aborted' | 'overtaken' | 'epoch_changed'

/** One page becomes one block and one transaction. */
const rowsPerPage = 1_000
/** One at a time would leave a line with long round trips idle most of the time. */
const pagesInFlight = 3

/**
 * Copies a collection page by page, resuming where an earlier attempt ended. While one page is
 * written, the next is packed and those after it are fetched; a write only begins when the previous
 * one is committed. Deletions made meanwhile arrive with the changes after the copy's first cursor.
 * `overtaken`: what came so far is kept and the rest is copied later.
 */
async function copyCollection(context: CopyContext, job: CopyJob): Promise<CopyOutcome> {
  const { database, collection, signal } = job
  let progress = (await readProgress(database, collection)) ?? createProgress(collection)
  if (progress.isDone) return 'done'
  let epoch = (await readState(database))?.epoch ?? null
  let writing: Promise<void> = Promise.resolve()
  const pages = requestPages(context, job, progress.after)
  for (let result = await pages.take(); result; result = await pages.take()) {
    if (signal.aborted || job.turnSignal.aborted || result.kind !== 'ok') {
      await writing
      if (job.turnSignal.aborted && !signal.aborted) return 'overtaken'
      if (signal.aborted || result.kind === 'ok') return 'aborted'
      context.onFailure(result.failure)
      return result.kind
    }
    const page: RowsPage = result.value
    epoch ??= page.epoch
    // A copy must not mix rows of two epochs, because they come from two databases.
    if (page.epoch !== epoch) return writing.then(() => 'epoch_changed')
    pages.announce(page.next)
    await context.yieldThread()
    const block = packPage(collection, page)
    progress = advanceProgress(progress, page)
    await writing
    writing = writeAndReport(job, block, { page, progress })
    // Awaited in the next round; until then a failure must not count as unhandled.
    writing.catch(() => undefined)
  }
  await writing
  return 'done'
}

async function writeAndReport(
  job: CopyJob,
  block: RecordBlock | null,
  copied: { page: RowsPage; progress: CopyProgress },
): Promise<void> {
  await writeCopyPage(job.database, block, copied)
  job.onPage(block, copied.progress)
}

function createProgress(collection: CollectionName): CopyProgress {
  return { collection, after: null, received: 0, total: 0, isDone: false }
}

function advanceProgress(progress: CopyProgress, page: RowsPage): CopyProgress {
  const ids = page.columns.id
  const received = progress.received + ids.length
  return {
    collection: progress.collection,
    after: page.next ?? ids.at(-1) ?? progress.after,
    received,
    total: Math.max(page.total, received),
    isDone: page.next === null,
  }
}

/**
 * Requests the pages of a collection from `first` on, several at once, because the headers of a
 * response say where the next page begins before its body is here. `take` returns them in order,
 * and undefined after the last one that is known. `announce` is for pages without such headers.
 */
function requestPages(context: CopyContext, job: CopyJob, first: string | null) {
  const requested: Promise<FetchResult<RowsPage>>[] = []
  let latest = first
  let announced: string | null = null
  const request = (after: string | null) => {
    latest = after
    requested.push(fetchPage(context, job, { after, onNext: announce }))
  }
  const requestAnnounced = () => {
    if (announced === null || requested.length >= pagesInFlight) return
    const after = announced
    announced = null
    request(after)
  }
  function announce(next: string | null) {
    // Ids ascend, so an earlier one was requested before.
    if (next !== null && next > (latest ?? '')) announced = next
    requestAnnounced()
  }
  request(first)
  return {
    announce,
    async take() {
      const result = await requested[0]
      void requested.shift()
      requestAnnounced()
      return result
    },
  }
}

function fetchPage(
  context: CopyContext,
  job: CopyJob,
  { after, onNext }: { after: string | null; onNext: (next: string | null) => void },
): Promise<FetchResult<RowsPage>> {
  const { request, runtime, yieldThread } = context
  const { collection, turnSignal } = job
  const from = after === null ? '' : `after=${after}&`
  const path = `/api/sync/${collection}/rows?${from}limit=${rowsPerPage}`
  const signal = AbortSignal.any([turnSignal, job.signal, createTimeoutSignal(runtime)])
  return fetchFromServer(request, path, {
    schema: rowsPageSchema,
    yieldThread,
    signal,
    hasNetwork: () => runtime.hasNetwork(),
    onHeaders: (headers) => onNext(headers.get(syncHeaders.nextPage)),
  })
}

/**
 * The order of a first copy: collections in `requested` first, then the others with long books
 * last. A collection comes right after those it takes names from, because rows without group names
 * are of little use and those lists are short.
 */
export function listInCopyOrder(requested: readonly CollectionName[]): CollectionName[] {
  const isLong = (name: CollectionName) => Number(getBook(name).isLong === true)
  const shortFirst = collectionNames.toSorted((a, b) => isLong(a) - isLong(b))
  return [...new Set([...requested, ...shortFirst].flatMap(withReferredFirst))]
}

function withReferredFirst(name: CollectionName): CollectionName[] {
  const referred = mirroredCollections[name].fields.flatMap((field) =>
    'refers' in field ? withReferredFirst(field.refers.collection) : [],
  )
  return [...referred, name]
}
