import { createWakeSignal, type WakeSignal } from '../../timing/wake-signal.ts'
import type { SendResult } from './drain-step.ts'
import type { Outbox } from '../open-outbox.ts'
import type { StoredOp } from '../stored-op.ts'

export interface DrainRun {
  readonly holder: string
  readonly isStolen: boolean
  /**
   * Aborted when the lock is lost or the drainer stops: running requests are given up, their leases
   * stay for the next holder.
   */
  readonly signal: AbortSignal
  /** True: return when nothing can be sent any more; false: go on until aborted. */
  readonly isOnce: boolean
}

/** The entries of one request: one entry is a plain call, several are a batch. */
export type Parcel = readonly [StoredOp, ...StoredOp[]]

/** State of a running drain loop beyond the outbox itself. */
export interface Loop {
  readonly outbox: Outbox
  readonly run: DrainRun
  readonly wake: WakeSignal
  /** Requests in transit, each with its entries. */
  readonly inFlight: Set<Parcel>
  results: SendResult[]
  /** Set while answers wait for others. */
  answerWait: 'waiting' | 'over' | null
  /** Durably marked by us, not sent yet. */
  marked: StoredOp[]
  plan: StoredOp[]
  /** Something changed since the plan was made. */
  isStale: boolean
  nextDueAt: number | null
  /** Consecutive failures without any answer. */
  failures: number
  /** Identifies the current pause. */
  pause: symbol | null
  /** Identifies the period in which every entry is sent as a plain call. */
  batchPause: symbol | null
  /** Consecutive batches without a proper batch answer. */
  batchFailures: number
  /** The last batch was answered. */
  hasBatched: boolean
  isRefreshing: boolean
  /** The server asks for a newer app: nothing more is sent until requested. */
  isOutdated: boolean
  /** Consecutive session renewals that were followed by another 401. */
  renewals: number
}

export function makeLoop(outbox: Outbox, run: DrainRun): Loop {
  return {
    outbox,
    run,
    wake: createWakeSignal(outbox.runtime),
    inFlight: new Set(),
    results: [],
    answerWait: null,
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

/** Plans again after a change. */
export function onChange(loop: Loop): void {
  loop.isStale = true
  loop.wake.notify()
}
