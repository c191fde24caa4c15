import { probeSchema } from '#contract/sync.ts'
import type { Clock } from '../runtime.ts'
import { askServer, type Request } from './ask-server.ts'
import type { PullOutcome } from './pull.ts'
import { readEvents } from './read-events.ts'

export interface ConnectionLoop {
  /** Something happened that may have brought news or the network back: pull now, whatever the backoff. */
  wake(): void
  setVisible(isVisible: boolean): void
}

export interface LoopContext {
  readonly runtime: Clock
  readonly request: Request
  readonly signal: AbortSignal
  pull(): Promise<PullOutcome>
  onConnection(connection: 'online' | 'offline' | 'checking'): void
}

/** While nothing is heard of changes, the mirror is looked after this often, so that "in sync" stays true to the minute. */
const calmPullMs = 30_000
/** Still under a minute: a tab in the background may be the one that pulls for the tab in front. */
const hiddenPullMs = 50_000
/** Pulls follow one another no closer: while many edits are replayed, here or by a colleague, each pull takes in many of them. The first news is pulled at once. */
const gapMs = 500
/** A device whose stream others of the same person have replaced lives on the calm pulls for so long. */
const replacedRestMs = 300_000
const firstBackoffMs = 1_000
const longestBackoffMs = 60_000

/**
 * Keeps the mirror up to date until stopped: probe, pull, listen, pull again on every event. Only an answered probe counts as being online; `navigator.onLine`
 * is not asked. Being hidden slows the loop down but never stops it.
 */
export function startConnectionLoop(context: LoopContext): ConnectionLoop {
  const bell = createBell()
  let isVisible = true
  run(context, bell, () => isVisible).catch((error: unknown) => {
    if (!context.signal.aborted) throw error
  })
  return {
    wake: bell.ring,
    setVisible(visible) {
      if (visible && !isVisible) bell.ring()
      isVisible = visible
    },
  }
}

async function run(context: LoopContext, bell: Bell, isVisible: () => boolean): Promise<void> {
  const { runtime, signal } = context
  let failures = 0
  while (!signal.aborted) {
    // A ring left over from before this look would end every pause at once, and the loop would spin.
    bell.silence()
    const isReached = await isServerThere(context)
    if (signal.aborted) return
    context.onConnection(isReached ? 'online' : 'offline')
    // After a connection that worked the first look is taken at once; a probe that is answered while nothing else is proves little.
    if (isReached && (await stayConnected(context, bell, isVisible))) failures = 0
    else failures += 1
    if (failures === 0) continue
    // What rang during an attempt that failed (every new stream says hello) would end the pause before it began.
    bell.silence()
    const backoff = Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 6))
    await bell.heard(runtime, Math.max(250, runtime.random() * backoff), signal)
  }
}

async function isServerThere({ request }: LoopContext): Promise<boolean> {
  return (await askServer(request, '/api/sync/probe', { schema: probeSchema })).kind === 'ok'
}

/** Pulls on every event, ring of the bell and at calm intervals, until a pull does not get through. Answers whether any did. */
async function stayConnected(context: LoopContext, bell: Bell, isVisible: () => boolean): Promise<boolean> {
  const { runtime, signal } = context
  const listening = new AbortController()
  const stop = () => listening.abort()
  signal.addEventListener('abort', stop, { once: true })
  const ear: Ear = { isBusy: false, failures: 0 }
  let hasPulled = false
  try {
    while (!signal.aborted) {
      bell.silence()
      if (!ear.isBusy) void listen(context, bell, { ear, signal: listening.signal })
      const pulledAt = runtime.now()
      if ((await context.pull()) !== 'done') return hasPulled
      hasPulled = true
      await bell.heard(runtime, isVisible() ? calmPullMs : hiddenPullMs, signal)
      // Counted from the start of the last pull; a clock that was set back makes no gap longer.
      const early = Math.min(gapMs, gapMs - (runtime.now() - pulledAt))
      if (early > 0) await runtime.wait(early, signal).catch(() => undefined)
    }
    return hasPulled
  } finally {
    signal.removeEventListener('abort', stop)
    listening.abort()
  }
}

/** The one event stream of a connection. `isBusy`: it is open, or rests before it is asked for again. */
interface Ear {
  isBusy: boolean
  /** Streams in a row on which nothing was heard: something on the way does not let events through. */
  failures: number
}

/**
 * Hears events until their stream ends, then rests: whoever asks again at once, where something on the way refuses events, hammers the server. Rings at the
 * end of a stream that spoke, because news may have gone by, and after the rest, so that it is asked for again.
 */
async function listen(context: LoopContext, bell: Bell, one: { ear: Ear; signal: AbortSignal }): Promise<void> {
  const { runtime, request } = context
  const { ear, signal } = one
  ear.isBusy = true
  let isReplaced = false
  const hasHeard = await readEvents(runtime, request, {
    signal,
    onEvent: ({ type }) => {
      isReplaced ||= type === 'replaced'
      bell.ring()
    },
  })
  if (signal.aborted) return
  ear.failures = hasHeard ? 0 : ear.failures + 1
  if (hasHeard) bell.ring()
  const rest = Math.min(calmPullMs, (1_000 + runtime.random() * 4_000) * 2 ** ear.failures)
  await runtime.wait(isReplaced ? replacedRestMs : rest, signal).catch(() => undefined)
  if (signal.aborted) return
  ear.isBusy = false
  bell.ring()
}

/** Rung by many, heard by one; a ring while nobody listens is heard at once. */
interface Bell {
  ring(): void
  silence(): void
  /** Resolves at a ring, after `ms`, or when stopped. */
  heard(runtime: Clock, ms: number, signal: AbortSignal): Promise<void>
}

function createBell(): Bell {
  let isRung = false
  let wakeUp: (() => void) | null = null
  return {
    ring() {
      isRung = true
      wakeUp?.()
    },
    silence() {
      isRung = false
    },
    async heard(runtime, ms, signal) {
      if (isRung || signal.aborted) return
      const over = new AbortController()
      const stop = () => over.abort()
      signal.addEventListener('abort', stop, { once: true })
      const rung = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const elapsed = runtime.wait(ms, over.signal).catch(() => undefined)
      await Promise.race([rung, elapsed])
      wakeUp = null
      over.abort()
      signal.removeEventListener('abort', stop)
    },
  }
}
