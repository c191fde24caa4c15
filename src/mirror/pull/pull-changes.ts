import type { CollectionName } from '#contract/books/collections.ts'
import { changesPageSchema, startOfLog, type ChangesPage } from '#contract/sync/sync.ts'
import { timeoutSignal } from '../outbox/session/fetch-with-session.ts'
import { applyChanges } from '../store/write-mirror.ts'
import { deleteOutdatedMirrors, openRebuild, type OpenMirror } from '../store/open-mirror.ts'
import type { CopyProgress } from '../store/mirror-database.ts'
import { readState } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { askServer } from './ask-server.ts'
import { copyCollection, type CopyOutcome, type CopyTarget } from './copy-collection.ts'

/**
 * What a pull needs, and the callbacks it makes. Callbacks run after the commit unless they say
 * otherwise.
 */
export interface PullTarget extends CopyTarget {
  readonly userId: string
  /**
   * The generation that answers reads; replaced through `onReplace` when the server's data begins a
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
  copyOrder(): readonly CollectionName[]
  /** Calls when that order changes. Returns the unsubscribe function. */
  onReorder(listener: () => void): () => void
  /** A collection is completely copied; changes made meanwhile follow at the end of the pull. */
  onCollection(collection: CollectionName): Promise<void>
  onChanges(page: ChangesPage): Promise<void>
  onReplace(mirror: OpenMirror): Promise<void>
  /** The outbox position; read before a full copy begins. */
  ackMark(): number
  /** Runs before everything is copied; if it throws, the copy does not begin. */
  onCopying(): Promise<void>
  /** A full copy that began at that mark is complete. */
  onCopied(mark: number): Promise<void>
}

/** `done`: every change committed before the call is on the device. */
export type PullOutcome = 'done' | 'unreachable' | 'refused' | 'stopped'

/** Changes per request and per transaction. */
const changesPerPage = 1_000

/**
 * Brings the mirror up to date: finishes a first copy if necessary, then takes changes until there
 * are none left. When the server reports another epoch (a restore), copies everything into a new
 * generation; the old one answers until that is complete.
 */
export async function pullChanges(target: PullTarget, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await bringUpToDate(target, { mirror: target.mirror(), isCurrent: true, signal })
  if (outcome !== 'epoch_changed') return outcome
  return rebuildMirror(target, signal)
}

/**
 * Copies everything into a new generation and swaps it in; the old one answers until then. The
 * outbox is not touched.
 */
export async function rebuildMirror(target: PullTarget, signal: AbortSignal): Promise<PullOutcome> {
  const rebuilt = await openRebuild(target.runtime, target.userId, target.mirror().generation)
  const outcome = await bringUpToDate(target, { mirror: rebuilt, isCurrent: false, signal })
  if (outcome === 'done') {
    await target.onReplace({ ...rebuilt, isComplete: true })
    await deleteOutdatedMirrors(target.runtime, target.userId, rebuilt.generation)
    return 'done'
  }
  rebuilt.database.close()
  // Restored again during the copy; the next round starts over.
  return outcome === 'epoch_changed' ? 'unreachable' : outcome
}

interface Run {
  mirror: OpenMirror
  /** False while a rebuild is filled next to the generation that answers reads. */
  isCurrent: boolean
  signal: AbortSignal
}

type RunOutcome = PullOutcome | 'epoch_changed'

async function bringUpToDate(target: PullTarget, run: Run): Promise<RunOutcome> {
  const mark = target.ackMark()
  // A copy resumed from an earlier run began before this mark.
  const isFirstCopy = (await readState(run.mirror.database)) === null
  if (isFirstCopy) await target.onCopying()
  const copied = await copyMissing(target, run)
  if (copied !== 'done') return copied
  for (;;) {
    const page = await askForChanges(target, run)
    if (typeof page === 'string') return run.signal.aborted ? 'stopped' : page
    if (run.signal.aborted) return 'stopped'
    if (run.isCurrent) await target.beforeStore(page)
    await applyChanges(run.mirror.database, page, target.runtime.now())
    if (run.isCurrent) await target.onChanges(page)
    if (page.more) continue
    if (isFirstCopy) await target.onCopied(mark)
    return 'done'
  }
}

async function copyMissing(target: PullTarget, run: Run): Promise<RunOutcome> {
  if (run.mirror.isComplete) return 'done'
  const missing = new Set(run.mirror.database.held.collections)
  for (let next = firstOf(target, missing); next !== undefined; next = firstOf(target, missing)) {
    const outcome = await copyInTurn(target, run, { collection: next, missing })
    if (outcome === 'overtaken') continue
    if (outcome !== 'done') return outcome
    missing.delete(next)
    if (run.isCurrent) await target.onCollection(next)
  }
  return 'done'
}

function firstOf(target: PullTarget, missing: ReadonlySet<CollectionName>): CollectionName | undefined {
  return target.copyOrder().find((collection) => missing.has(collection))
}

/** Copies a collection until it is complete or another missing one moves ahead of it. */
async function copyInTurn(
  target: PullTarget,
  run: Run,
  { collection, missing }: { collection: CollectionName; missing: ReadonlySet<CollectionName> },
): Promise<CopyOutcome> {
  const controller = new AbortController()
  const stopListening = target.onReorder(() => {
    if (firstOf(target, missing) !== collection) controller.abort()
  })
  try {
    return await copyCollection(target, {
      database: run.mirror.database,
      collection,
      signal: run.signal,
      turnSignal: controller.signal,
      onPage: (block, progress) => {
        target.onProgress(progress)
        if (block && run.isCurrent) target.onBlock(run.mirror, block)
      },
    })
  } finally {
    stopListening()
  }
}

async function askForChanges(target: PullTarget, run: Run): Promise<ChangesPage | RunOutcome> {
  const state = await readState(run.mirror.database)
  const after = state?.cursor ?? startOfLog
  const { held } = run.mirror.database
  const only = held.sections === null ? '' : `&collections=${[...held.collections].join()}`
  const stopped = encodeURIComponent(state?.stopped?.mark ?? '')
  const path = `/api/sync/changes?after=${after}&limit=${changesPerPage}&stopped=${stopped}${only}`
  const { yieldThread, request, runtime } = target
  // Passing a signal replaces the default timeout, so it has to include one: otherwise a hanging
  // line would never end.
  const signal = AbortSignal.any([run.signal, timeoutSignal(runtime)])
  const hasNetwork = () => runtime.hasNetwork()
  const answer = await askServer(request, path, { schema: changesPageSchema, yieldThread, signal, hasNetwork })
  if (answer.kind !== 'ok') {
    if (!run.signal.aborted) target.onTrouble(answer.trouble)
    return answer.kind
  }
  const page = answer.value
  if (state && page.epoch !== state.epoch) return 'epoch_changed'
  // An older server version ignores the filter and sends all collections.
  return held.sections === null
    ? page
    : { ...page, changes: page.changes.filter((one) => held.collections.has(one.collection)) }
}
