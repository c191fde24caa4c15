import { runDrainLoop } from './sending/drain-loop.ts'
import { makeDue, reclaimLeases, releaseHeldForVersion } from './sending/drain-step.ts'
import { rereadOutbox, type Outbox } from './open-outbox.ts'
import { withConnection } from './write-outbox.ts'

export interface Drainer {
  /** Only a visible tab takes the lock away from a holder that has gone silent. */
  setVisible(isVisible: boolean): void
  isHolder(): boolean
  /** Gives the lock up; what was on the wire is sent again by the next holder, under the same opId. */
  stop(): void
}

const heartbeatMs = 5_000

/** Heartbeats missed before the lock is taken away: 20 s of silence while something waits. */
const missedToSteal = 4

/**
 * Takes part in sending: of all tabs and workers the one that holds the lock `drain-<uid>` sends, the others wait in line for it. The holder moves a
 * heartbeat row on every 5 s while something waits; a visible tab that sees it stand still for 20 s steals the lock (a frozen tab keeps its lock but
 * cannot send). Time is counted in own ticks, so that a wrong clock neither steals nor stalls.
 * `onBug`: gets what no one expected; sending is tried again after a pause.
 */
export function startDrainer(
  outbox: Outbox,
  options: { isVisible: boolean; onBug?: (error: unknown) => void },
): Drainer {
  const place: Place = {
    outbox,
    holder: '',
    stopped: new AbortController(),
    isVisible: options.isVisible,
    isHolder: false,
    queue: new AbortController(),
    wantsSteal: false,
    onBug: options.onBug ?? (() => undefined),
  }
  void queueForLock(place)
  void tick(place)
  return {
    setVisible(isVisible) {
      place.isVisible = isVisible
    },
    isHolder: () => place.isHolder,
    stop: () => place.stopped.abort(),
  }
}

export function drainLockName(userId: string): string {
  return `drain-${userId}`
}

/** Asks for sending at once, in whatever tab it happens: pauses end, waiting entries are due, those held for a newer app are tried. */
export async function wakeDrainer(outbox: Outbox): Promise<void> {
  await makeDue(outbox)
  await releaseHeldForVersion(outbox)
  for (const wake of [...outbox.wakes]) wake()
  outbox.channel.post({ type: 'wake' })
}

interface Place {
  readonly outbox: Outbox
  /** Fresh for every term: what an earlier term of ours left on the wire is a stranger's to the next one. */
  holder: string
  readonly stopped: AbortController
  isVisible: boolean
  isHolder: boolean
  /** Aborted to leave the line. */
  queue: AbortController
  wantsSteal: boolean
  readonly onBug: (error: unknown) => void
}

async function queueForLock(place: Place): Promise<void> {
  const { outbox, stopped } = place
  stopped.signal.addEventListener('abort', () => place.queue.abort())
  while (!stopped.signal.aborted) {
    const term = new AbortController()
    const endTerm = () => term.abort()
    stopped.signal.addEventListener('abort', endTerm)
    const isStolen = place.wantsSteal
    place.wantsSteal = false
    place.queue = new AbortController()
    try {
      const how: LockOptions = isStolen ? { steal: true } : { signal: place.queue.signal }
      await outbox.runtime.locks.request(drainLockName(outbox.userId), how, () => hold(place, term.signal, isStolen))
    } catch (error) {
      await afterLoss(place, error)
    } finally {
      // The lock may have been stolen while the loop still runs: it must not send another request.
      term.abort()
      stopped.signal.removeEventListener('abort', endTerm)
    }
  }
}

/** AbortError: the lock was stolen, or we left the line to steal it ourselves. Anything else is a bug; sending must go on all the same. */
async function afterLoss(place: Place, error: unknown): Promise<void> {
  if (error instanceof Error && error.name === 'AbortError') return
  if (place.stopped.signal.aborted) return
  place.onBug(error)
  await place.outbox.runtime.wait(heartbeatMs, place.stopped.signal).catch(() => undefined)
}

async function hold(place: Place, signal: AbortSignal, isStolen: boolean): Promise<void> {
  if (signal.aborted) return
  place.isHolder = true
  place.holder = place.outbox.runtime.newId()
  const lose = () => {
    place.isHolder = false
  }
  signal.addEventListener('abort', lose)
  try {
    // What happened before we held the lock may not have been told to us yet.
    await withConnection(place.outbox, () => rereadOutbox(place.outbox))
    await runDrainLoop(place.outbox, { holder: place.holder, isStolen, signal, isOnce: false })
  } finally {
    lose()
    signal.removeEventListener('abort', lose)
  }
}

/** Every 5 s: the holder shows that it lives, the others look whether it does, and all make sure that they missed nothing. */
async function tick(place: Place): Promise<void> {
  const { outbox, stopped } = place
  const watch = { lastBeat: '', missed: 0, beats: 0 }
  while (!stopped.signal.aborted) {
    const isOver = await outbox.runtime.wait(heartbeatMs, stopped.signal).then(
      () => false,
      () => true,
    )
    if (isOver) return
    // A storage failure shows at the next write, where somebody waits for it; the next tick tries again.
    await beat(place, watch).catch(() => undefined)
  }
}

async function beat(place: Place, watch: { lastBeat: string; missed: number; beats: number }): Promise<void> {
  const { outbox } = place
  const { db } = outbox
  const stamp = await withConnection(outbox, () => db.meta.get('stamp'))
  if (Number(stamp?.value ?? 0) !== outbox.image.stamp) await rereadOutbox(outbox)
  const hasWork = [...outbox.image.opsBySeq.values()].some((op) => op.state === 'queued' || op.state === 'sending')
  if (!hasWork) watch.missed = 0
  if (!hasWork) return
  if (place.isHolder) {
    watch.beats += 1
    await db.meta.put({ key: 'heartbeat', value: `${place.holder}:${watch.beats}` })
    await reclaimLeases(outbox, place.holder, true)
    return
  }
  const last = String((await db.meta.get('heartbeat'))?.value ?? '')
  watch.missed = last === watch.lastBeat ? watch.missed + 1 : 0
  watch.lastBeat = last
  if (watch.missed < missedToSteal || !place.isVisible) return
  watch.missed = 0
  place.wantsSteal = true
  place.queue.abort()
}
