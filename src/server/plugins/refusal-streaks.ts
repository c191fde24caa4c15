/** So long a streak runs from its first refusal; what comes later begins a new one. */
export const streakMs = 600_000

/** Rows of one kind in that time, over all streaks: whoever asks from ten thousand addresses fills neither table nor disk. */
export const mostRowsPerStreakTime = 100

/** Streaks remembered at a time; the oldest is forgotten for a new one. */
const mostStreaks = 10_000

export type Streak = { count: number; since: string }

export interface RefusalStreaks {
  /** Counts a refusal of somebody (`who`). Answers the streak when it is worth a row: at `first`, and at ten, a hundred … times as many. Else null. */
  count(who: string, now: Date): (Streak & { isLastRow: boolean }) | null
}

/** Makes many refusals few rows that still tell how many there were. Counts in this process alone. */
export function createRefusalStreaks({ first }: { first: number }): RefusalStreaks {
  const streaks = new Map<string, { count: number; since: number; rowAt: number }>()
  const rows = { written: 0, since: 0 }

  function streakOf(who: string, now: number) {
    const known = streaks.get(who)
    if (known && now - known.since < streakMs) return known
    streaks.delete(who)
    const [oldest] = streaks.keys()
    if (streaks.size >= mostStreaks && oldest !== undefined) streaks.delete(oldest)
    const fresh = { count: 0, since: now, rowAt: first }
    streaks.set(who, fresh)
    return fresh
  }

  return {
    count(who, at) {
      const now = at.getTime()
      const streak = streakOf(who, now)
      streak.count += 1
      if (streak.count < streak.rowAt) return null
      streak.rowAt *= 10
      if (now - rows.since >= streakMs) Object.assign(rows, { written: 0, since: now })
      if (rows.written >= mostRowsPerStreakTime) return null
      rows.written += 1
      return {
        count: streak.count,
        since: new Date(streak.since).toISOString(),
        isLastRow: rows.written === mostRowsPerStreakTime,
      }
    },
  }
}

/** Whoever has an IPv6 connection has 2^64 addresses; the network is who they are. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  return `${[...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind].slice(0, 4).join(':')}::/64`
}
