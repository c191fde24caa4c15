import { sql, type RawBuilder } from 'kysely'
import { countedExactly, type ListTotal } from '#contract/records/list-question.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import type { TrailEntry } from '#contract/trail/trail.ts'
import type { Database } from '#server/db/client.ts'

/** Which rows of the trail: those that stood there before row `newest`, after the last one of the page before. */
export interface TrailRange {
  readonly newest: number
  /** Undefined: from the beginning. */
  readonly after?: Pick<TrailEntry, 'at' | 'seq'> | undefined
  readonly limit: number
}

interface FoundEntries {
  readonly entries: TrailEntry[]
  readonly hasMore: boolean
  /** Of a first page. */
  readonly total?: ListTotal
}

/** Rows that hold `condition`, the newest first, and whether there are more. No resident number leaves here, wherever somebody may have written one. */
export async function readTrail(
  db: Database,
  condition: RawBuilder<boolean>,
  range: TrailRange,
): Promise<FoundEntries> {
  const { rows } = await trailRows(condition, range).execute(db)
  return { entries: rows.slice(0, range.limit).map(withoutNumbers), hasMore: rows.length > range.limit }
}

/** One row more than asked for, where there is one. A device's copy is of all books, so it names none. */
export function trailRows(condition: RawBuilder<boolean>, { newest, after, limit }: TrailRange) {
  const below = after ? sql`(r.at, r.seq) < (${after.at}::timestamptz, ${after.seq}::bigint)` : sql`true`
  return sql<TrailEntry>`
    select r.seq, r.at, r.user_name, r.address, r.act, r.record_id, r.subject, r.detail,
      case when r.act <> 'copy' then r.collection end as collection
    from audit r where ${condition} and r.seq < ${newest}::bigint and ${below}
    order by r.at desc, r.seq desc limit ${limit + 1}`
}

/**
 * The first page, and how many rows there are (decision 36). The rows are found once, as the database finds them soonest; were they few enough to be counted, the page is
 * sorted out of them: a rare word never has the whole trail walked a second time.
 */
export async function readFirstPage(
  db: Database,
  condition: RawBuilder<boolean>,
  { newest, limit }: Pick<TrailRange, 'newest' | 'limit'>,
): Promise<FoundEntries> {
  const { rows } = await sql<{ n: number; seqs: number[] | null }>`
    with found as materialized (
      select r.at, r.seq from audit r where ${condition} and r.seq < ${newest}::bigint limit ${sql.lit(countedExactly + 1)}
    ), counted as materialized (
      select count(*) as n from found
    )
    select n, case when n <= ${sql.lit(countedExactly)}
      then array(select seq from found order by at desc, seq desc limit ${limit}) end as seqs from counted`.execute(db)
  const { n, seqs } = rows[0] ?? { n: 0, seqs: null }
  if (n > countedExactly) {
    const total: ListTotal = { total_count: countedExactly, total_is_at_least: true }
    return { ...(await readTrail(db, condition, { newest, limit })), total }
  }
  const total: ListTotal = { total_count: n }
  const page = await readTrail(db, sql<boolean>`r.seq = any(${seqs ?? []}::bigint[])`, { newest, limit })
  return { ...page, hasMore: n > limit, total }
}

function withoutNumbers(entry: TrailEntry): TrailEntry {
  const { subject, user_name } = entry
  return {
    ...entry,
    user_name: maskResidentNumbers(user_name),
    subject: subject && maskResidentNumbers(subject),
    detail: maskedWithin(entry.detail),
  }
}

function maskedWithin(value: unknown): unknown {
  if (typeof value === 'string') return maskResidentNumbers(value)
  if (Array.isArray(value)) return value.map(maskedWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedWithin(inner)]))
}
