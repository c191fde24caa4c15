import { type RawBuilder, sql } from 'kysely'
import { topUpStatus } from '#contract/books/quick-delivery.ts'
import type { DeliveryBalance } from '#contract/quick-delivery/quick-delivery.ts'
import type { Database } from '#server/db/client.ts'

// The rules of domain/quick-delivery/quick-balance.ts in SQL; a test compares the two.

/** `computeBalanceEffect` of the row under `alias`. */
function effectSql(alias: string): RawBuilder<number> {
  const [status, amount] = [sql.ref(`${alias}.status`), sql.ref(`${alias}.amount`)]
  return sql<number>`case when ${status} = ${sql.lit(topUpStatus)} then coalesce(${amount}, 0) else -coalesce(${amount}, 0) end`
}

/**
 * The running balance of the single row under `alias`. Its own effect is taken from the row,
 * because in RETURNING the table still has the state before the write.
 */
export function buildRunningBalance(alias: string): RawBuilder<number> {
  const [id, createdAt] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.created_at`)]
  return sql<number>`(
    select coalesce(sum(${effectSql('earlier')}), 0)::bigint from quick_delivery earlier
    where (earlier.created_at, earlier.id) < (${createdAt}, ${id}) and earlier.id <> ${id}
  ) + ${effectSql(alias)}`
}

/** The balance after each of these records, by id, computed in one pass over the ledger. */
export async function readRunningBalances(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  return ids.length === 0 ? new Map() : await readLedger(db, sql`id = any(${sql.val(ids)}::uuid[])`)
}

/** The balance after every record, by id. */
export function readAllRunningBalances(db: Database): Promise<Map<string, number>> {
  return readLedger(db, sql`true`)
}

async function readLedger(db: Database, condition: RawBuilder<unknown>): Promise<Map<string, number>> {
  const result = await sql<{ id: string; balance: number }>`
    select id, balance from (
      select q.id, (sum(${effectSql('q')}) over (order by q.created_at, q.id))::bigint as balance from quick_delivery q
    ) ledger
    where ${condition}
  `.execute(db)
  return new Map(result.rows.map(({ id, balance }) => [id, balance]))
}

/** `computeBalance` over all records. */
export async function readBalance(db: Database): Promise<DeliveryBalance> {
  const isTopUp = sql`status = ${sql.lit(topUpStatus)}`
  const result = await sql<Pick<DeliveryBalance, 'total_balance' | 'total_amount'>>`
    select coalesce(sum(amount) filter (where ${isTopUp}), 0)::bigint as total_balance,
      coalesce(sum(amount) filter (where not ${isTopUp}), 0)::bigint as total_amount
    from quick_delivery
  `.execute(db)
  const { total_balance, total_amount } = result.rows[0] ?? { total_balance: 0, total_amount: 0 }
  return { total_balance, total_amount, available_balance: total_balance - total_amount }
}
