import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { backoffMs } from '#mirror/timing/backoff.ts'
import type { UnkeptValues } from './unkept-values.ts'

/** Longest pause between two retries in ms, short enough for someone who has just made room. */
const maxPauseMs = 30_000

export interface Keeping {
  /** Retries within a second; call it when something may have freed space. */
  soon(): void
  stop(): void
}

type Watched = Pick<UnkeptValues, 'count' | 'subscribe' | 'keep'>
type Beside = Pick<OfflineCopy, 'getStatus' | 'subscribeStatus'> & {
  readonly outbox: Pick<OfflineCopy['outbox'], 'getEntries' | 'subscribe'>
}

/**
 * Retries values the device had no room for, with growing pauses, and within a second when
 * something may have freed space.
 */
export function keepUnkeptValues(values: Watched, copy: Beside, random: () => number = Math.random): Keeping {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let isTrying = false
  let isOver = false

  function plan() {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isOver || isTrying || values.count() === 0) return
    timer = setTimeout(() => void attempt(), backoffMs(failures + 1, random(), { maxMs: maxPauseMs }))
  }

  async function attempt() {
    timer = null
    isTrying = true
    try {
      await values.keep()
    } finally {
      isTrying = false
    }
    failures = values.count() === 0 ? 0 : failures + 1
    plan()
  }

  function soon() {
    if (values.count() === 0 || failures === 0) return
    failures = 0
    plan()
  }

  const stops = [
    values.subscribe(() => {
      if (timer === null) plan()
    }),
    onMoreRoom(copy, soon),
  ]
  plan()
  return {
    soon,
    stop() {
      isOver = true
      plan()
      for (const stop of stops) stop()
    },
  }
}

/**
 * Notifies when this device stores something again after a failure, or when the outbox has shrunk.
 */
function onMoreRoom(copy: Beside, listener: () => void): () => void {
  let wasFull = isShortOfRoom(copy)
  let entries = copy.outbox.getEntries().length
  const stops = [
    copy.subscribeStatus(() => {
      const isNow = isShortOfRoom(copy)
      if (wasFull && !isNow) listener()
      wasFull = isNow
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

function isShortOfRoom(copy: Beside): boolean {
  const { lacksRoom, storageProblem } = copy.getStatus()
  return lacksRoom || storageProblem !== null
}
