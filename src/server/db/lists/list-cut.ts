import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../client.ts'
import { allOf } from './conditions.ts'
import type { AnyList } from './list-description.ts'
import type { SortKey } from './list-order.ts'

/** About so many rows are looked at. */
const sampled = 3000

/**
 * The condition of a question, and with it how far down the list the first `needed` rows that pass will stand. A sample of the table tells, with something to spare; it says
 * so by the value of the list's usual order, which an index finds. Undefined when the rows stand in another order, or when too few of them pass to be worth it. HAZARD: it
 * is an estimate. Fewer rows than needed above the cut say nothing of the rows below.
 */
export async function readCut(
  db: Database,
  list: AnyList,
  question: { condition: RawBuilder<boolean>; keys: readonly SortKey[]; needed: number },
): Promise<RawBuilder<boolean> | undefined> {
  const { condition, keys, needed } = question
  const [first] = keys
  const defaultKey = list.defaultOrder?.replace(/^-/, '') ?? list.collection.description.order?.[0]?.field
  if (!first || first.key !== defaultKey) return undefined
  const table = sql.table(list.collection.table)
  const ofTable = sql`from pg_class where oid = ${list.collection.table}::regclass`
  const share = sql`(select ${sql.lit(sampled)} / greatest(reltuples, ${sql.lit(sampled)}) ${ofTable})`
  const { rows } = await sql<{ cut: string | null }>`
    select ${first.value}::text as cut from ${table} r tablesample system (100 * ${share})
    where ${condition} order by ${first.value} ${first.direction} limit 1
    offset (select ceil(hits + 5 * sqrt(hits)) from (select ${needed} * ${share} as hits) expected)
  `.execute(db)
  const cut = rows[0]?.cut
  const isEmpty = sql<boolean>`${first.value} is null`
  if (cut === null && first.isEmptyFirst) return allOf([isEmpty, condition])
  if (cut === null || cut === undefined) return undefined
  // First, because it is looked at first: rows below the cut cost a comparison, not a look at their words.
  const isAbove = sql<boolean>`${first.value} ${sql.raw(first.isDescending ? '>=' : '<=')} ${cut}`
  return allOf([first.isEmptyFirst ? sql<boolean>`(${isEmpty} or ${isAbove})` : isAbove, condition])
}
