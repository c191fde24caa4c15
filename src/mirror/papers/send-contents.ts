import { subscribeOutbox, type Outbox } from '../outbox/open-outbox.ts'
import { backoffMs, isDue } from '../timing/backoff.ts'
import { createWakeSignal } from '../timing/wake-signal.ts'
import { makeContentsDue } from './store-content.ts'
import { rereadPapers, type Papers } from './open-papers.ts'
import type { WaitingContent } from './papers-database.ts'
import { sendContent, type SendResult, type ContentLane } from './send-content.ts'

interface LaneRun {
  readonly signal: AbortSignal
  /** True: return when nothing can be sent now; false: go on until aborted. */
  readonly isOnce: boolean
}

/**
 * Maximum pause of the whole lane, so that one failing content doesn't delay the others for longer.
 */
const maxPauseMs = 60_000

/** The queue is checked at least this often, even without a signal. */
const maxSleepMs = 60_000

/**
 * Sends waiting contents one at a time while the caller leads. Runs next to the outbox and never
 * delays it: edits overtake the photographs of their record. The content with the fewest failures
 * goes first, then the oldest, so that a failing one blocks nobody.
 */
export async function sendContents(lane: ContentLane, { signal, isOnce }: LaneRun): Promise<void> {
  const { papers, outbox } = lane
  const [wake, retryNow] = [createWakeSignal(papers.runtime), createWakeSignal(papers.runtime)]
  const requestRetry = () => {
    retryNow.notify()
    wake.notify()
  }
  papers.listeners.add(wake.notify)
  outbox.wakeListeners.add(requestRetry)
  const unsubscribe = subscribeOutbox(outbox, (change) => change.isSessionChanged && requestRetry())
  let failures = 0
  try {
    await rereadPapers(papers)
    while (!signal.aborted) {
      wake.clear()
      const next = hasSession(outbox) ? nextContent(papers) : null
      if (!next && isOnce) return
      if (!next) {
        await wake.wait({ ms: untilNextDue(papers), signal })
        continue
      }
      retryNow.clear()
      const result = await sendContent(lane, next, signal).catch(onStorageFailure)
      failures = result.kind === 'failed' ? failures + 1 : 0
      if (result.kind !== 'failed') continue
      if (isOnce) return
      const pauseMs = backoffMs(failures, papers.runtime.random(), { ...result, maxMs: maxPauseMs })
      // A manual request, or the server is reachable again.
      if (await retryNow.wait({ ms: pauseMs, signal })) await makeContentsDue(papers).catch(() => undefined)
    }
  } finally {
    papers.listeners.delete(wake.notify)
    outbox.wakeListeners.delete(requestRetry)
    unsubscribe()
  }
}

/** The result could not be stored; the server will repeat it. */
function onStorageFailure(): SendResult {
  return { kind: 'failed', retryAfterMs: 5_000 }
}

function hasSession({ image: { session } }: Outbox): boolean {
  return session !== null && !session.isRefused
}

function nextContent({ waiting, runtime }: Papers): WaitingContent | null {
  const now = runtime.now()
  const due = waiting.filter(({ state, nextTryAt }) => state === 'waiting' && isDue(nextTryAt, now))
  return due.toSorted((a, b) => a.failures - b.failures || a.seq - b.seq)[0] ?? null
}

function untilNextDue({ waiting, runtime }: Papers): number {
  const now = runtime.now()
  const dueIn = waiting.flatMap(({ state, nextTryAt }) => (state === 'waiting' ? [Math.max(1, nextTryAt - now)] : []))
  return Math.min(maxSleepMs, ...dueIn)
}
