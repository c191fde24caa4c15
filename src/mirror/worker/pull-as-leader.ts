import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type ChangesPage, checksumsSchema } from '#contract/sync/sync.ts'
import { computeBucket, hashRow } from '#domain/devices/row-hash.ts'
import { getPendingByRecord } from '#mirror/outbox/outbox-image.ts'
import { applyDeletions } from '#mirror/outbox/recovery/apply-deletions.ts'
import { wakeSending } from '#mirror/outbox/sending/send-as-leader.ts'
import { getAckMark, settleAcked, settleCopied } from '#mirror/outbox/sending/settle-acked.ts'
import { startConnectionLoop } from '#mirror/pull/connection-loop.ts'
import { fetchFromServer, type SendRequest } from '#mirror/pull/fetch-from-server.ts'
import {
  listInCopyOrder,
  pullChanges,
  type PullContext,
  type PullOutcome,
  rebuildMirror,
} from '#mirror/pull/pull-changes.ts'
import { yieldThread } from '#mirror/runtime/timing.ts'
import { isQuotaError } from '#mirror/store/is-quota-error.ts'
import { readState } from '#mirror/store/mirror-database.ts'
import { deleteOtherShapes, deleteOutdatedMirrors } from '#mirror/store/open-mirror.ts'
import { findStorageFailure } from '#mirror/store/storage-failure.ts'
import { foldRecent, minChangesToFold, saveCheckTime, SyncedBooksChangedError } from '#mirror/store/write-mirror.ts'
import { saveContactTime } from '#mirror/vault/vault-database.ts'
import { followChoice, sweepWhenDue } from './apply-choice.ts'
import { type EngineState, notifyChanged, reportBug, setStatus } from './engine-state.ts'
import { loadData, publishCollection, reloadMirror } from './load-mirror.ts'
import { confirmChanges, getConfirmedRecord, type MirroredData } from './mirrored-data.ts'
import { rememberVanished, reportLost, scheduleLossCheck } from './report-lost.ts'
import { notifyTabs } from './tab-messages.ts'

/** The leader's task of keeping the mirror up to date. */
export async function pullAsLeader(state: EngineState, signal: AbortSignal): Promise<void> {
  const term: Term = { signal, isPrepared: false }
  try {
    await prepareMirror(state, term).catch(async (error: unknown) => {
      recordStoreFailure(state, error)
      await reloadMirror(state)
      await prepareMirror(state, term)
    })
  } catch (error) {
    // Every pull tries again.
    recordStoreFailure(state, error)
  }
  if (signal.aborted) return
  const loop = startConnectionLoop({
    runtime: state.runtime,
    request: state.request,
    signal,
    pull: () => pullOrReport(state, term),
    onConnection(connection, failure) {
      // Entries that failed while the server was unreachable are retried now instead of after their
      // own pause.
      const isBackOnline = connection === 'online' && state.status.connection === 'offline'
      if (isBackOnline) wakeSending(state.outbox).catch(() => undefined)
      // A failed pull is reported until a pull succeeds; a successful probe is not enough.
      const pullFailure = state.status.connection === 'online' ? state.status.trouble : null
      setStatus(state, { connection, trouble: connection === 'online' ? pullFailure : failure })
    },
    onTask: () => setStatus(state, { tasksToldAt: state.runtime.now() }),
  })
  loop.setVisible(state.isVisible)
  state.loop = loop
  try {
    await loop.ended
  } finally {
    // This tab may have regained the lock before this term's last work ended.
    if (state.loop === loop) state.loop = null
  }
}

/** The time in which this tab leads. */
interface Term {
  readonly signal: AbortSignal
  /** Memory matches the disk. */
  isPrepared: boolean
}

async function prepareMirror(state: EngineState, term: Term): Promise<void> {
  const { signal } = term
  await state.loading
  await catchUpWithDisk(state)
  if (signal.aborted) return
  await sweepWhenDue(state).catch((error: unknown) => reportBug(state, error))
  const oldest = state.mirror.isComplete ? state.mirror.generation : 0
  deleteOutdatedMirrors(state.runtime, state.userId, oldest).catch((error: unknown) => reportBug(state, error))
  await deleteOtherShapes(state.mirror.database)
  term.isPrepared = true
}

/**
 * Runs a pull again when the sync choice changed during it. Storage failures count as unreachable
 * and are retried after a pause.
 */
async function pullOrReport(state: EngineState, term: Term): Promise<PullOutcome> {
  // Only one repetition, so that a choice that cannot be applied (a full device) doesn't make it
  // spin.
  for (let isRetry = false; ; isRetry = true) {
    const outcome = await pullUntilBooksChange(state, term)
    if (outcome !== 'held_changed') return outcome
    if (term.signal.aborted) return 'aborted'
    await followChoice(state)
    if (isRetry) return 'unreachable'
  }
}

/** `held_changed`: the device's sync choice changed meanwhile. */
async function pullUntilBooksChange(state: EngineState, term: Term): Promise<PullOutcome | 'held_changed'> {
  const controller = new AbortController()
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>()
  state.pull = { controller, ended }
  try {
    const outcome = await pullOnce(state, term, AbortSignal.any([term.signal, controller.signal]))
    return controller.signal.aborted ? 'held_changed' : outcome
  } finally {
    state.pull = null
    resolveEnded()
  }
}

async function pullOnce(state: EngineState, term: Term, signal: AbortSignal): Promise<PullOutcome | 'held_changed'> {
  try {
    if (!term.isPrepared && !state.isMirrorStuck) await prepareMirror(state, term)
    const outcome = await pullOrRebuild(state, signal)
    if (outcome === 'done') {
      clearStoreFailure(state)
      if (state.runtime.seals) state.vault = (await saveContactTime(state.runtime, state.userId)) ?? state.vault
    }
    return outcome
  } catch (error) {
    if (signal.aborted) return 'aborted'
    if (error instanceof SyncedBooksChangedError) return 'held_changed'
    recordStoreFailure(state, error)
    // The database connection may be gone (removed by another tab, closed by the browser); the next
    // round needs a fresh one.
    await reloadMirror(state).catch((failure: unknown) => reportBug(state, failure))
    return 'unreachable'
  }
}

/**
 * Copies everything again if the browser cleared the mirror or no longer lets anybody write to it;
 * the data in memory is served until then.
 */
async function pullOrRebuild(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  if (state.isMirrorStuck) {
    const outcome = await rebuildMirror(createPullContext(state), signal)
    if (outcome !== 'done') return outcome
    state.isMirrorStuck = false
    return await pullAndSettle(state, signal)
  }
  const { mirror, data, status } = state
  const hasData = mirror.isComplete || data.loaded.size > 0 || Object.keys(status.copying).length > 0
  if (hasData && (await readState(mirror.database)) === null) {
    const outcome = mirror.isComplete
      ? await rebuildMirror(createPullContext(state), signal)
      : await reloadMirror(state)
    if (outcome && outcome !== 'done') return outcome
  }
  return await pullAndSettle(state, signal)
}

/** A single lost connection doesn't change the status: the next pull opens a new one. */
function recordStoreFailure(state: EngineState, error: unknown): void {
  if (isQuotaError(error)) return setStatus(state, { storeFailure: 'full' })
  reportBug(state, error)
  state.storeErrors += 1
  if (state.storeErrors > 1) setStatus(state, { storeFailure: 'failing' })
  const failure = findStorageFailure(error)
  state.isMirrorStuck = (failure === 'silent' && state.storeErrors > 1) || (failure === 'lost' && state.storeErrors > 2)
}

function clearStoreFailure(state: EngineState): void {
  state.storeErrors = 0
  if (state.status.storeFailure !== null) setStatus(state, { storeFailure: null })
}

/** Pulls once, then removes outbox entries that the mirror now contains. */
export async function pullAndSettle(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await pullChanges(createPullContext(state), signal)
  if (outcome !== 'done' || signal.aborted) return outcome
  const now = state.runtime.now()
  setStatus(state, { connection: 'online', lastSyncAt: now, copying: {}, trouble: null })
  if (!state.mirror.isComplete) await finishFirstCopy(state)
  if (state.cursor) await settleAcked(state.outbox, state.cursor)
  await reportLost(state, signal)
  await checkNightly(state, signal)
  foldWhenIdle(state, signal).catch(() => undefined)
  return outcome
}

/**
 * Ends a first copy. Collections already shown are not evaluated again, so that rows don't move
 * under a reader.
 */
async function finishFirstCopy(state: EngineState): Promise<void> {
  for (const collection of state.mirror.database.syncedBooks.collections) await publishCollection(state, collection)
  state.mirror = { ...state.mirror, isComplete: true }
  notifyTabs(state, { type: 'reload' })
}

function createPullContext(state: EngineState): PullContext {
  const { runtime, userId, request } = state
  return {
    runtime,
    userId,
    request,
    onFailure: (failure) => setStatus(state, { trouble: failure }),
    yieldThread: () => yieldThread(state.outbox.openTransactions),
    mirror: () => state.mirror,
    onBlock: (_mirror, block) => state.data.engine.collection(block.collection).table.addBlock(block),
    onProgress({ collection, received, total, isDone }) {
      const { [collection]: _finished, ...others } = state.status.copying
      // A page was stored, so the server delivers and there is room.
      const copying = isDone ? others : { ...others, [collection]: { received, total } }
      clearStoreFailure(state)
      setStatus(state, { copying, trouble: null })
    },
    beforeStore: (page) =>
      applyDeletions(state.outbox, page.changes, (collection, id) => getConfirmedRecord(state.data, collection, id)),
    getCopyOrder: () => listInCopyOrder(state.requested),
    onReorder(listener) {
      state.requestOrderListeners.add(listener)
      return () => state.requestOrderListeners.delete(listener)
    },
    onCollectionCopied: (collection) => publishCollection(state, collection),
    onChanges: (page) => publishChanges(state, page),
    getAckMark: () => getAckMark(state.outbox),
    beforeFullCopy: () => scheduleLossCheck(state.outbox),
    async onFullCopyDone(mark) {
      state.data.syncPosition.copyStamp = mark
      await settleCopied(state.outbox, mark)
    },
    async onReplace(mirror) {
      state.mirror.database.close()
      state.mirror = mirror
      const before = state.data
      await loadData(state)
      notifyTabs(state, { type: 'reload' })
      await applyVanished(state, before)
      await rememberVanished(state, before)
    },
  }
}

/**
 * Marks entries that wait for records missing from a fresh copy (the server was restored from a
 * backup).
 */
async function applyVanished(state: EngineState, before: MirroredData): Promise<void> {
  const pendingRecords = [...state.mirror.database.syncedBooks.collections].flatMap((collection) =>
    [...getPendingByRecord(state.outbox.image, collection).keys()].map((id) => ({ collection, id, row: null })),
  )
  const vanished = pendingRecords.filter(
    ({ collection, id }) => getConfirmedRecord(state.data, collection, id) === null,
  )
  await applyDeletions(state.outbox, vanished, (collection, id) => getConfirmedRecord(before, collection, id))
}

async function publishChanges(state: EngineState, page: ChangesPage): Promise<void> {
  const before = state.cursor
  state.cursor = page.cursor
  if (page.changes.length > 0 || page.stopped || before !== page.cursor)
    notifyTabs(state, { type: 'applied', before, page })
  if (page.stopped) setStatus(state, { stopped: page.stopped.records })
  notifyChanged(state, confirmChanges(state.data, page))
}

/**
 * Messages may have been missed while another tab led, so memory must match the disk before
 * anything is added.
 */
async function catchUpWithDisk(state: EngineState): Promise<void> {
  const stored = await readState(state.mirror.database).catch(() => null)
  if (stored === null && state.cursor === null) return
  // During a first copy the cursor doesn't move, however many pages another tab has written.
  if (stored?.cursor !== state.cursor || !stored?.isComplete) await reloadMirror(state)
}

const checkEveryMs = dayMs

async function checkNightly(state: EngineState, signal: AbortSignal): Promise<void> {
  const lastCheckAt = (await readState(state.mirror.database))?.lastCheckAt ?? null
  const now = state.runtime.now()
  // A clock that was set back must not prevent the check forever.
  if (lastCheckAt !== null && Math.abs(now - lastCheckAt) < checkEveryMs) return
  await checkAgainstServer(state, signal)
}

/**
 * Compares the mirror with the server and rebuilds it when they differ, which takes seconds and
 * repairs any fault. `moved`: the server changed during the comparison, so the next check decides.
 */
export async function checkAgainstServer(
  state: EngineState,
  signal: AbortSignal,
): Promise<'equal' | 'rebuilt' | 'moved' | 'unreachable'> {
  const context = createPullContext(state)
  for (const collection of state.mirror.database.syncedBooks.collections) {
    const { table } = state.data.engine.collection(collection)
    if (signal.aborted) return 'unreachable'
    const compared = await compareChecksums(context.request, collection, table.listVersions())
    if (compared === 'unreachable') return compared
    if (compared === 'equal') continue
    const revision = table.revision()
    if ((await pullChanges(context, signal)) !== 'done') return 'unreachable'
    if (table.revision() !== revision) return 'moved'
    return (await rebuildMirror(context, signal)) === 'done' ? 'rebuilt' : 'unreachable'
  }
  await saveCheckTime(state.mirror.database, state.runtime.now())
  return 'equal'
}

const idleMs = 5_000

async function foldWhenIdle(state: EngineState, signal: AbortSignal): Promise<void> {
  const { runtime } = state
  const { database } = state.mirror
  if ((await database.recent.count()) < minChangesToFold) return
  await runtime.wait(idleMs, signal)
  const shouldStop = () => signal.aborted || runtime.now() - state.lastRequestAt < idleMs
  for (const collection of collectionNames) {
    await foldRecent(database, collection, { now: runtime.now(), shouldStop })
  }
}

/** The confirmed records of a collection on this device. */
type RecordVersions = Iterable<{ id: string; version: number }>

/**
 * Compares record counts and hashes per bucket with the server's, which finds changes lost by a
 * bug on either side. The result only counts while the server doesn't change, so the caller pulls
 * again and ignores a difference when changes arrived.
 */
async function compareChecksums(
  request: SendRequest,
  collection: CollectionName,
  versions: RecordVersions,
): Promise<'equal' | 'different' | 'unreachable'> {
  const result = await fetchFromServer(request, `/api/sync/${collection}/checksums`, { schema: checksumsSchema })
  if (result.kind !== 'ok') return 'unreachable'
  const localBuckets = computeChecksums(versions)
  for (const { bucket, count, hash } of result.value.buckets) {
    const local = localBuckets.get(bucket)
    if (count !== (local?.count ?? 0) || Number(hash) !== (local?.hash ?? 0)) return 'different'
    localBuckets.delete(bucket)
  }
  return localBuckets.size === 0 ? 'equal' : 'different'
}

function computeChecksums(versions: RecordVersions): Map<number, { count: number; hash: number }> {
  const buckets = new Map<number, { count: number; hash: number }>()
  for (const { id, version } of versions) {
    const number = computeBucket(id)
    const bucket = buckets.get(number) ?? { count: 0, hash: 0 }
    buckets.set(number, bucket)
    bucket.count += 1
    bucket.hash = (bucket.hash ^ hashRow(id, version)) >>> 0
  }
  return buckets
}
