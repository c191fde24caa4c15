import { sql, type RawBuilder } from 'kysely'
import { countedExactly, type ListTotal } from '#contract/records/list-question.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../client.ts'
import { joinedJson, recordJson } from '../record-json.ts'
import type { AnyList } from './list-description.ts'
import type { SortKey } from './list-order.ts'
import { readCut } from './list-cut.ts'

/** Condition, order and range of a page request. */
export interface PageQuestion {
  readonly condition: RawBuilder<boolean>
  readonly keys: readonly SortKey[]
  readonly range: Range
  /**
   * The condition plus a limit on how far down the list's order to read (list-cut.ts). Absent: no
   * limit.
   */
  readonly cut?: RawBuilder<boolean>
}

interface Range {
  readonly offset: number
  readonly limit: number
}

export interface FoundPage {
  /** Exact up to `countedExactly`, otherwise some number above it. */
  readonly counted: number
  readonly rows: AnyRecord[]
  readonly has_more: boolean
}

/**
 * One statement, so that page and count are consistent. It first collects matching rows by the
 * fastest plan, one more than are counted exactly. If that is all of them, the page is sorted from
 * them, so a rare value never causes a walk through the whole table. If there are more, matches are
 * dense and the list is walked in its order, usually by an index. Only ids are handled until the
 * page is known; CASE evaluates only the branch it needs.
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

/**
 * `findPage` for text searches, where checking a row is expensive: reads no further down the list
 * than necessary.
 */
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

/** Undefined when the rows above the cut are not enough. */
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

/**
 * Rows needed above the cut. On deep pages the page query also yields the count, so it needs more
 * than `countedExactly`.
 */
function neededOf({ range }: PageQuestion): number {
  const last = range.offset + range.limit + 1
  return isNear(range) ? last : Math.max(countedExactly + 1, last)
}

function isNear({ offset, limit }: Range): boolean {
  return 2 * (offset + limit) < countedExactly
}

/**
 * Without a cut, all matches are collected by the fastest plan and sorted. `offset 0` keeps the
 * planner from walking the list's order, which a rare word would walk to the end.
 */
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

/**
 * `parts`: common table expressions, of which `page` holds the count `n` and the `ids` of the page
 * plus one row.
 */
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
  if (!page) throw new Error('the count returned no row')
  return page
}

/** The sort keys as columns `k0`, `k1` … of a subquery, and the order by them. */
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
 * Beyond the exact count, the number covers the page and one more row, so that a plain client that
 * reads until it has `total_count` rows gets all of them. Its last page has the exact number.
 */
export function totalOf({ counted, rows, has_more }: FoundPage, { offset, limit }: Range): ListTotal {
  if (counted <= countedExactly) return { total_count: counted }
  if (!has_more && rows.length > 0) return { total_count: offset + rows.length }
  return {
    total_count: has_more ? Math.max(countedExactly, offset + limit + 1) : countedExactly,
    total_is_at_least: true,
  }
}
