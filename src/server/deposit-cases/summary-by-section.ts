import { sql } from 'kysely'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { CostSummaryRow } from '#contract/cost-summary.ts'
import { inSectionOrder, type CostRange } from '#domain/cost-summary.ts'
import type { Database } from '../db/client.ts'
import { allOf } from '../db/lists/conditions.ts'
import { costSums } from '../db/lists/cost-sums.ts'
import type { YearSource } from '../db/lists/year-report.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'

/** The report's figures as `summariseBySection` reckons them, added up by the database. */
export async function readSummaryBySection(db: Database, range: CostRange): Promise<CostSummaryRow[]> {
  const result = await sql<CostSummaryRow>`
    select r.business_section, ${costSums()} from deposit_case r
    where ${allOf(dayRangeConditions(depositCaseDescription, { ...range }))} group by r.business_section
  `.execute(db)
  return inSectionOrder(result.rows)
}

/** The report of a year as `reportYear` reckons it. */
export const depositYear: YearSource = {
  from: sql`deposit_case r`,
  person: sql<string>`trim(r.business_manager)`,
  isCompleted: sql<boolean>`r.status = 'completed'`,
  isUnpaid: sql<boolean>`r.cost_request_at is not null and r.deposit_at is null`,
}
