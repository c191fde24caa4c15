import { sql, type RawBuilder } from 'kysely'
import { maxListed, type ReviewFigures } from '#contract/trail/trail-reviews.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { daysOfReview } from '#domain/trail/review-months.ts'
import type { Database } from '#server/db/client.ts'
import { countsCopyOnce } from '../trail-conditions.ts'

/** Condition that a column's instant lies in a month of the office's time zone. */
export function inMonth(column: RawBuilder<unknown>, month: string): RawBuilder<boolean> {
  const { first, last } = daysOfReview(month)
  const begin = (day: string) => sql`${`${day}T00:00:00+09:00`}::timestamptz`
  return sql<boolean>`(${column} >= ${begin(first)} and ${column} < ${begin(addDays(last, 1))})`
}

const readExportReason = sql<boolean>`a.act in ('export', 'print')`
const reason = sql<string | null>`nullif(trim(a.detail->>'reason'), '')`
/** SQL counterpart of `isNight` and `isSunday` in #domain/trail/find-alerts.ts. */
const isUnusualHour = sql<boolean>`(extract(hour from a.at at time zone 'Asia/Seoul') not between 6 and 21
  or extract(dow from a.at at time zone 'Asia/Seoul') = 0)`

/** Figures of a month, read on one snapshot. */
export async function readFigures(db: Database, month: string): Promise<ReviewFigures> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const within = sql<boolean>`(${inMonth(sql`a.at`, month)} and ${countsCopyOnce('a')})`
      const acts = await sql<ReviewFigures['acts'][number]>`
        select a.act, count(*)::int as count from audit a where ${within} group by a.act order by 2 desc, 1`.execute(
        snapshot,
      )
      const people = await sql<ReviewFigures['people'][number]>`
        select a.user_name, count(*)::int as count,
          (count(*) filter (where a.act in ('reveal', 'find_number')))::int as reveals,
          (count(*) filter (where ${readExportReason}))::int as taken_out,
          (count(*) filter (where a.act in ('not_permitted', 'proof_refused')))::int as refusals,
          (count(*) filter (where ${isUnusualHour}))::int as unusual_hours
        from audit a where ${within} and a.user_id is not null group by a.user_id, a.user_name order by 2 desc, 1 limit 200`.execute(
        snapshot,
      )
      const roles = await sql<ReviewFigures['role_changes'][number]>`
        select a.at, a.user_name, a.subject from audit a where ${within} and a.act = 'role_change' order by a.at limit ${maxListed}`.execute(
        snapshot,
      )
      return {
        rows: acts.rows.reduce((sum, { count }) => sum + count, 0),
        acts: acts.rows,
        people: people.rows,
        role_changes: roles.rows,
        taken_out: await readTakenOut(snapshot, within),
      }
    })
}

async function readTakenOut(snapshot: Database, within: RawBuilder<boolean>): Promise<ReviewFigures['taken_out']> {
  const counts = await sql<{ count: number; without_reason: number }>`
    select count(*)::int as count, (count(*) filter (where ${reason} is null))::int as without_reason
    from audit a where ${within} and ${readExportReason}`.execute(snapshot)
  const { rows: listed } = await sql<ReviewFigures['taken_out']['listed'][number]>`
    select a.seq, a.at, a.user_name, a.act, a.collection, ${reason} as reason
    from audit a where ${within} and ${readExportReason} order by a.at, a.seq limit ${maxListed}`.execute(snapshot)
  return { count: 0, without_reason: 0, ...counts.rows[0], listed }
}
