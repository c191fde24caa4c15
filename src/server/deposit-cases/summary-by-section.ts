import { sql } from 'kysely'
import type { DepositSummaryRow } from '#contract/deposit-cases.ts'
import { depositCaseDescription, depositCostKeys } from '#contract/books/deposit-cases.ts'
import { inSectionOrder, type DepositRange } from '#domain/deposit-summary.ts'
import type { Database } from '../db/client.ts'
import { allOf } from '../db/lists/conditions.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'

/** The report's figures as `summariseBySection` reckons them, added up by the database. */
export async function readSummaryBySection(db: Database, range: DepositRange): Promise<DepositSummaryRow[]> {
  const sums = depositCostKeys.map((key) => sql`coalesce(sum(${sql.ref(`r.${key}`)}), 0) as ${sql.ref(key)}`)
  const costs = depositCostKeys.map((key) => sql`coalesce(${sql.ref(`r.${key}`)}, 0)`)
  const result = await sql<DepositSummaryRow>`
    select r.business_section, ${sql.join(sums)}, sum(${sql.join(costs, sql` + `)}) as sum, count(*) as count
    from deposit_case r where ${allOf(dayRangeConditions(depositCaseDescription, { ...range }))} group by r.business_section
  `.execute(db)
  return inSectionOrder(result.rows)
}
