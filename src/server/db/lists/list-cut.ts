import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../client.ts'
import { allOf } from './conditions.ts'
import type { AnyList } from './list-description.ts'
import type { SortKey } from './list-order.ts'

/** Rough number of sampled rows. */
const sampled = 3000

/**
 * The condition of a question, limited to the part of the list that should contain the first
 * `needed` matches. The limit is estimated from a sample of the table, with a margin, as a value of
 * the list's default order, which is indexed. Undefined for another order, or when too few rows
 * match for this to pay off. HAZARD: it is an estimate. Fewer matches than needed above the cut say
 * nothing about the rows below.
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
  // Placed first so that it is evaluated first: rows below the cut cost a comparison, not a text
  // search.
  const isAbove = sql<boolean>`${first.value} ${sql.raw(first.isDescending ? '>=' : '<=')} ${cut}`
  return allOf([first.isEmptyFirst ? sql<boolean>`(${isEmpty} or ${isAbove})` : isAbove, condition])
}
