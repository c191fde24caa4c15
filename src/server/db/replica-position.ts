import { sql } from 'kysely'
import { type Database, prepared } from './client.ts'

/** Which cluster, timeline and database a connection reaches. Equal texts are the same history. */
type History = string

/** Position of the primary's log. Whatever was acknowledged before it was read precedes it. */
export interface PrimaryPosition {
  readonly history: History
  readonly lsn: bigint
  /** The primary's clock. */
  readonly at: string
}

export interface ReplicaPosition {
  readonly history: History
  /** End of the last replayed log record; null if the server is not a replica. */
  readonly lsn: bigint | null
  readonly isPaused: boolean
  /** When the last replayed transaction was committed, by the primary's clock; null if none was. */
  readonly replayedUntil: string | null
}

/**
 * Whether a read may use the replica: `ready` has replayed everything up to the primary's position,
 * `behind` hasn't yet. The others need an operator.
 */
export type ReplicaState = 'ready' | 'behind' | 'paused' | 'other_history' | 'no_replica'

export function judgeReplica(primary: PrimaryPosition, replica: ReplicaPosition): ReplicaState {
  if (replica.lsn === null) return 'no_replica'
  if (replica.history !== primary.history) return 'other_history'
  if (replica.lsn >= primary.lsn) return 'ready'
  return replica.isPaused ? 'paused' : 'behind'
}

/** One log segment; replaying more takes longer than a read waits. */
const nearBytes = 16n * 1024n * 1024n

export function isNear(primary: PrimaryPosition, { lsn }: ReplicaPosition): boolean {
  return lsn !== null && primary.lsn - lsn <= nearBytes
}

/**
 * Age of the replica's data in seconds, at most: after a pause without writes, the first write
 * counts from the one before it. Null if the replica replayed nothing since it started, or does not
 * follow this primary.
 */
export function measureLag(primary: PrimaryPosition, replica: ReplicaPosition): number | null {
  if (replica.lsn === null || replica.history !== primary.history) return null
  if (replica.lsn >= primary.lsn) return 0
  if (replica.replayedUntil === null) return null
  return Math.max(0, (Date.parse(primary.at) - Date.parse(replica.replayedUntil)) / 1000)
}

/**
 * Fails on a server that is itself a replica.
 *
 * The insert position and not the flush position: with `synchronous_commit = off` in any session, a
 * write is acknowledged before it is flushed.
 */
export async function readPrimaryPosition(primary: Database): Promise<PrimaryPosition> {
  const { rows } = await sql<PositionRow & { segment_offset: number; at: string }>`${prepared}
    with position as materialized (select pg_current_wal_insert_lsn() as lsn)
    select (${systemId}) as system, (${databaseId}) as database, lsn::text, clock_timestamp() as at, file_offset as segment_offset,
      ('x' || left(file_name, 8))::bit(32)::int as timeline
    from position, pg_walfile_name_offset(lsn)`.execute(primary)
  const [row] = rows
  if (!row) throw new Error('the primary returned no position')
  const lsn = parseLsn(row.lsn)
  return { history: toHistory(row), lsn: lsn - countHeaderBytes(lsn, row.segment_offset), at: row.at }
}

/**
 * The timeline of the last restart point or flushed page, so after a failover up to a checkpoint
 * interval passes until the replica counts as following the new primary.
 */
export async function readReplicaPosition(replica: Database): Promise<ReplicaPosition> {
  const { rows } = await sql<
    PositionRow & { is_replica: boolean; is_paused: boolean | null; until: string | null }
  >`${prepared}
    select (${systemId}) as system, (${databaseId}) as database, pg_is_in_recovery() as is_replica,
      (select min_recovery_end_timeline from pg_control_recovery()) as timeline, pg_last_xact_replay_timestamp() as until,
      case when pg_is_in_recovery() then pg_is_wal_replay_paused() end as is_paused,
      coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn`.execute(replica)
  const [row] = rows
  if (!row) throw new Error('the replica returned no position')
  const lsn = row.is_replica ? parseLsn(row.lsn) : null
  return { history: toHistory(row), lsn, isPaused: row.is_paused === true, replayedUntil: row.until }
}

interface PositionRow {
  system: string
  timeline: number
  database: number
  lsn: string
}

const systemId = sql`select system_identifier::text from pg_control_system()`
const databaseId = sql`select oid::int8 from pg_database where datname = current_database()`

/**
 * HAZARD: log positions of two histories cannot be compared. Copies of a cluster share the system
 * identifier, and the epoch of `meta` is the same in both after a failover.
 */
function toHistory({ system, timeline, database }: PositionRow): History {
  return `${system}/${timeline}/${database}`
}

/** '1/A0000028' → the position in bytes. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const pageBytes = 8192n

/**
 * After a record that fills a page, the insert position is past the header of the next page, while
 * the end of the replayed record is before it. No record ends within a header.
 */
export function countHeaderBytes(lsn: bigint, segmentOffset: number): bigint {
  if (segmentOffset === 40) return 40n
  return lsn % pageBytes === 24n ? 24n : 0n
}
