import { type ChangesPage, checksumsSchema } from '#contract/sync/sync.ts'
import { isFull } from '../is-full.ts'
import { applyDeletions } from '../outbox/lost/apply-deletions.ts'
import { pendingByRecord } from '../outbox/outbox-image.ts'
import { wakeSending } from '../outbox/send-as-leader.ts'
import { ackMark, settleAcked, settleCopied } from '../outbox/sending/settle-acked.ts'
import { yieldThread } from '../outbox/yield-thread.ts'
import { startConnectionLoop } from '../pull/connection-loop.ts'
import { copyOrder } from '../pull/copy-order.ts'
import { HeldChangedError } from '../store/held-mark.ts'
import { pullChanges, rebuildMirror, type PullOutcome, type PullTarget } from '../pull/pull-changes.ts'
import { foldFrom, foldRecent } from '../store/fold-recent.ts'
import { deleteOtherShapes, deleteOutdatedMirrors } from '../store/open-mirror.ts'
import { readState } from '../store/read-mirror.ts'
import { noteCheck } from '../store/write-mirror.ts'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import { noteContact } from '../vault/lease.ts'
import { reportBug, setStatus, notifyChanged, notifyTabs, type EngineState } from './engine-state.ts'
import { followChoice, sweepWhenDue } from './choose-held.ts'
import { loadData, reloadMirror, showCopied } from './load-data.ts'
import { confirmChanges, confirmedRecord, type MirroredData } from './mirrored-data.ts'
import { noteCopying, rememberVanished, reportLost } from './report-lost.ts'
import { bucketOf, rowHash } from '#domain/devices/row-hash.ts'
import { askServer, type Request } from '../pull/ask-server.ts'

/** The leader's duty to keep the mirror up to date. */
export async function pullAsLeader(state: EngineState, signal: AbortSignal): Promise<void> {
  await state.loading
  await catchUpWithDisk(state)
  if (signal.aborted) return
  await sweepWhenDue(state).catch((error: unknown) => reportBug(state, error))
  await deleteOutdatedMirrors(state.runtime, state.userId, state.mirror.isComplete ? state.mirror.generation : 0)
  await deleteOtherShapes(state.mirror.database)
  const loop = startConnectionLoop({
    runtime: state.runtime,
    request: state.request,
    signal,
    pull: () => pullOrReport(state, signal),
    onConnection(connection, trouble) {
      // What failed while nobody answered need not wait until its own pause is over.
      const isFoundAgain = connection === 'online' && state.status.connection === 'offline'
      if (isFoundAgain) wakeSending(state.outbox).catch(() => undefined)
      // What a pull met stands until a pull gets through: an answered probe proves little.
      const standing = state.status.connection === 'online' ? state.status.trouble : null
      setStatus(state, { connection, trouble: connection === 'online' ? standing : trouble })
    },
    onTask: () => setStatus(state, { tasksToldAt: state.runtime.now() }),
  })
  loop.setVisible(state.isVisible)
  state.loop = loop
  try {
    await loop.ended
  } finally {
    // The lock may have come back before this term's last work was done.
    if (state.loop === loop) state.loop = null
  }
}

/** A pull that the device's storage does not let through is tried again after a pause, like one the network does not let through. */
async function pullOrReport(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  // Once more is enough: a choice that cannot be carried out (a full device) must not make it spin.
  for (let isAgain = false; ; isAgain = true) {
    const outcome = await pullInTurn(state, signal)
    if (outcome !== 'held_changed') return outcome
    if (signal.aborted) return 'stopped'
    await followChoice(state)
    if (isAgain) return 'unreachable'
  }
}

/** `held_changed`: meanwhile this device was chosen to hold something else. */
async function pullInTurn(state: EngineState, signal: AbortSignal): Promise<PullOutcome | 'held_changed'> {
  const turn = new AbortController()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  state.pull = { turn, ended }
  try {
    const outcome = await pullOnce(state, AbortSignal.any([signal, turn.signal]))
    return turn.signal.aborted ? 'held_changed' : outcome
  } finally {
    state.pull = null
    end()
  }
}

async function pullOnce(state: EngineState, signal: AbortSignal): Promise<PullOutcome | 'held_changed'> {
  try {
    const outcome = await pullInPlace(state, signal)
    if (outcome === 'done') {
      notifyRoom(state, { lacksRoom: false })
      if (state.runtime.seals) state.vault = (await noteContact(state.runtime, state.userId)) ?? state.vault
    }
    return outcome
  } catch (error) {
    if (signal.aborted) return 'stopped'
    if (error instanceof HeldChangedError) return 'held_changed'
    if (isFull(error)) notifyRoom(state, { lacksRoom: true })
    else reportBug(state, error)
    // The connection to the database may be gone (another tab removed it, the browser closed it): the next round needs a fresh one.
    await reloadMirror(state).catch((failure: unknown) => reportBug(state, failure))
    return 'unreachable'
  }
}

/** Where the browser cleared the mirror, everything is copied anew first; what is in memory answers until that is complete. */
async function pullInPlace(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  const { mirror, data, status } = state
  const isKnown = mirror.isComplete || data.loaded.size > 0 || Object.keys(status.copying).length > 0
  if (isKnown && (await readState(mirror.database)) === null) {
    const outcome = mirror.isComplete ? await rebuildMirror(targetOf(state), signal) : await reloadMirror(state)
    if (outcome && outcome !== 'done') return outcome
  }
  return await pullAndSettle(state, signal)
}

function notifyRoom(state: EngineState, { lacksRoom }: { lacksRoom: boolean }): void {
  if (state.status.lacksRoom === lacksRoom) return
  setStatus(state, { lacksRoom })
}

/** One pull; entries of the outbox that the mirror now holds may go. */
export async function pullAndSettle(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await pullChanges(targetOf(state), signal)
  if (outcome !== 'done' || signal.aborted) return outcome
  const now = state.runtime.now()
  setStatus(state, { lastSyncAt: now, copying: {}, trouble: null })
  if (!state.mirror.isComplete) await finishFirstCopy(state)
  if (state.cursor) await settleAcked(state.outbox, state.cursor)
  await reportLost(state, signal)
  await checkNightly(state, signal)
  foldWhenCalm(state, signal).catch(() => undefined)
  return outcome
}

/** Each collection was shown when it had come, and stays as it stands: rows do not move under a reader because the last of the others is here, too. */
async function finishFirstCopy(state: EngineState): Promise<void> {
  for (const collection of state.mirror.database.held.collections) await showCopied(state, collection)
  state.mirror = { ...state.mirror, isComplete: true }
  notifyTabs(state, { type: 'reload' })
}

function targetOf(state: EngineState): PullTarget {
  const { runtime, userId, request } = state
  return {
    runtime,
    userId,
    request,
    onTrouble: (trouble) => setStatus(state, { trouble }),
    yieldThread: () => yieldThread(state.outbox.open),
    mirror: () => state.mirror,
    onBlock: (_mirror, block) => state.data.engine.collection(block.collection).table.addBlock(block),
    onProgress({ collection, received, total, isDone }) {
      const { [collection]: _finished, ...others } = state.status.copying
      // A page came: the server gives again.
      setStatus(state, { copying: isDone ? others : { ...others, [collection]: { received, total } }, trouble: null })
    },
    onComing: (page) =>
      applyDeletions(state.outbox, page.changes, (collection, id) => confirmedRecord(state.data, collection, id)),
    copyOrder: () => copyOrder(state.asked),
    onReorder(listener) {
      state.askedListeners.add(listener)
      return () => state.askedListeners.delete(listener)
    },
    onCollection: (collection) => showCopied(state, collection),
    onChanges: (page) => takeChanges(state, page),
    ackMark: () => ackMark(state.outbox),
    onCopying: () => noteCopying(state.outbox),
    async onCopied(mark) {
      state.data.heard.copiedSince = mark
      await settleCopied(state.outbox, mark)
    },
    async onSwap(mirror) {
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

/** What waits for records that a fresh copy no longer holds (the server was restored from a backup). */
async function applyVanished(state: EngineState, before: MirroredData): Promise<void> {
  const waitedFor = [...state.mirror.database.held.collections].flatMap((collection) =>
    [...pendingByRecord(state.outbox.image, collection).keys()].map((id) => ({ collection, id, row: null })),
  )
  const vanished = waitedFor.filter(({ collection, id }) => confirmedRecord(state.data, collection, id) === null)
  await applyDeletions(state.outbox, vanished, (collection, id) => confirmedRecord(before, collection, id))
}

async function takeChanges(state: EngineState, page: ChangesPage): Promise<void> {
  const before = state.cursor
  state.cursor = page.cursor
  if (page.changes.length > 0 || page.stopped || before !== page.cursor)
    notifyTabs(state, { type: 'applied', before, page })
  if (page.stopped) setStatus(state, { stopped: page.stopped.records })
  notifyChanged(state, confirmChanges(state.data, page))
}

/** News may have gone by while another tab led: what is in memory must be what is on the disk before anything is added to it. */
async function catchUpWithDisk(state: EngineState): Promise<void> {
  const stored = await readState(state.mirror.database).catch(() => null)
  if (stored === null && state.cursor === null) return
  // While a first copy runs the cursor stands still, however many pages another tab has written.
  if (stored?.cursor !== state.cursor || !stored?.isComplete) await reloadMirror(state)
}

const checkEveryMs = 86_400_000

async function checkNightly(state: EngineState, signal: AbortSignal): Promise<void> {
  const lastCheckAt = (await readState(state.mirror.database))?.lastCheckAt ?? null
  const now = state.runtime.now()
  // A clock that was set back must not keep the mirror from ever being looked at.
  if (lastCheckAt !== null && Math.abs(now - lastCheckAt) < checkEveryMs) return
  await checkAgainstServer(state, signal)
}

/**
 * Compares the mirror with the server, and copies it anew when they differ: that costs seconds and heals every kind of fault. `moved`: the server had news
 * while it was compared; the next time will do.
 */
export async function checkAgainstServer(
  state: EngineState,
  signal: AbortSignal,
): Promise<'equal' | 'rebuilt' | 'moved' | 'unreachable'> {
  const target = targetOf(state)
  for (const collection of state.mirror.database.held.collections) {
    const { table } = state.data.engine.collection(collection)
    if (signal.aborted) return 'unreachable'
    const compared = await compareChecksums(target.request, collection, table.holdings())
    if (compared === 'unreachable') return compared
    if (compared === 'equal') continue
    const revision = table.revision()
    if ((await pullChanges(target, signal)) !== 'done') return 'unreachable'
    if (table.revision() !== revision) return 'moved'
    return (await rebuildMirror(target, signal)) === 'done' ? 'rebuilt' : 'unreachable'
  }
  await noteCheck(state.mirror.database, state.runtime.now())
  return 'equal'
}

const calmMs = 5_000

async function foldWhenCalm(state: EngineState, signal: AbortSignal): Promise<void> {
  const { runtime } = state
  const { database } = state.mirror
  if ((await database.recent.count()) < foldFrom) return
  await runtime.wait(calmMs, signal)
  const shouldStop = () => signal.aborted || runtime.now() - state.lastAskedAt < calmMs
  for (const collection of collectionNames) {
    await foldRecent(database, collection, { now: runtime.now(), shouldStop })
  }
}

/** What this device holds of a collection, confirmed records only. */
type Holdings = Iterable<{ id: string; version: number }>

/**
 * Anti-entropy: compares record counts and hashes per bucket with the server's. Finds what no cursor can: a change that was lost by a fault on either side. Only
 * means something while nothing changes on the server, so the caller pulls before and after and throws a `different` with news in between away.
 */
async function compareChecksums(
  request: Request,
  collection: CollectionName,
  holdings: Holdings,
): Promise<'equal' | 'different' | 'unreachable'> {
  const answer = await askServer(request, `/api/sync/${collection}/checksums`, { schema: checksumsSchema })
  if (answer.kind !== 'ok') return 'unreachable'
  const own = checksumsOf(holdings)
  for (const { bucket, count, hash } of answer.value.buckets) {
    const mine = own.get(bucket)
    if (count !== (mine?.count ?? 0) || Number(hash) !== (mine?.hash ?? 0)) return 'different'
    own.delete(bucket)
  }
  return own.size === 0 ? 'equal' : 'different'
}

function checksumsOf(holdings: Holdings): Map<number, { count: number; hash: number }> {
  const buckets = new Map<number, { count: number; hash: number }>()
  for (const { id, version } of holdings) {
    const number = bucketOf(id)
    const bucket = buckets.get(number) ?? { count: 0, hash: 0 }
    buckets.set(number, bucket)
    bucket.count += 1
    bucket.hash = (bucket.hash ^ rowHash(id, version)) >>> 0
  }
  return buckets
}
