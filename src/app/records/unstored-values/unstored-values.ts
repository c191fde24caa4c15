import { useSyncExternalStore } from 'react'
import { onSignOut } from '#app/session/session-channel.ts'
import type { UnstoredCells, UnstoredRegistry } from '#app/ui/data-table/pending/unstored-registry.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { computeBackoffMs } from '#mirror/runtime/timing.ts'

/**
 * All table input on this page that the device had no room for. In memory only; leaving the page
 * loses it.
 */
interface UnstoredValues extends UnstoredRegistry {
  /** Number of records with such values; each will become an outbox entry. */
  count(): number
  /**
   * Number of these records that are lost on going to that page, because their tables aren't on it.
   */
  countBeyond(pathname: string): number
  subscribe(listener: () => void): () => void
  /** Tries to store them, table by table. */
  retry(): Promise<void>
  /** Discards them, except those of that page; the caller has asked the user. */
  release(pathname?: string): void
}

/**
 * One table. A closed one stays until its values are stored, discarded, or taken over by the next
 * table with its id.
 */
interface Registration {
  readonly tableId: string
  readonly pathname: string
  readonly cells: UnstoredCells
  readonly stop: () => void
  isOpen: boolean
}

/** Starts empty. `currentPath` returns the current page's path. */
export function createUnstoredValues(currentPath: () => string): UnstoredValues {
  const listeners = new Set<() => void>()
  const registrations = new Set<Registration>()

  function notify() {
    for (const listener of [...listeners]) listener()
  }

  function remove(registration: Registration) {
    registration.stop()
    registrations.delete(registration)
  }

  function register(tableId: string, cells: UnstoredCells): () => void {
    const pathname = currentPath()
    const registration = { tableId, pathname, cells, stop: cells.subscribeUnstored(notify), isOpen: true }
    for (const before of registrations) {
      const isSameTable = !before.isOpen && before.tableId === tableId && before.pathname === pathname
      if (before.cells === cells) remove(before)
      else if (isSameTable && before.cells.unstoredRows().length > 0) void moveCells(before, registration)
    }
    registrations.add(registration)
    return () => {
      // A table's last edit may end while it closes, so an empty table is only removed when the
      // next one closes.
      for (const existing of registrations)
        if (!existing.isOpen && existing.cells.unstoredRows().length === 0) remove(existing)
      registration.isOpen = false
    }
  }

  async function moveCells(from: Registration, to: Registration): Promise<void> {
    // Wait for a retry in progress, so that no value is stored twice.
    await from.cells.retryUnstored()
    if (!registrations.has(to)) return
    to.cells.adoptUnstored(from.cells.releaseUnstored())
    remove(from)
    notify()
  }

  return {
    register,
    count: () => countUnstored(registrations),
    countBeyond: (pathname) =>
      countUnstored([...registrations].filter((registration) => registration.pathname !== pathname)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async retry() {
      for (const { cells } of [...registrations]) await cells.retryUnstored()
    },
    release(pathname) {
      for (const registration of [...registrations])
        if (registration.pathname !== pathname) registration.cells.releaseUnstored()
    },
  }
}

function countUnstored(registrations: Iterable<Registration>): number {
  let sum = 0
  for (const { cells } of registrations) sum += cells.unstoredRows().length
  return sum
}

/** The unstored values of this browser tab. */
export const unstoredValues = createUnstoredValues(() => location.pathname)

onSignOut(() => unstoredValues.release())

/** Number of records with values the device had no room for. */
export function useUnstoredCount(): number {
  return useSyncExternalStore(unstoredValues.subscribe, unstoredValues.count)
}

/** Longest pause between two retries in ms, short enough for someone who has just made room. */
const maxPauseMs = 30_000

interface RetryLoop {
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
    timer = setTimeout(() => void attempt(), computeBackoffMs(failures + 1, random(), { maxMs: maxPauseMs }))
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
  let entryCount = copy.outbox.getEntries().length
  const stops = [
    copy.subscribeStatus(() => {
      const isFullNow = isStorageFull(copy)
      if (wasFull && !isFullNow) listener()
      wasFull = isFullNow
    }),
    copy.outbox.subscribe(() => {
      const { length } = copy.outbox.getEntries()
      if (length < entryCount) listener()
      entryCount = length
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function isStorageFull(copy: CopyStatusSource): boolean {
  const { storeFailure, storageProblem } = copy.getStatus()
  return storeFailure === 'full' || storageProblem !== null
}
