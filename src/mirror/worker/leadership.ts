import { z } from 'zod'
import type { Channel, Runtime } from '../runtime.ts'

export interface Leadership {
  isLeader(): boolean
  /** Only a visible tab steals the lock from a silent leader. */
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

export interface Candidacy {
  readonly runtime: Runtime
  /** Name of the Web Lock. */
  readonly lock: string
  /** Channel for the leader's heartbeats. */
  readonly channel: Channel
  /**
   * The leader's work; each duty runs until the term ends. A failing one restarts after a pause
   * while the others continue.
   */
  readonly duties: readonly ((term: Term) => Promise<void>)[]
  /** Runs in every tab on every beat, also without leadership. */
  onBeat?(): Promise<void>
  onBug(error: unknown): void
}

const beatMs = 5_000

/** A leader that misses this many beats is frozen: it holds its lock and does nothing. */
const missedToSteal = 4

/**
 * Elects one leader among a user's tabs and workers by Web Lock; the leader pulls, writes the
 * mirror and sends. The others queue and move up when its tab closes; a visible one steals the lock
 * from a silent leader. Time is counted in own beats, so a wrong clock neither steals nor stalls.
 * Two leaders for a moment are harmless: mirror writes are guarded by versions, sends by their
 * opId.
 */
export function startLeadership(candidacy: Candidacy & { isVisible?: boolean }): Leadership {
  const candidate: Candidate = {
    ...candidacy,
    over: new AbortController(),
    line: new AbortController(),
    isLeader: false,
    isVisible: candidacy.isVisible ?? true,
    missed: 0,
    wantsSteal: false,
  }
  const stopListening = candidacy.channel.listen((message) => {
    if (beatSchema.safeParse(message).success) candidate.missed = 0
  })
  void queueForLock(candidate)
  beatOrWatch(candidate).catch(() => undefined)
  return {
    isLeader: () => candidate.isLeader,
    setVisible(isVisible) {
      candidate.isVisible = isVisible
    },
    stop() {
      stopListening()
      candidate.over.abort()
    },
  }
}

interface Candidate extends Candidacy {
  readonly over: AbortController
  /** Aborted to leave the queue. */
  line: AbortController
  isLeader: boolean
  isVisible: boolean
  missed: number
  wantsSteal: boolean
}

async function queueForLock(candidate: Candidate): Promise<void> {
  const { over, runtime, lock } = candidate
  while (!over.signal.aborted) {
    const term = new AbortController()
    const signal = AbortSignal.any([over.signal, term.signal])
    candidate.line = new AbortController()
    const isStolen = candidate.wantsSteal
    candidate.wantsSteal = false
    const inLine = AbortSignal.any([over.signal, candidate.line.signal])
    try {
      await runtime.locks.request(lock, isStolen ? { steal: true } : { signal: inLine }, () =>
        lead(candidate, { signal, isStolen }),
      )
    } catch (error) {
      // AbortError: the lock was stolen, or we left the queue to steal it.
      if (!(error instanceof Error && error.name === 'AbortError')) await restAfterBug(candidate, error)
    } finally {
      // When the lock is stolen the work is still running and must stop.
      term.abort()
    }
  }
}

async function lead(candidate: Candidate, term: Term): Promise<void> {
  if (term.signal.aborted) return
  candidate.isLeader = true
  // Resets the other tabs' count of missed beats.
  candidate.channel.post({ type: 'beat' })
  const lose = () => {
    candidate.isLeader = false
  }
  term.signal.addEventListener('abort', lose)
  await Promise.all(candidate.duties.map((duty) => doDuty(candidate, duty, term)))
}

async function doDuty(candidate: Candidate, duty: Candidacy['duties'][number], term: Term): Promise<void> {
  while (!term.signal.aborted) {
    try {
      await duty(term)
    } catch (error) {
      if (!term.signal.aborted) await restAfterBug(candidate, error)
    }
  }
}

/** Reports the error and pauses before the work is restarted. */
async function restAfterBug({ over, runtime, onBug }: Candidate, error: unknown): Promise<void> {
  if (over.signal.aborted) return
  onBug(error)
  await runtime.wait(beatMs, over.signal).catch(() => undefined)
}

async function beatOrWatch(candidate: Candidate): Promise<void> {
  const { over, runtime, channel } = candidate
  while (!over.signal.aborted) {
    await runtime.wait(beatMs, over.signal)
    // A storage failure surfaces at the next awaited write, and the next beat tries again.
    candidate.onBeat?.().catch(() => undefined)
    if (candidate.isLeader) {
      channel.post({ type: 'beat' })
      continue
    }
    candidate.missed += 1
    if (candidate.missed < missedToSteal || !candidate.isVisible) continue
    candidate.missed = 0
    candidate.wantsSteal = true
    candidate.line.abort()
  }
}

const beatSchema = z.object({ type: z.literal('beat') })
