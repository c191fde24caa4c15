import { sql, type RawBuilder } from 'kysely'

/** An instant in the text form that is hashed (`SealedRow`). */
export function instantText(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** Columns of a trail row (alias `a`) as a `SealedRow`; null when there is no row. */
export const sealedColumns = sql`
  ${instantText(sql`a.at`)} as at, a.user_id::text as user_id, a.user_name, a.address, a.act, a.collection,
  a.record_id::text as record_id, a.subject, a.detail::text as detail`

/** Columns of a link (alias `l`) as a `SealedLink`, and its hash. */
export const linkColumns = sql`
  l.number, l.form, l.epoch::text as epoch, ${instantText(sql`l.made_at`)} as made_at, l.row_count, l.first_seq::text as first_seq,
  l.last_seq::text as last_seq, ${instantText(sql`l.first_at`)} as first_at, ${instantText(sql`l.last_at`)} as last_at,
  encode(l.rows_hash, 'hex') as rows_hash, encode(l.previous, 'hex') as previous, l.settled_below::text as settled_below, encode(l.hash, 'hex') as hash`
