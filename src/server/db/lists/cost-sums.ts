import { sql, type RawBuilder } from 'kysely'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'

/**
 * The columns of `Costs` summed over the alias `r`, like `domain/deposit-cases/cost-summary.ts`.
 */
export function costSums(): RawBuilder<unknown> {
  const sums = costKeys.map((key) => sql`coalesce(sum(${sql.ref(`r.${key}`)}), 0) as ${sql.ref(key)}`)
  const costs = costKeys.map((key) => sql`coalesce(${sql.ref(`r.${key}`)}, 0)`)
  return sql`${sql.join(sums)}, sum(${sql.join(costs, sql` + `)}) as sum, count(*) as count`
}
