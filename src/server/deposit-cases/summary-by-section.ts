import { sql } from 'kysely'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { CostSummaryRow } from '#contract/cost-summary.ts'
import { inSectionOrder, type CostRange } from '#domain/cost-summary.ts'
import type { Database } from '../db/client.ts'
import { allOf } from '../db/lists/conditions.ts'
import { costSums } from '../db/lists/cost-sums.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'

/** The report's figures as `summariseBySection` reckons them, added up by the database. */
export async function readSummaryBySection(db: Database, range: CostRange): Promise<CostSummaryRow[]> {
  const result = await sql<CostSummaryRow>`
    select r.business_section, ${costSums()} from deposit_case r
    where ${allOf(dayRangeConditions(depositCaseDescription, { ...range }))} group by r.business_section
  `.execute(db)
  return inSectionOrder(result.rows)
}
