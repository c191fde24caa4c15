import { type Kysely, sql, type Transaction } from 'kysely'
import type { TrailAct } from '#contract/trail/trail.ts'
import type { Database } from '#server/db/client.ts'
import { countInWindow } from '#server/db/count-in-window.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

export interface NewTrailEntry {
  /** Null when nobody is signed in, or for the server itself. */
  user: { id: string; name: string } | null
  /** Name used when nobody is signed in but the actor is known (a command). */
  userName?: string
  /** Where the request came from (`request.ip`). */
  ipAddress: string | null
  act: TrailAct
  collection?: string
  recordId?: string
  /** The person whose data it was. HAZARD: never a resident number, a card number or a token. */
  subject?: string
  /**
   * Details that help to reconstruct the act: filters of an export, number of rows, changed field
   * keys (not their values).
   */
  detail?: unknown
}

/**
 * Writes one row of the trail. Pass the transaction that makes the change, so that neither
 * exists without the other; a read passes the database itself.
 */
export async function writeTrail(trx: Kysely<Tables>, entry: NewTrailEntry): Promise<void> {
  await trx.insertInto('audit').values(buildTrailRow(entry)).execute()
}

/** The row for an entry, for a statement that inserts it together with something else. */
export function buildTrailRow(entry: NewTrailEntry) {
  return {
    user_id: entry.user?.id ?? null,
    user_name: entry.user?.name ?? entry.userName ?? '',
    address: entry.ipAddress,
    act: entry.act,
    collection: entry.collection ?? null,
    record_id: entry.recordId ?? null,
    subject: entry.subject ?? null,
    detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
  }
}

/**
 * Sets who grants or revokes roles in this transaction, for the trail row that a database trigger
 * writes: the signed-in user or a word for the server.
 */
export async function setRoleActor(
  trx: Transaction<Tables>,
  granter: { id: string; name: string } | string,
): Promise<void> {
  const { id, name } = typeof granter === 'string' ? { id: '', name: granter } : granter
  await sql`select set_config('office.actor_id', ${id}, true), set_config('office.actor', ${name}, true)`.execute(trx)
}

/** A query without empty values, for the `detail` of a list or an export. */
export function withoutEmpty(params: unknown): Record<string, unknown> {
  if (typeof params !== 'object' || params === null) return {}
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''))
}

/** Length of a streak from its first refusal, in seconds; later refusals begin a new one. */
const streakSeconds = 600

/**
 * Maximum rows of one kind in that time over all streaks, so that requests from ten thousand IP
 * addresses fill neither table nor disk.
 */
export const maxRowsPerKind = 100

interface Streak {
  count: number
  since: string
}

export interface RefusalStreaks {
  /**
   * Counts a refusal of `caller`. Returns the streak when it deserves a trail row: at `first` and
   * at ten, a hundred … times as many. Otherwise null.
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
      if (rows.count > maxRowsPerKind) return null
      const isLastRow = rows.count === maxRowsPerKind
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
export function toNetwork(ipAddress: string): string {
  if (!ipAddress.includes(':') || ipAddress.includes('.')) return ipAddress
  const [head = '', tail] = ipAddress.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - tailGroups.length
  return `${[...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tailGroups].slice(0, 4).join(':')}::/64`
}
