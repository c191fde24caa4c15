import { z } from 'zod'
import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'

export interface Leadership {
  isLeader(): boolean
  /** A visible tab steals the lock from a silent leader sooner. */
  setVisible(isVisible: boolean): void
  /** Releases the lock. */
  stop(): void
}

/** One period of holding the lock. */
export interface Term {
  /** Aborted when the lock is lost or released. */
  readonly signal: AbortSignal
  /** The previous leader may still be running. */
  readonly isStolen: boolean
}

export interface CandidateOptions {
  readonly runtime: Runtime
  /** Name of the Web Lock. */
  readonly lock: string
  /** Channel for the leader's heartbeats. */
  readonly channel: Channel
  /**
   * The leader's work; each task runs until the term ends. A failing one restarts after a pause
   * while the others continue.
   */
  readonly tasks: readonly ((term: Term) => Promise<void>)[]
  /** Runs in every tab on every beat, also without leadership. */
  onBeat?(): Promise<void>
  onBug(error: unknown): void
}

const beatMs = 5_000

/** A leader that misses this many beats is frozen: it holds its lock and does nothing. */
const missedToSteal = 4

/** In a hidden tab, whose timers and messages may be late themselves. */
const missedToStealHidden = 36

/**
 * Elects one leader among a user's tabs and workers by Web Lock; the leader pulls, writes the
 * mirror and sends. The others queue and move up when its tab closes; they steal the lock from a
 * silent leader, a visible one within half a minute. Each tab counts time in its own beats, so a
 * wrong clock neither steals nor stalls. Two leaders for a moment are harmless: mirror writes are
 * guarded by versions, sends by their opId.
 */
export function startLeadership(options: CandidateOptions & { isVisible?: boolean }): Leadership {
  const candidate: LeaderCandidate = {
    ...options,
    controller: new AbortController(),
    queueExit: new AbortController(),
    isLeader: false,
    isVisible: options.isVisible ?? true,
    missed: 0,
    shouldSteal: false,
  }
  const stopListening = options.channel.listen((message) => {
    if (beatSchema.safeParse(message).success) candidate.missed = 0
  })
  void queueForLock(candidate)
  runHeartbeat(candidate).catch(() => undefined)
  return {
    isLeader: () => candidate.isLeader,
    setVisible(isVisible) {
      candidate.isVisible = isVisible
    },
    stop() {
      stopListening()
      candidate.controller.abort()
    },
  }
}

interface LeaderCandidate extends CandidateOptions {
  readonly controller: AbortController
  /** Aborted to leave the queue. */
  queueExit: AbortController
  isLeader: boolean
  isVisible: boolean
  missed: number
  shouldSteal: boolean
}

async function queueForLock(candidate: LeaderCandidate): Promise<void> {
  const { controller, runtime, lock } = candidate
  while (!controller.signal.aborted) {
    const term = new AbortController()
    const signal = AbortSignal.any([controller.signal, term.signal])
    candidate.queueExit = new AbortController()
    const isStolen = candidate.shouldSteal
    candidate.shouldSteal = false
    const queueSignal = AbortSignal.any([controller.signal, candidate.queueExit.signal])
    try {
      await runtime.locks.request(lock, isStolen ? { steal: true } : { signal: queueSignal }, () =>
        runTerm(candidate, { signal, isStolen }),
      )
    } catch (error) {
      // AbortError: the lock was stolen, or we left the queue to steal it.
      if (!(error instanceof Error && error.name === 'AbortError')) await pauseAfterError(candidate, error)
    } finally {
      // When the lock is stolen the work is still running and must stop.
      term.abort()
    }
  }
}

async function runTerm(candidate: LeaderCandidate, term: Term): Promise<void> {
  if (term.signal.aborted) return
  candidate.isLeader = true
  // Resets the other tabs' count of missed beats.
  candidate.channel.post({ type: 'beat' })
  const onLoss = () => {
    candidate.isLeader = false
  }
  term.signal.addEventListener('abort', onLoss)
  await Promise.all(candidate.tasks.map((task) => runTask(candidate, task, term)))
}

async function runTask(candidate: LeaderCandidate, task: CandidateOptions['tasks'][number], term: Term): Promise<void> {
  while (!term.signal.aborted) {
    try {
      await task(term)
    } catch (error) {
      if (!term.signal.aborted) await pauseAfterError(candidate, error)
    }
  }
}

/** Reports the error and pauses before the work is restarted. */
async function pauseAfterError({ controller, runtime, onBug }: LeaderCandidate, error: unknown): Promise<void> {
  if (controller.signal.aborted) return
  onBug(error)
  await runtime.wait(beatMs, controller.signal).catch(() => undefined)
}

async function runHeartbeat(candidate: LeaderCandidate): Promise<void> {
  const { controller, runtime, channel } = candidate
  while (!controller.signal.aborted) {
    await runtime.wait(beatMs, controller.signal)
    // A storage failure surfaces at the next awaited write, and the next beat tries again.
    candidate.onBeat?.().catch(() => undefined)
    if (candidate.isLeader) {
      channel.post({ type: 'beat' })
      continue
    }
    candidate.missed += 1
    if (candidate.missed < (candidate.isVisible ? missedToSteal : missedToStealHidden)) continue
    candidate.missed = 0
    candidate.shouldSteal = true
    candidate.queueExit.abort()
  }
}

const beatSchema = z.object({ type: z.literal('beat') })
