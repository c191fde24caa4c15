import { sql, type RawBuilder } from 'kysely'
import { countedExactly, type ListTotal } from '#contract/records/list-question.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../client.ts'
import { joinedJson, recordJson } from '../record-json.ts'
import type { AnyList } from './list-description.ts'
import type { SortKey } from './list-order.ts'
import { readCut } from './list-cut.ts'

/** What is asked of the rows, how they stand, and which of them are wanted. */
export interface PageQuestion {
  readonly condition: RawBuilder<boolean>
  readonly keys: readonly SortKey[]
  readonly range: Range
  /** The condition, and where in the list's order to stop (list-cut.ts). Absent: nowhere. */
  readonly cut?: RawBuilder<boolean>
}

interface Range {
  readonly offset: number
  readonly limit: number
}

export interface FoundPage {
  /** Exact up to `countedExactly`, else some number above. */
  readonly counted: number
  readonly rows: AnyRecord[]
  readonly has_more: boolean
}

/**
 * One statement, so that page and number are of one moment. It first finds the rows as the database finds them soonest, at most one more than are counted exactly.
 * Were those all, the page is sorted out of them: a rare value never has the whole table walked in the list's order. Were there more, such rows stand close together,
 * and the list is walked in its order, which an index gives for the usual ones. Only ids are handled until the page is known; CASE evaluates
 * the one way it needs.
 */
export async function findPage(
  db: Database,
  list: AnyList,
  { condition, keys, range, cut }: PageQuestion,
): Promise<FoundPage> {
  const table = sql.table(list.collection.table)
  const { values, order } = named(keys)
  const parts = sql`
    found as materialized (
      select r.id, ${values} from ${table} r where ${condition} limit ${sql.lit(countedExactly + 1)}
    ), counted as materialized (
      select count(*)::int as n from found
    ), page as materialized (
      select n, case when n <= ${sql.lit(countedExactly)}
        then array(select id from found order by ${order} ${limitsOf(range)})
        else array(select r.id from ${table} r where ${cut ?? condition} order by ${orderBy(keys)} ${limitsOf(range)})
      end as ids from counted
    )
  `
  return await readFound(db, list, { range, parts })
}

/** The same for a question with words, which cost something to look at: no further down the list than it has to be read. */
export async function findWordsPage(db: Database, list: AnyList, question: PageQuestion): Promise<FoundPage> {
  const needed = neededOf(question)
  for (const times of [1, 4]) {
    const cut = await readCut(db, list, { ...question, needed: times * needed })
    const page = cut && (await findPageAbove(db, list, { ...question, cut }))
    if (page) return page
    if (!cut) break
  }
  return await (isNear(question.range) ? findPage : findFarPage)(db, list, question)
}

/** Undefined when not everything that is needed stands above the cut. */
export async function findPageAbove(
  db: Database,
  list: AnyList,
  question: PageQuestion,
): Promise<FoundPage | undefined> {
  if (isNear(question.range)) {
    const page = await findPage(db, list, question)
    return page.counted > countedExactly && !page.has_more ? undefined : page
  }
  const page = await findFarPage(db, list, question)
  return page.counted >= neededOf(question) ? page : undefined
}

/** Far down, the rows that have to be looked at for the page are as many as those for the number: it is told by the same. */
function neededOf({ range }: PageQuestion): number {
  const last = range.offset + range.limit + 1
  return isNear(range) ? last : Math.max(countedExactly + 1, last)
}

function isNear({ offset, limit }: Range): boolean {
  return 2 * (offset + limit) < countedExactly
}

/** Without a cut, all rows that pass are found as the database finds them soonest, and sorted; `offset 0` keeps it from walking the list's order, for a rare word to the end. */
async function findFarPage(db: Database, list: AnyList, question: PageQuestion): Promise<FoundPage> {
  const { condition, keys, range, cut } = question
  const { values, order } = named(keys)
  const passing = sql`
    select r.id, ${values} from ${sql.table(list.collection.table)} r where ${cut ?? condition} ${cut ? sql`` : sql`offset 0`}
  `
  const parts = sql`
    found as materialized (
      select * from (${passing}) passing order by ${order} limit ${neededOf(question)}
    ), page as materialized (
      select (select count(*)::int from found) as n, array(select id from found order by ${order} ${limitsOf(range)}) as ids
    )
  `
  return await readFound(db, list, { range, parts })
}

/** `parts`: common table expressions, of which `page` holds the number `n` of rows found and the `ids` of the page and the row after it. */
async function readFound(
  db: Database,
  list: AnyList,
  { range, parts }: { range: Range; parts: RawBuilder<unknown> },
): Promise<FoundPage> {
  const result = await sql<FoundPage>`
    with ${parts}
    select n as counted, cardinality(ids) > ${range.limit} as has_more, (
      select coalesce(json_agg(${rowOf(list)} order by shown.place), '[]')
      from unnest(ids[:${range.limit}::int]) with ordinality shown (id, place)
      join ${sql.table(list.collection.table)} r on r.id = shown.id
    ) as rows from page
  `.execute(db)
  const [page] = result.rows
  if (!page) throw new Error('a count answers one row')
  return page
}

/** The keys as columns `k0`, `k1` … of a subquery, and their order there. */
function named(keys: readonly SortKey[]) {
  const names = keys.map((_, at) => sql.ref(`k${at}`))
  return {
    values: sql.join(keys.map(({ value }, at) => sql`${value} as ${names[at]}`)),
    order: sql.join(keys.map(({ direction }, at) => sql`${names[at]} ${direction}`)),
  }
}

function limitsOf({ offset, limit }: Range): RawBuilder<unknown> {
  return sql`limit ${limit + 1} offset ${offset}`
}

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ value, direction }) => sql`${value} ${direction}`))
}

export function rowOf({ collection, isBare }: AnyList): RawBuilder<AnyRecord> {
  return isBare ? recordJson(collection, 'r') : joinedJson(collection, 'r')
}

/**
 * Beyond what is counted, the number still covers the page and the row after it: a plain client that goes on until it has `total_count` rows gets every one. Its last
 * page tells the number exactly.
 */
export function totalOf({ counted, rows, has_more }: FoundPage, { offset, limit }: Range): ListTotal {
  if (counted <= countedExactly) return { total_count: counted }
  if (!has_more && rows.length > 0) return { total_count: offset + rows.length }
  return {
    total_count: has_more ? Math.max(countedExactly, offset + limit + 1) : countedExactly,
    total_is_at_least: true,
  }
}
