import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { backoffMs } from '#mirror/timing/backoff.ts'
import type { UnstoredValues } from './unstored-values.ts'

/** Longest pause between two retries in ms, short enough for someone who has just made room. */
const maxPauseMs = 30_000

export interface RetryLoop {
  /** Retries within a second; call it when something may have freed space. */
  schedule(): void
  stop(): void
}

type WatchedValues = Pick<UnstoredValues, 'count' | 'subscribe' | 'retry'>
type CopyStatusSource = Pick<OfflineCopy, 'getStatus' | 'subscribeStatus'> & {
  readonly outbox: Pick<OfflineCopy['outbox'], 'getEntries' | 'subscribe'>
}

/**
 * Retries values the device had no room for, with growing pauses, and within a second when
 * something may have freed space.
 */
export function retryUnstoredValues(
  values: WatchedValues,
  copy: CopyStatusSource,
  random: () => number = Math.random,
): RetryLoop {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let isRunning = false
  let isStopped = false

  function scheduleNext() {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isStopped || isRunning || values.count() === 0) return
    timer = setTimeout(() => void attempt(), backoffMs(failures + 1, random(), { maxMs: maxPauseMs }))
  }

  async function attempt() {
    timer = null
    isRunning = true
    try {
      await values.retry()
    } finally {
      isRunning = false
    }
    failures = values.count() === 0 ? 0 : failures + 1
    scheduleNext()
  }

  function schedule() {
    if (values.count() === 0 || failures === 0) return
    failures = 0
    scheduleNext()
  }

  const stops = [
    values.subscribe(() => {
      if (timer === null) scheduleNext()
    }),
    onSpaceFreed(copy, schedule),
  ]
  scheduleNext()
  return {
    schedule,
    stop() {
      isStopped = true
      scheduleNext()
      for (const stop of stops) stop()
    },
  }
}

/**
 * Notifies when this device stores something again after a failure, or when the outbox has shrunk.
 */
function onSpaceFreed(copy: CopyStatusSource, listener: () => void): () => void {
  let wasFull = isStorageFull(copy)
  let entries = copy.outbox.getEntries().length
  const stops = [
    copy.subscribeStatus(() => {
      const isFullNow = isStorageFull(copy)
      if (wasFull && !isFullNow) listener()
      wasFull = isFullNow
    }),
    copy.outbox.subscribe(() => {
      const { length } = copy.outbox.getEntries()
      if (length < entries) listener()
      entries = length
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function isStorageFull(copy: CopyStatusSource): boolean {
  const { lacksRoom, storageProblem } = copy.getStatus()
  return lacksRoom || storageProblem !== null
}
