import { z } from 'zod'
import type { Channel, Runtime } from '../runtime.ts'

export interface Leadership {
  isLeader(): boolean
  setVisible(isVisible: boolean): void
  stop(): void
}

export interface Candidacy {
  readonly runtime: Runtime
  /** Name of the Web Lock. */
  readonly lock: string
  readonly channel: Channel
  /** Does the leader's work until the signal is aborted. */
  lead(signal: AbortSignal): Promise<void>
  onBug(error: unknown): void
}

const beatMs = 5_000
/** A leader that was silent for this many beats is frozen: it holds its lock and does nothing. */
const missedToSteal = 4

/**
 * Of all tabs and workers the one that holds the lock pulls and writes the mirror. The others wait in line and move up when its tab closes; a visible one takes
 * the lock away from a leader that no longer beats. Two leaders for a moment are harmless: every write is guarded by versions.
 */
export function startLeadership(candidacy: Candidacy): Leadership {
  const place: Place = {
    ...candidacy,
    over: new AbortController(),
    line: new AbortController(),
    isLeader: false,
    isVisible: true,
    missed: 0,
    wantsSteal: false,
  }
  const stopListening = candidacy.channel.listen((message) => {
    if (beatSchema.safeParse(message).success) place.missed = 0
  })
  void queueForLock(place)
  beatOrWatch(place).catch(() => undefined)
  return {
    isLeader: () => place.isLeader,
    setVisible(isVisible) {
      place.isVisible = isVisible
    },
    stop() {
      stopListening()
      place.over.abort()
    },
  }
}

interface Place extends Candidacy {
  readonly over: AbortController
  /** Aborted to leave the line. */
  line: AbortController
  isLeader: boolean
  isVisible: boolean
  missed: number
  wantsSteal: boolean
}

async function queueForLock(place: Place): Promise<void> {
  const { over, runtime } = place
  while (!over.signal.aborted) {
    const term = new AbortController()
    place.line = new AbortController()
    const how: LockOptions = place.wantsSteal ? { steal: true } : { signal: place.line.signal }
    place.wantsSteal = false
    const end = () => {
      place.line.abort()
      term.abort()
    }
    over.signal.addEventListener('abort', end, { once: true })
    try {
      await runtime.locks.request(place.lock, how, () => hold(place, term.signal))
    } catch (error) {
      await afterLoss(place, error)
    } finally {
      // A stolen lock is gone while the work still runs: it must stop.
      term.abort()
      over.signal.removeEventListener('abort', end)
    }
  }
}

/** AbortError: the lock was stolen, or we left the line to steal it. Anything else is a bug, and the mirror must be looked after all the same. */
async function afterLoss({ over, runtime, onBug }: Place, error: unknown): Promise<void> {
  if (over.signal.aborted || (error instanceof Error && error.name === 'AbortError')) return
  onBug(error)
  await runtime.wait(beatMs, over.signal).catch(() => undefined)
}

async function hold(place: Place, signal: AbortSignal): Promise<void> {
  if (signal.aborted || place.over.signal.aborted) return
  place.isLeader = true
  const lose = () => {
    place.isLeader = false
  }
  signal.addEventListener('abort', lose)
  try {
    await place.lead(signal)
  } finally {
    lose()
  }
}

async function beatOrWatch(place: Place): Promise<void> {
  const { over, runtime, channel } = place
  while (!over.signal.aborted) {
    await runtime.wait(beatMs, over.signal)
    if (place.isLeader) {
      channel.post({ type: 'beat' })
      continue
    }
    place.missed += 1
    if (place.missed < missedToSteal || !place.isVisible) continue
    place.missed = 0
    place.wantsSteal = true
    place.line.abort()
  }
}

const beatSchema = z.object({ type: z.literal('beat') })
