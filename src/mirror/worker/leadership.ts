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
  const { runtime, channel } = candidacy
  const over = new AbortController()
  const state = { isLeader: false, isVisible: true, missed: 0, line: new AbortController(), wantsSteal: false }
  const stopListening = channel.listen((message) => {
    if (beatSchema.safeParse(message).success) state.missed = 0
  })

  async function queue(): Promise<void> {
    while (!over.signal.aborted) {
      const term = new AbortController()
      state.line = new AbortController()
      const how: LockOptions = state.wantsSteal ? { steal: true } : { signal: state.line.signal }
      state.wantsSteal = false
      const endTerm = () => {
        state.line.abort()
        term.abort()
      }
      over.signal.addEventListener('abort', endTerm, { once: true })
      try {
        await runtime.locks.request(candidacy.lock, how, () => hold(term.signal))
      } catch (error) {
        if (!isAbort(error) && !over.signal.aborted) {
          candidacy.onBug(error)
          await runtime.wait(beatMs, over.signal).catch(() => undefined)
        }
      } finally {
        term.abort()
        over.signal.removeEventListener('abort', endTerm)
      }
    }
  }

  async function hold(signal: AbortSignal): Promise<void> {
    if (signal.aborted || over.signal.aborted) return
    state.isLeader = true
    try {
      await candidacy.lead(signal)
    } finally {
      state.isLeader = false
    }
  }

  async function beat(): Promise<void> {
    while (!over.signal.aborted) {
      await runtime.wait(beatMs, over.signal)
      if (state.isLeader) {
        channel.post({ type: 'beat' })
        continue
      }
      state.missed += 1
      if (state.missed < missedToSteal || !state.isVisible) continue
      state.missed = 0
      state.wantsSteal = true
      state.line.abort()
    }
  }

  void queue()
  beat().catch(() => undefined)
  return {
    isLeader: () => state.isLeader,
    setVisible(isVisible) {
      state.isVisible = isVisible
    },
    stop() {
      stopListening()
      over.abort()
    },
  }
}

const beatSchema = z.object({ type: z.literal('beat') })

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
