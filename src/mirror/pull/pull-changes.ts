import type { CollectionName } from '#contract/books/collections.ts'
import { changesPageSchema, startOfLog, type ChangesPage } from '#contract/sync/sync.ts'
import { patience } from '../outbox/session/fetch-with-session.ts'
import { applyChanges } from '../store/write-mirror.ts'
import { deleteOutdatedMirrors, openRebuild, type OpenMirror } from '../store/open-mirror.ts'
import type { CopyProgress } from '../store/mirror-database.ts'
import { readState } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { askServer } from './ask-server.ts'
import { copyCollection, type CopyOutcome, type CopyTarget } from './copy-collection.ts'

/** What a pull works on and whom it tells. Everything is told after it was committed. */
export interface PullTarget extends CopyTarget {
  readonly userId: string
  /** The generation that answers reads; replaced through `onSwap` when the server's data begins a new epoch. */
  mirror(): OpenMirror
  onBlock(mirror: OpenMirror, block: RecordBlock): void
  onProgress(progress: CopyProgress): void
  /** Before the mirror takes these changes in; what it throws keeps them out. */
  onComing(page: ChangesPage): Promise<void>
  /** Every collection, in the order in which a first copy takes them as of now; what the device does not hold is passed over. */
  copyOrder(): readonly CollectionName[]
  /** Calls when that order has changed. Answers how to stop. */
  onReorder(listener: () => void): () => void
  /** A collection is here as a whole; what changed meanwhile comes at the end of the pull. */
  onCollection(collection: CollectionName): Promise<void>
  onChanges(page: ChangesPage): Promise<void>
  onSwap(mirror: OpenMirror): Promise<void>
  /** Where the outbox stands; asked before a full copy begins. */
  ackMark(): number
  /** Before everything is copied; what it throws keeps the copy from beginning. */
  onCopying(): Promise<void>
  /** A full copy that began at that mark is complete. */
  onCopied(mark: number): Promise<void>
}

/** `done`: every change committed before the call is on the device. */
export type PullOutcome = 'done' | 'unreachable' | 'refused' | 'stopped'

/** Changes asked for at once, which is also the most that goes into one transaction. */
const changesPerPage = 1_000

/**
 * Brings the mirror up to date: finishes the first copy if there is none yet, then takes changes until there are no more. When the server tells of another
 * epoch (its data was restored from a backup), everything is copied into a new generation, and the old one answers until that is complete.
 */
export async function pullChanges(target: PullTarget, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await bringUpToDate(target, { mirror: target.mirror(), isCurrent: true, signal })
  if (outcome !== 'epoch_changed') return outcome
  return rebuildMirror(target, signal)
}

/** Copies everything into a new generation and swaps it in; the old one answers until then. What waits in the outbox is not touched. */
export async function rebuildMirror(target: PullTarget, signal: AbortSignal): Promise<PullOutcome> {
  const fresh = await openRebuild(target.runtime, target.userId, target.mirror().generation)
  const outcome = await bringUpToDate(target, { mirror: fresh, isCurrent: false, signal })
  if (outcome === 'done') {
    await target.onSwap({ ...fresh, isComplete: true })
    await deleteOutdatedMirrors(target.runtime, target.userId, fresh.generation)
    return 'done'
  }
  fresh.database.close()
  // Restored once more while we copied: the next round begins again.
  return outcome === 'epoch_changed' ? 'unreachable' : outcome
}

interface Run {
  mirror: OpenMirror
  /** False while a rebuild is filled beside the generation that answers. */
  isCurrent: boolean
  signal: AbortSignal
}

type RunOutcome = PullOutcome | 'epoch_changed'

async function bringUpToDate(target: PullTarget, run: Run): Promise<RunOutcome> {
  const mark = target.ackMark()
  // A copy resumed from an earlier run began before this mark.
  const isWhole = (await readState(run.mirror.database)) === null
  if (isWhole) await target.onCopying()
  const copied = await copyMissing(target, run)
  if (copied !== 'done') return copied
  for (;;) {
    const page = await askForChanges(target, run)
    if (typeof page === 'string') return run.signal.aborted ? 'stopped' : page
    if (run.signal.aborted) return 'stopped'
    if (run.isCurrent) await target.onComing(page)
    await applyChanges(run.mirror.database, page, target.runtime.now())
    if (run.isCurrent) await target.onChanges(page)
    if (page.more) continue
    if (isWhole) await target.onCopied(mark)
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

/** Copies a collection until it is there, or until another one that is missing comes before it. */
async function copyInTurn(
  target: PullTarget,
  run: Run,
  { collection, missing }: { collection: CollectionName; missing: ReadonlySet<CollectionName> },
): Promise<CopyOutcome> {
  const turn = new AbortController()
  const stopListening = target.onReorder(() => {
    if (firstOf(target, missing) !== collection) turn.abort()
  })
  try {
    return await copyCollection(target, {
      database: run.mirror.database,
      collection,
      signal: run.signal,
      turn: turn.signal,
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
  // Who brings a signal decides alone how long to wait: one that only knows of the choice would wait on a line that hangs for good.
  const signal = AbortSignal.any([run.signal, patience(runtime)])
  const hasNetwork = () => runtime.hasNetwork()
  const answer = await askServer(request, path, { schema: changesPageSchema, yieldThread, signal, hasNetwork })
  if (answer.kind !== 'ok') {
    if (!run.signal.aborted) target.onTrouble(answer.trouble)
    return answer.kind
  }
  const page = answer.value
  if (state && page.epoch !== state.epoch) return 'epoch_changed'
  // A server of an earlier version tells of everything.
  return held.sections === null
    ? page
    : { ...page, changes: page.changes.filter((one) => held.collections.has(one.collection)) }
}
