import type { ServerTrouble } from '#contract/admin/server-trouble.ts'
import { probeSchema } from '#contract/sync/sync.ts'
import type { Clock, Runtime } from '../runtime.ts'
import { backoffMs } from '../timing/backoff.ts'
import { withDeadline } from '../timing/deadline.ts'
import { createWakeSignal, type WakeSignal } from '../timing/wake-signal.ts'
import { askServer, type Request } from './ask-server.ts'
import type { PullOutcome } from './pull-changes.ts'
import { readEvents } from './read-events.ts'

export interface ConnectionLoop {
  /** Something happened that may have brought news or the network back: pull now, whatever the backoff. */
  wake(): void
  setVisible(isVisible: boolean): void
  /** Resolves when it has stopped. */
  readonly ended: Promise<void>
}

export interface LoopContext {
  readonly runtime: Clock & Pick<Runtime, 'hasNetwork'>
  readonly request: Request
  readonly signal: AbortSignal
  pull(): Promise<PullOutcome>
  /** `trouble`: why the probe was not answered. */
  onConnection(connection: 'online' | 'offline', trouble: ServerTrouble | null): void
  /** A task of this person went on: nothing to pull. */
  onTask(): void
}

/** While nothing is heard of changes, the mirror is looked after this often, so that "in sync" stays true to the minute. */
const calmPullMs = 30_000
/** Still under a minute: a tab in the background may be the one that pulls for the tab in front. */
const hiddenPullMs = 50_000
/** Pulls follow one another no closer: while many edits are replayed, here or by a colleague, each pull takes in many of them. The first news is pulled at once. */
const gapMs = 500
/** A device whose stream others of the same person have replaced lives on the calm pulls for so long. */
const replacedRestMs = 300_000
const maxPauseMs = 60_000
const minPauseMs = 250
/** A probe is a few bytes: whoever takes longer does not answer. */
const probePatienceMs = 20_000

/**
 * Keeps the mirror up to date until stopped: probe, pull, listen, pull again on every event. Only an answered probe counts as being online; `navigator.onLine`
 * decides nothing, it only tells no network from a server that is away. Being hidden slows the loop down but never stops it.
 */
export function startConnectionLoop(context: LoopContext): ConnectionLoop {
  const wake = createWakeSignal(context.runtime)
  let isVisible = true
  const ended = runLoop(context, wake, () => isVisible)
  return {
    ended,
    wake: wake.give,
    setVisible(visible) {
      if (visible && !isVisible) wake.give()
      isVisible = visible
    },
  }
}

async function runLoop(context: LoopContext, wake: WakeSignal, isVisible: () => boolean): Promise<void> {
  const { runtime, signal } = context
  let failures = 0
  while (!signal.aborted) {
    // A signal left over from before this look would end every pause at once, and the loop would spin.
    wake.clear()
    const { isReached, trouble } = await lookForServer(context)
    if (signal.aborted) return
    context.onConnection(isReached ? 'online' : 'offline', trouble)
    // After a connection that worked the first look is taken at once; a probe that is answered while nothing else is proves little.
    if (isReached && (await stayConnected(context, wake, isVisible))) failures = 0
    else failures += 1
    if (failures === 0) continue
    // What was given during an attempt that failed (every new stream says hello) would end the pause before it began.
    wake.clear()
    const bounds = { minMs: minPauseMs, maxMs: maxPauseMs }
    await wake.wait({ ms: backoffMs(failures + 1, runtime.random(), bounds), signal })
  }
}

async function lookForServer(context: LoopContext): Promise<{ isReached: boolean; trouble: ServerTrouble | null }> {
  const { runtime, request, signal } = context
  const answer = await withDeadline(runtime, { ms: probePatienceMs, signal }, (giveUp) =>
    askServer(request, '/api/sync/probe', {
      schema: probeSchema,
      signal: giveUp,
      hasNetwork: () => runtime.hasNetwork(),
    }),
  )
  if (answer.kind === 'ok') return { isReached: true, trouble: null }
  // A server that wants the second step first is there.
  return { isReached: answer.kind === 'refused' && answer.status === 428, trouble: answer.trouble }
}

/** Pulls on every event, wake signal and at calm intervals, until a pull does not get through. Answers whether any did. */
async function stayConnected(context: LoopContext, wake: WakeSignal, isVisible: () => boolean): Promise<boolean> {
  const { runtime, signal } = context
  const connected = new AbortController()
  const stream: EventStream = {
    signal: AbortSignal.any([signal, connected.signal]),
    isBusy: false,
    failures: 0,
  }
  let hasPulled = false
  try {
    while (!signal.aborted) {
      wake.clear()
      if (!stream.isBusy) void followStream(context, wake, stream)
      const pulledAt = runtime.now()
      if ((await context.pull()) !== 'done') return hasPulled
      hasPulled = true
      await wake.wait({ ms: isVisible() ? calmPullMs : hiddenPullMs, signal })
      // Counted from the start of the last pull; a clock that was set back makes no gap longer.
      const early = Math.min(gapMs, gapMs - (runtime.now() - pulledAt))
      if (early > 0) await runtime.wait(early, signal).catch(() => undefined)
    }
    return hasPulled
  } finally {
    connected.abort()
  }
}

/** The one event stream of a connection. `isBusy`: it is open, or rests before it is asked for again. */
interface EventStream {
  readonly signal: AbortSignal
  isBusy: boolean
  /** Streams in a row on which nothing was heard: something on the way does not let events through. */
  failures: number
}

/**
 * Hears events until their stream ends, then rests: whoever asks again at once, where something on the way refuses events, hammers the server. Wakes the loop at
 * the end of a stream that spoke, because news may have gone by, and after the rest, so that it is asked for again.
 */
async function followStream(
  { runtime, request, onTask }: LoopContext,
  wake: WakeSignal,
  stream: EventStream,
): Promise<void> {
  const { signal } = stream
  stream.isBusy = true
  let isReplaced = false
  const hasHeard = await readEvents(runtime, request, {
    signal,
    onEvent: ({ type }) => {
      if (type === 'task') return onTask()
      isReplaced ||= type === 'replaced'
      wake.give()
    },
  })
  if (signal.aborted) return
  stream.failures = hasHeard ? 0 : stream.failures + 1
  if (hasHeard) wake.give()
  const rest = 1_000 + backoffMs(stream.failures + 3, runtime.random(), { maxMs: calmPullMs })
  await runtime.wait(isReplaced ? replacedRestMs : rest, signal).catch(() => undefined)
  if (signal.aborted) return
  stream.isBusy = false
  wake.give()
}
