/** When to notify the listeners of a change. */
export interface Notifications {
  /**
   * Reports a change. Listeners are notified at once if it is quiet, spaced out while changes
   * continue, and always after the last one.
   */
  changed(): void
  /** Notifies them again shortly, with a growing delay when called repeatedly without `news`. */
  later(): void
  stop(): void
}

/** `inOffice`: the known number of listeners of all processes together. */
export function createNotifications(listeners: ReadonlySet<() => void>, inOffice: () => number): Notifications {
  let waiting: NodeJS.Timeout | undefined
  let laterMs = soonMs
  const notify = inGaps(
    () => gapFor(Math.max(listeners.size, inOffice())),
    () => notifyInGroups(listeners, Math.max(1, inOffice() / Math.max(1, listeners.size))),
  )
  return {
    changed() {
      laterMs = soonMs
      notify()
    },
    later() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        laterMs = Math.min(2 * laterMs, latestMs)
        notify()
      }, laterMs)
      waiting.unref()
    },
    stop: () => clearTimeout(waiting),
  }
}

/** Rough cap on pulls per second in the whole office, because all processes read one database. */
const pullsPerSecond = 200
const minGapMs = 50
/** Maximum delay of a notification. */
const maxGapMs = 1000

/** Every notification makes every listener pull, so more listeners mean a longer gap (ms). */
export function gapFor(listeners: number): number {
  return Math.min(maxGapMs, Math.max(minGapMs, (listeners * 1000) / pullsPerSecond))
}

/**
 * Minimum listeners per group. All listeners of one group pull at the same moment and queue behind
 * each other and other requests.
 */
const smallestGroup = 20
const maxGroups = 10
const betweenGroupsMs = 20
/** Cap on `times`, so that the last group is notified well before the next change. */
const maxTimes = 4

/**
 * `times`: the listeners of the whole office divided by those of this process; every process
 * notifies at the same moment.
 */
function notifyInGroups(listeners: ReadonlySet<() => void>, times: number): void {
  const all = [...listeners]
  const size = Math.max(smallestGroup, Math.ceil(all.length / maxGroups))
  const notifyFrom = (start: number) => {
    // Skips listeners that unsubscribed meanwhile.
    for (const listener of all.slice(start, start + size)) if (listeners.has(listener)) listener()
    if (start + size < all.length)
      setTimeout(notifyFrom, betweenGroupsMs * Math.min(times, maxTimes), start + size).unref()
  }
  notifyFrom(0)
}

/**
 * A change is usually held back by an audit insert of a few milliseconds; an import may take a
 * minute.
 */
const soonMs = 250
const latestMs = 4000

/** Runs `act` at once, then at most once per gap; a call during the gap runs at its end. */
function inGaps(gapMs: () => number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let isWaiting = false
  return function run() {
    if (timer) {
      isWaiting = true
      return
    }
    act()
    timer = setTimeout(() => {
      timer = undefined
      if (!isWaiting) return
      isWaiting = false
      run()
    }, gapMs())
    timer.unref()
  }
}
