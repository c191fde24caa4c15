import { subscribeOutbox, type Outbox } from '../outbox/open-outbox.ts'
import { isDue } from '../timing/backoff.ts'
import { createWakeSignal } from '../timing/wake-signal.ts'
import { rereadPapers, type Papers } from './open-papers.ts'
import type { PaperCopies } from './paper-copies.ts'
import type { WaitingContent } from './papers-database.ts'
import { sendContent } from './send-content.ts'

export interface ContentLane {
  readonly papers: Papers
  readonly copies: PaperCopies
  /** Whose session it is sent with; the lane writes nothing into it. */
  readonly outbox: Outbox
}

interface LaneRun {
  readonly signal: AbortSignal
  /** True: return when nothing can be sent now; false: go on until aborted. */
  readonly isOnce: boolean
}

/** After a failure of this device's storage. */
const storagePauseMs = 5_000

/**
 * Sends what waits, one content at a time in the order in which they were added, as long as the caller leads. Runs beside the outbox and never holds it up: an edit of a record overtakes the photographs
 * that belong to it. One content whose time has not come lets the next one pass.
 */
export async function sendContents(lane: ContentLane, { signal, isOnce }: LaneRun): Promise<void> {
  const { papers, outbox } = lane
  const wake = createWakeSignal(papers.runtime)
  let isAskedFor = false
  const ask = () => {
    isAskedFor = true
    wake.give()
  }
  papers.listeners.add(wake.give)
  outbox.wakes.add(ask)
  const unsubscribe = subscribeOutbox(outbox, (change) => change.isSessionChanged && wake.give())
  try {
    await rereadPapers(papers)
    while (!signal.aborted) {
      const isEager = isAskedFor
      isAskedFor = false
      const next = hasSession(outbox) ? nextContent(papers, { isEager }) : null
      wake.clear()
      const outcome = next && (await sendContent(lane, next, signal).catch(() => 'stuck' as const))
      if (outcome === 'stuck' && !isOnce) await papers.runtime.wait(storagePauseMs, signal).catch(() => undefined)
      if (next && outcome !== 'stuck') continue
      if (isOnce) return
      if (!next) await wake.wait({ ms: untilNextDue(papers), signal })
    }
  } finally {
    papers.listeners.delete(wake.give)
    outbox.wakes.delete(ask)
    unsubscribe()
  }
}

function hasSession({ image: { session } }: Outbox): boolean {
  return session !== null && !session.isRefused
}

/** `isEager`: somebody asked for sending at once, or the server was found again; the pause of the first is over. */
function nextContent({ waiting, runtime }: Papers, { isEager }: { isEager: boolean }): WaitingContent | null {
  const now = runtime.now()
  const unsent = waiting.filter(({ state }) => state === 'waiting')
  return unsent.find(({ nextTryAt }) => isDue(nextTryAt, now)) ?? (isEager ? (unsent[0] ?? null) : null)
}

const longestSleepMs = 60_000

function untilNextDue({ waiting, runtime }: Papers): number {
  const now = runtime.now()
  const dueIn = waiting.flatMap(({ state, nextTryAt }) => (state === 'waiting' ? [Math.max(1, nextTryAt - now)] : []))
  return Math.min(longestSleepMs, ...dueIn)
}
