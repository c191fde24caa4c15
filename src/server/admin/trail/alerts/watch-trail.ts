import { sql, type Transaction } from 'kysely'
import { findAlerts, type FoundAlert, type WatchedRow, userKeyOf } from '#domain/trail/find-alerts.ts'
import type { Database } from '#server/db/client.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { type LinkRange, readEarlierRows, readKnownNetworks, readNewRows } from './watched-rows.ts'

/** Arbitrary constant, unique among the advisory locks of this database. */
const watchLock = 66_757_102
const rowsAtOnce = 5000

/**
 * Searches chain links not yet examined for 이상 징후, in batches: links are ordered, appear once and
 * never change. One process works at a time, and an alert found twice is one row by its occasion.
 * Returns the number of alerts found.
 */
export async function watchTrail(db: Database, newId: () => string): Promise<number> {
  for (let found = 0; ;) {
    const step = await db.transaction().execute((trx) => watchSome(trx, newId))
    if (step === null) return found
    found += step
  }
}

/** Null when nothing is left or another process holds the lock. */
async function watchSome(trx: Transaction<Tables>, newId: () => string): Promise<number | null> {
  const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(watchLock)}) as held`.execute(
    trx,
  )
  if (lock.rows[0]?.held !== true) return null
  const links = await nextLinks(trx)
  if (links === null) return null
  const rows = await readNewRows(trx, links)
  const alerts = await judge(trx, rows)
  for (const alert of alerts) await keep(trx, alert, newId())
  await sql`insert into trail_watch (link) values (${links.until}) on conflict (only_row) do update set link = excluded.link`.execute(
    trx,
  )
  return alerts.length
}

async function nextLinks(trx: Transaction<Tables>): Promise<LinkRange | null> {
  const { rows } = await sql<{ after: number; number: number; before: number }>`
    with place as (select coalesce((select link from trail_watch), 0) as after),
    next as (select number, row_count from trail_link, place where number > place.after order by number limit 500)
    select place.after, next.number, (sum(next.row_count) over (order by next.number) - next.row_count)::int as before from next, place
    order by next.number`.execute(trx)
  const batch = rows.filter(({ before }) => before < rowsAtOnce)
  const last = batch.at(-1)
  return last ? { after: last.after, until: last.number } : null
}

async function judge(trx: Transaction<Tables>, fresh: readonly WatchedRow[]): Promise<readonly FoundAlert[]> {
  if (fresh.length === 0) return []
  const earlier = await readEarlierRows(trx, fresh)
  const rows = [...earlier, ...fresh].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.seq - b.seq)
  const movers = fresh.filter(({ act, user_id }) => user_id !== null && (act === 'sign_in' || act === 'copy'))
  const knownNetworks = await readKnownNetworks(trx, [...Map.groupBy(movers, userKeyOf).values()])
  return findAlerts(rows, knownNetworks)
}

async function keep(trx: Transaction<Tables>, { rule, occasion, last, firstSeq, count }: FoundAlert, id: string) {
  await trx
    .insertInto('trail_alert')
    .values({
      id,
      occasion,
      rule,
      at: last.at,
      user_id: last.user_id,
      user_name: last.user_name,
      address: last.address,
      first_seq: firstSeq,
      last_seq: last.seq,
      count,
      detail: null,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute()
}
