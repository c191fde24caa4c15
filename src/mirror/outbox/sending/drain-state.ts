import { createWakeSignal, type WakeSignal } from '../../timing/wake-signal.ts'
import type { SendResult } from './drain-step.ts'
import type { Outbox } from '../open-outbox.ts'
import type { StoredOp } from '../stored-op.ts'

export interface DrainRun {
  readonly holder: string
  readonly isStolen: boolean
  /** Aborted when the lock is lost or the drainer stops: running requests are given up, their leases stay for the next holder. */
  readonly signal: AbortSignal
  /** True: return when nothing can be sent any more; false: go on until aborted. */
  readonly isOnce: boolean
}

/** What travels in one request: one entry is a plain call, several are a batch. */
export type Parcel = readonly [StoredOp, ...StoredOp[]]

/** What a running drain loop knows beyond the outbox itself. */
export interface Loop {
  readonly outbox: Outbox
  readonly run: DrainRun
  readonly wake: WakeSignal
  /** Requests on the wire, each with the entries in it. */
  readonly inFlight: Set<Parcel>
  results: SendResult[]
  /** Set while answers wait for others. */
  gathering: 'waiting' | 'over' | null
  /** Durably marked by us, not on the wire yet. */
  marked: StoredOp[]
  plan: StoredOp[]
  /** Something changed since the plan was made. */
  isStale: boolean
  nextDueAt: number | null
  /** Failures without any answer in between. */
  failures: number
  /** Marks the pause under way. */
  pause: symbol | null
  /** Marks the time in which every entry goes as a call of its own. */
  batchPause: symbol | null
  /** Batches in a row that were not answered as batches are. */
  batchFailures: number
  /** The last batch that came back was answered. */
  hasBatched: boolean
  isRefreshing: boolean
  /** The server wants a newer app: nothing more goes out before somebody asks for it. */
  isOutdated: boolean
  /** Times the session was renewed and the next answer was a 401 again. */
  renewals: number
}

export function makeLoop(outbox: Outbox, run: DrainRun): Loop {
  return {
    outbox,
    run,
    wake: createWakeSignal(outbox.runtime),
    inFlight: new Set(),
    results: [],
    gathering: null,
    marked: [],
    plan: [],
    isStale: true,
    nextDueAt: null,
    failures: 0,
    pause: null,
    batchPause: null,
    batchFailures: 0,
    hasBatched: false,
    isRefreshing: false,
    isOutdated: false,
    renewals: 0,
  }
}

/** Something changed: look again what may go. */
export function noticeChange(loop: Loop): void {
  loop.isStale = true
  loop.wake.give()
}
