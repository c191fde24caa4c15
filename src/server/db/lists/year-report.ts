import { type RawBuilder, sql } from 'kysely'
import { costKeys, type YearFigures, type YearReport } from '#contract/deposit-cases/cost-summary.ts'
import {
  createEmptyFigures,
  listComparedMonths,
  resolveComparedDays,
  sortYearRows,
  type YearReportParams,
} from '#domain/deposit-cases/cost-summary.ts'
import type { Database } from '../client.ts'

/** A book under the alias `r`, the SQL counterpart of the domain's `YearBook`. */
export interface YearSource {
  /** `deposit_case r`, with the join that names a person. */
  readonly from: RawBuilder<unknown>
  readonly person: RawBuilder<string>
  readonly isCompleted: RawBuilder<boolean>
  readonly isUnpaid: RawBuilder<boolean>
}

type PeriodRow = YearFigures & { key: string; is_current: boolean }

/** The year report of the domain's `reportYear`, computed by the database. */
export async function readYearReport(db: Database, source: YearSource, params: YearReportParams): Promise<YearReport> {
  const { current, before } = resolveComparedDays(params)
  const day = sql.ref(`r.${params.date_field}`)
  const key = params.by === 'month' ? sql`extract(month from ${day})::int::text` : source.person
  const cost = sql.join(
    costKeys.map((costKey) => sql`coalesce(${sql.ref(`r.${costKey}`)}, 0)`),
    sql` + `,
  )
  const [counted, undated] = await Promise.all([
    sql<PeriodRow>`
      select ${key} as key, ${day} >= ${current.first} as is_current, count(*) as count,
        count(*) filter (where ${source.isCompleted}) as completed, coalesce(sum(r.fees), 0) as fees,
        coalesce(sum(${cost}) filter (where ${source.isUnpaid}), 0) as unpaid
      from ${source.from}
      where ${day} between ${current.first} and ${current.last} or ${day} between ${before.first} and ${before.last}
      group by 1, 2
    `.execute(db),
    sql<{ count: number }>`select count(*) as count from ${source.from} where ${day} is null`.execute(db),
  ])
  const keys = new Set([
    ...(params.by === 'month' ? listComparedMonths(params) : []),
    ...counted.rows.map((row) => row.key),
  ])
  const findFigures = (label: string, isCurrent: boolean): YearFigures => {
    const row = counted.rows.find((candidate) => candidate.key === label && candidate.is_current === isCurrent)
    if (!row) return createEmptyFigures()
    const { count, completed, fees, unpaid } = row
    return { count, completed, fees, unpaid }
  }
  const rows = [...keys].map((label) => ({
    key: label,
    current: findFigures(label, true),
    before: findFigures(label, false),
  }))
  return { rows: sortYearRows(rows, params.by), undated: undated.rows[0]?.count ?? 0 }
}

/**
 * The columns of `Costs` summed over the alias `r`, like `domain/deposit-cases/cost-summary.ts`.
 */
export function selectCostSums(): RawBuilder<unknown> {
  const sums = costKeys.map((key) => sql`coalesce(sum(${sql.ref(`r.${key}`)}), 0) as ${sql.ref(key)}`)
  const costs = costKeys.map((key) => sql`coalesce(${sql.ref(`r.${key}`)}, 0)`)
  return sql`${sql.join(sums)}, sum(${sql.join(costs, sql` + `)}) as sum, count(*) as count`
}
