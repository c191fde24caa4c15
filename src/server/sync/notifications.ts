/** When those who listen are told that something changed. */
export interface Tellings {
  /** Something changed. They are told at once in a quiet moment, in gaps while changes go on, and always after the last. */
  news(): void
  /** Tells them once more in a moment; when that is asked for again and again without news, less and less soon. */
  later(): void
  stop(): void
}

/** `inOffice`: how many listen at all processes of the office together, as far as is known. */
export function createNotifications(listeners: ReadonlySet<() => void>, inOffice: () => number): Tellings {
  let waiting: NodeJS.Timeout | undefined
  let laterMs = soonMs
  const notify = inGaps(
    () => gapFor(Math.max(listeners.size, inOffice())),
    () => notifyInGroups(listeners, Math.max(1, inOffice() / Math.max(1, listeners.size))),
  )
  return {
    news() {
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

/** Devices that pull because of one another's edits ask an office's servers no more often than this together, about: all of them read one database. */
const pullsPerSecond = 200
const minGapMs = 50
/** News that is older than this feels late. */
const maxGapMs = 1000

/** Every telling makes every listener pull: the more there are, the more edits one telling stands for. */
export function gapFor(listeners: number): number {
  return Math.min(maxGapMs, Math.max(minGapMs, (listeners * 1000) / pullsPerSecond))
}

/** Those who are told at once pull at once, and wait for each other's answers together with everybody else's requests. */
const smallestGroup = 20
const maxGroups = 10
const betweenGroupsMs = 20
/** The last group hears of it well before the next news. */
const maxTimes = 4

/** `times`: so many times as many listen in the whole office, where every process tells its own at the same moment. */
function notifyInGroups(listeners: ReadonlySet<() => void>, times: number): void {
  const all = [...listeners]
  const size = Math.max(smallestGroup, Math.ceil(all.length / maxGroups))
  const notifyFrom = (start: number) => {
    // Who has left meanwhile is told no more.
    for (const listener of all.slice(start, start + size)) if (listeners.has(listener)) listener()
    if (start + size < all.length)
      setTimeout(notifyFrom, betweenGroupsMs * Math.min(times, maxTimes), start + size).unref()
  }
  notifyFrom(0)
}

/** What holds a change back is most often the row of an audit trail, over in a few milliseconds; an import may take a minute. */
const soonMs = 250
const latestMs = 4000

/** Runs `act` at once, then at most once per gap; a call during the gap is answered at its end. */
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
