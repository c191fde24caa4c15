import type { ChangesPage } from '#contract/sync.ts'
import { settleAcked } from '../outbox/settle-acked.ts'
import { startConnectionLoop } from '../pull/connection-loop.ts'
import { pull, type PullOutcome, type PullTarget } from '../pull/pull.ts'
import { authorisedFetch } from '../session/authorised-fetch.ts'
import { foldFrom, foldRecent } from '../store/fold-recent.ts'
import { deleteOutdatedMirrors } from '../store/open-mirror.ts'
import { readState } from '../store/read-mirror.ts'
import { collectionNames } from '#contract/records/collections.ts'
import { setStatus, tellChanged, tellTabs, type EngineState } from './engine-state.ts'
import { loadData, reloadMirror } from './load-data.ts'

/** The leader's work: keeps the mirror up to date until the lock is lost. */
export async function lead(state: EngineState, signal: AbortSignal): Promise<void> {
  await state.loading
  await catchUpWithDisk(state)
  if (signal.aborted) return
  await deleteOutdatedMirrors(state.runtime, state.userId, state.mirror.isComplete ? state.mirror.generation : 0)
  const loop = startConnectionLoop({
    runtime: state.runtime,
    request: (path, init) => authorisedFetch(state.outbox, path, init),
    signal,
    pull: () => pullAndSettle(state, signal),
    onConnection(connection) {
      setStatus(state, { connection })
      tellTabs(state, { type: 'status', ...state.status })
    },
  })
  loop.setVisible(state.isVisible)
  state.loop = loop
  try {
    await stopped(signal)
  } finally {
    state.loop = null
  }
}

/** One pull; entries of the outbox that the mirror now holds may go. */
export async function pullAndSettle(state: EngineState, signal: AbortSignal): Promise<PullOutcome> {
  const outcome = await pull(targetOf(state), signal)
  if (outcome !== 'done' || signal.aborted) return outcome
  const now = state.runtime.now()
  setStatus(state, { lastSyncAt: now, copying: {} })
  tellTabs(state, { type: 'status', ...state.status })
  if (!state.mirror.isComplete) finishFirstCopy(state)
  if (state.cursor) await settleAcked(state.outbox, state.cursor)
  foldWhenCalm(state, signal).catch(() => undefined)
  return outcome
}

function finishFirstCopy(state: EngineState): void {
  state.mirror = { ...state.mirror, isComplete: true }
  for (const collection of collectionNames) state.data.markLoaded(collection)
  state.results.evaluateAgain('all')
  state.readings.tellAll()
  tellTabs(state, { type: 'reload' })
}

function targetOf(state: EngineState): PullTarget {
  const { runtime, userId } = state
  return {
    runtime,
    userId,
    request: (path, init) => authorisedFetch(state.outbox, path, init),
    mirror: () => state.mirror,
    onBlock: (_mirror, block) => state.data.addBlock(block),
    onProgress({ collection, received, total, isDone }) {
      const { [collection]: _finished, ...others } = state.status.copying
      setStatus(state, { copying: isDone ? others : { ...others, [collection]: { received, total } } })
      tellTabs(state, { type: 'status', ...state.status })
    },
    onChanges: (page) => takeChanges(state, page),
    async onSwap(mirror) {
      state.mirror.database.close()
      state.mirror = mirror
      await loadData(state)
      tellTabs(state, { type: 'reload' })
    },
  }
}

async function takeChanges(state: EngineState, page: ChangesPage): Promise<void> {
  const before = state.cursor
  state.cursor = page.cursor
  if (page.changes.length > 0 || before !== page.cursor) tellTabs(state, { type: 'applied', before, page })
  tellChanged(state, state.data.confirm(page))
}

/** News may have gone by while another tab led: what is in memory must be what is on the disk before anything is added to it. */
async function catchUpWithDisk(state: EngineState): Promise<void> {
  const stored = await readState(state.mirror.database).catch(() => null)
  if (stored === null && state.cursor === null) return
  if (stored?.cursor !== state.cursor) await reloadMirror(state)
}

const calmMs = 5_000

async function foldWhenCalm(state: EngineState, signal: AbortSignal): Promise<void> {
  const { runtime } = state
  const { database } = state.mirror
  if ((await database.recent.count()) < foldFrom) return
  await runtime.wait(calmMs, signal)
  const shouldStop = () => signal.aborted || runtime.now() - state.lastCommandAt < calmMs
  for (const collection of collectionNames) {
    await foldRecent(database, collection, { now: runtime.now(), shouldStop })
  }
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
