import type { ServerFailure } from '#contract/admin/server-failure.ts'
import { probeSchema, type SyncEvent, syncEventSchema } from '#contract/sync/sync.ts'
import type { Clock, Runtime } from '#mirror/runtime/runtime.ts'
import { callAfter, computeBackoffMs, createWakeSignal, type WakeSignal, withDeadline } from '#mirror/runtime/timing.ts'
import { fetchFromServer, type SendRequest } from './fetch-from-server.ts'
import type { PullOutcome } from './pull-changes.ts'

export interface ConnectionLoop {
  /** Pulls now, ignoring the backoff, because there may be changes or a network again. */
  wake(): void
  setVisible(isVisible: boolean): void
  /** Resolves when the loop has stopped. */
  readonly ended: Promise<void>
}

interface LoopContext {
  readonly runtime: Clock & Pick<Runtime, 'hasNetwork'>
  readonly request: SendRequest
  readonly signal: AbortSignal
  pull(): Promise<PullOutcome>
  /** `failure`: why the probe got no valid response. */
  onConnection(connection: 'online' | 'offline', failure: ServerFailure | null): void
  /** One of this user's tasks made progress; there is nothing to pull. */
  onTask(): void
}

/** Pull interval without events, so that "in sync" stays true to the minute. */
const regularPullMs = 30_000
/**
 * Pull interval while hidden. Under a minute, because a background tab may be the leader for the
 * visible one.
 */
const hiddenPullMs = 50_000
/**
 * Minimum gap between pulls, so that during a replay each brings many changes. The first event is
 * pulled at once.
 */
const minPullGapMs = 500
/** How long a device whose stream was replaced by others of the same user relies on polling. */
const replacedRestMs = 300_000
/** Longest pause of a page someone looks at, while there is a network but no server behind it. */
const maxVisiblePauseMs = 10_000
/** Without a network its return wakes the loop; longer pauses spare the battery. */
const maxPauseMs = 60_000
const minPauseMs = 250
/** The probe is a few bytes; a longer wait counts as no response. */
const probeTimeoutMs = 20_000

/**
 * Keeps the mirror up to date until stopped: probes, pulls, listens, and pulls again on every
 * event. Only a successful probe counts as online; `navigator.onLine` only tells a missing network
 * from an unreachable server. Hiding the page slows the loop down but never stops it.
 */
export function startConnectionLoop(context: LoopContext): ConnectionLoop {
  const wake = createWakeSignal(context.runtime)
  let isVisible = true
  const ended = runLoop(context, wake, () => isVisible)
  return {
    ended,
    wake: wake.notify,
    setVisible(visible) {
      if (visible && !isVisible) wake.notify()
      isVisible = visible
    },
  }
}

async function runLoop(context: LoopContext, wake: WakeSignal, isVisible: () => boolean): Promise<void> {
  const { runtime, signal } = context
  let failures = 0
  while (!signal.aborted) {
    // A signal left over from an earlier round would end every pause at once, and the loop would
    // spin.
    wake.clear()
    const { isReached, failure } = await probeServer(context)
    if (signal.aborted) return
    context.onConnection(isReached ? 'online' : 'offline', failure)
    // Retry at once after a connection that worked. A successful probe alone isn't enough.
    if (isReached && (await stayConnected(context, wake, isVisible))) failures = 0
    else failures += 1
    if (failures === 0) continue
    // Wake signals from a failed attempt (every new stream greets) would end the pause before it
    // began.
    wake.clear()
    const maxMs = isVisible() && runtime.hasNetwork() ? maxVisiblePauseMs : maxPauseMs
    const pauseMs = computeBackoffMs(failures + 1, runtime.random(), { minMs: minPauseMs, maxMs })
    await wake.wait({ ms: pauseMs, signal })
  }
}

async function probeServer(context: LoopContext): Promise<{ isReached: boolean; failure: ServerFailure | null }> {
  const { runtime, request, signal } = context
  const response = await withDeadline(runtime, { ms: probeTimeoutMs, signal }, (deadline) =>
    fetchFromServer(request, '/api/sync/probe', {
      schema: probeSchema,
      signal: deadline,
      hasNetwork: () => runtime.hasNetwork(),
    }),
  )
  if (response.kind === 'ok') return { isReached: true, failure: null }
  // A server that requires the second factor is reachable.
  return { isReached: response.kind === 'refused' && response.status === 428, failure: response.failure }
}

/**
 * Pulls on every event and wake signal, and at regular intervals, until a pull fails. Returns
 * whether any pull succeeded.
 */
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
      if (!stream.isBusy) void watchStream(context, wake, stream)
      const pulledAt = runtime.now()
      if ((await context.pull()) !== 'done') return hasPulled
      hasPulled = true
      await wake.wait({ ms: isVisible() ? regularPullMs : hiddenPullMs, signal })
      // Counted from the start of the last pull; a clock that was set back doesn't lengthen the
      // gap.
      const remainingGapMs = Math.min(minPullGapMs, minPullGapMs - (runtime.now() - pulledAt))
      if (remainingGapMs > 0) await runtime.wait(remainingGapMs, signal).catch(() => undefined)
    }
    return hasPulled
  } finally {
    connected.abort()
  }
}

/** The one event stream of a connection. `isBusy`: it is open or pausing before it is reopened. */
interface EventStream {
  readonly signal: AbortSignal
  isBusy: boolean
  /** Consecutive streams without any event, which something between us and the server blocks. */
  failures: number
}

/**
 * Follows events until their stream ends, then pauses so that a server whose events are blocked
 * isn't hammered. Wakes the loop after a stream that delivered events, because some may have been
 * missed, and after the pause, so that the stream is reopened.
 */
async function watchStream(
  { runtime, request, onTask }: LoopContext,
  wake: WakeSignal,
  stream: EventStream,
): Promise<void> {
  const { signal } = stream
  stream.isBusy = true
  let isReplaced = false
  const hasReceived = await readEvents(runtime, request, {
    signal,
    onEvent: ({ type }) => {
      if (type === 'task') return onTask()
      isReplaced ||= type === 'replaced'
      wake.notify()
    },
  })
  if (signal.aborted) return
  stream.failures = hasReceived ? 0 : stream.failures + 1
  if (hasReceived) wake.notify()
  const pauseMs = 1_000 + computeBackoffMs(stream.failures + 3, runtime.random(), { maxMs: regularPullMs })
  await runtime.wait(isReplaced ? replacedRestMs : pauseMs, signal).catch(() => undefined)
  if (signal.aborted) return
  stream.isBusy = false
  wake.notify()
}

/**
 * The server writes at least every 15 s; after three times that without a byte the connection
 * counts as dead.
 */
const idleTimeoutMs = 45_000

/**
 * Reads the server's events until the stream ends, falls silent or is stopped. Uses fetch instead
 * of EventSource to send the token in a header. Resolves with whether any event arrived; never
 * rejects.
 */
async function readEvents(
  runtime: Clock,
  request: SendRequest,
  options: { signal: AbortSignal; onEvent: (event: SyncEvent) => void },
): Promise<boolean> {
  let hasReceived = false
  const controller = new AbortController()
  try {
    const opening = request('/api/sync/events', {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([options.signal, controller.signal]),
    })
    const response = await abortWhenSilent(runtime, opening, controller)
    if (!response.ok || !response.body || !isEventStream(response)) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let pendingText = ''
    for (;;) {
      const { done, value } = await abortWhenSilent(runtime, reader.read(), controller)
      if (done) return hasReceived
      const texts = (pendingText + value).split('\n\n')
      pendingText = texts.pop() ?? ''
      const events = texts.map(parseEvent).filter((event) => event !== null)
      hasReceived ||= events.length > 0
      events.forEach((event) => options.onEvent(event))
    }
  } catch {
    return hasReceived
  } finally {
    controller.abort()
  }
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

async function abortWhenSilent<T>(runtime: Clock, reading: Promise<T>, controller: AbortController): Promise<T> {
  const cancel = callAfter(runtime, { ms: idleTimeoutMs }, () => controller.abort())
  try {
    return await reading
  } finally {
    cancel()
  }
}

function parseEvent(text: string): SyncEvent | null {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n')
  if (data === '') return null
  try {
    return syncEventSchema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
