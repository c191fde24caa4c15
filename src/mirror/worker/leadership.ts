import { z } from 'zod'
import type { Channel, Runtime } from '../runtime.ts'

export interface Leadership {
  isLeader(): boolean
  /** Only a visible tab takes the lock away from a leader that has gone silent. */
  setVisible(isVisible: boolean): void
  /** Gives the lock up. */
  stop(): void
}

/** As long as one holds the lock. */
export interface Term {
  /** Aborted when the lock is lost or given up. */
  readonly signal: AbortSignal
  /** The leader before may still be alive and at work. */
  readonly isStolen: boolean
}

export interface Candidacy {
  readonly runtime: Runtime
  /** Name of the Web Lock. */
  readonly lock: string
  /** Where leaders say that they live. */
  readonly channel: Channel
  /** The leader's work, each until the term ends. What fails is begun anew after a pause; the others go on. */
  readonly duties: readonly ((term: Term) => Promise<void>)[]
  /** Done in every tab with every beat, whoever leads. */
  onBeat?(): Promise<void>
  onBug(error: unknown): void
}

const beatMs = 5_000

/** A leader that was silent for this many beats is frozen: it holds its lock and does nothing. */
const missedToSteal = 4

/**
 * Of all tabs and workers of one user the one that holds the lock pulls, writes the mirror and sends. The others wait in line and move up when its tab closes; a
 * visible one takes the lock away from a leader that no longer beats. Time is counted in own beats, so that a wrong clock neither steals nor stalls. Two leaders for
 * a moment are harmless: every write to the mirror is guarded by versions, every send by its opId.
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
  /** Aborted to leave the line. */
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
      // AbortError: the lock was stolen, or we left the line to steal it.
      if (!(error instanceof Error && error.name === 'AbortError')) await restAfterBug(candidate, error)
    } finally {
      // A stolen lock is gone while the work still runs: it must stop.
      term.abort()
    }
  }
}

async function lead(candidate: Candidate, term: Term): Promise<void> {
  if (term.signal.aborted) return
  candidate.isLeader = true
  // Whoever has counted the silence of the leader before begins anew.
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

/** The work must be done all the same. */
async function restAfterBug({ over, runtime, onBug }: Candidate, error: unknown): Promise<void> {
  if (over.signal.aborted) return
  onBug(error)
  await runtime.wait(beatMs, over.signal).catch(() => undefined)
}

async function beatOrWatch(candidate: Candidate): Promise<void> {
  const { over, runtime, channel } = candidate
  while (!over.signal.aborted) {
    await runtime.wait(beatMs, over.signal)
    // A storage failure shows at the next write, where somebody waits for it; the next beat tries again.
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
