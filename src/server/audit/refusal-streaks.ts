import type { Database } from '../db/client.ts'
import { countInWindow } from '../db/count-in-window.ts'

/** Length of a streak from its first refusal, in seconds; later refusals begin a new one. */
const streakSeconds = 600

/**
 * Maximum rows of one kind in that time over all streaks, so that requests from ten thousand
 * addresses fill neither table nor disk.
 */
export const maxRowsPerStreak = 100

export type Streak = { count: number; since: string }

export interface RefusalStreaks {
  /**
   * Counts a refusal of `who`. Returns the streak when it deserves a trail row: at `first` and at
   * ten, a hundred … times as many. Otherwise null.
   */
  count(caller: string): Promise<(Streak & { isLastRow: boolean }) | null>
}

/**
 * Condenses many refusals into few rows that still state their number, shared by all server
 * processes on the database; one statement per refusal.
 */
export function createRefusalStreaks(db: Database, { kind, first }: { kind: string; first: number }): RefusalStreaks {
  return {
    async count(caller) {
      const streak = await countInWindow(db, `${kind} by ${caller}`, streakSeconds)
      if (!shouldRecord(streak.count, first)) return null
      const rows = await countInWindow(db, `${kind}, rows`, streakSeconds)
      if (rows.count > maxRowsPerStreak) return null
      const isLastRow = rows.count === maxRowsPerStreak
      return { count: streak.count, since: streak.since.toISOString(), isLastRow }
    },
  }
}

function shouldRecord(count: number, first: number): boolean {
  let rowAt = first
  while (rowAt < count) rowAt *= 10
  return rowAt === count
}

/** Identifies an IPv6 caller by its /64 network, because one connection has 2^64 addresses. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  return `${[...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...behind].slice(0, 4).join(':')}::/64`
}
