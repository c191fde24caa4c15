import { sql, type RawBuilder } from 'kysely'
import { countedExactly, type ListTotal } from '#contract/list-question.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../client.ts'
import { visibleRows, type Reader } from '../owned-rows.ts'
import { joinedJson, recordJson } from '../record-json.ts'
import { allOf } from './conditions.ts'
import type { AnyList, ListDescription, ListQuestion } from './list-description.ts'
import { describedConditions } from './described-filters.ts'
import { readSortKeys, type SortKey } from './list-order.ts'
import { searchFew } from './search-few.ts'

/** A list as somebody asked for it, over its table under the alias `r`. */
export interface OpenList {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
}

export type ListPage = { results: AnyRecord[] } & ListTotal

/** What a list is asked with. `reader` decides which rows there are where a collection is owned row by row; `today` is the office's day. */
export interface AskedList<Question> {
  readonly question: Question
  readonly reader?: Reader | undefined
  readonly today: string
}

type Paged = { readonly page: number; readonly page_size: number }

/**
 * One page of a list, and how many rows there are: the one way in which every list endpoint is read. A page beyond the end is empty.
 */
export async function readListPage<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  asked: AskedList<Question & Paged>,
): Promise<ListPage> {
  const { question } = asked
  const range = { offset: (question.page - 1) * question.page_size, limit: question.page_size }
  const condition = await readCondition(db, list, asked)
  const found = await findPage(db, list, { condition, keys: await readSortKeys(db, list, question.ordering), range })
  return { results: found.rows, ...totalOf(found, range) }
}

/** All rows of a list, for one that is answered or written to a sheet whole. */
export async function readWholeList<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  asked: AskedList<Question>,
): Promise<AnyRecord[]> {
  const { condition, order } = await openList(db, list, asked)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${rowOf(list)} as row from ${sql.table(list.collection.table)} r where ${condition} order by ${order}
  `.execute(db)
  return rows.map(({ row }) => row)
}

/** What the list's own rows must hold and how they stand, for whoever reads them in another way (a sheet through a cursor). */
export async function openList<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  asked: AskedList<Question>,
): Promise<OpenList> {
  const condition = await readCondition(db, list, asked)
  return { condition, order: orderBy(await readSortKeys(db, list, asked.question.ordering)) }
}

async function readCondition<Question extends ListQuestion>(
  db: Database,
  { collection, filters, search: findStored }: ListDescription<Question>,
  { question, reader, today }: AskedList<Question>,
): Promise<RawBuilder<boolean>> {
  if (collection.owned && !reader) throw new Error(`whose ${collection.name} are asked for?`)
  const search = question.search?.trim() ? question.search : ''
  const [filtered = [], found = []] = await Promise.all([
    filters?.(db, question, today),
    search && findStored?.(db, search),
  ])
  const visible = reader ? [visibleRows(collection, reader, 'r')] : []
  const described = describedConditions(collection.description, Object.fromEntries(Object.entries(question)))
  const condition = allOf([...visible, ...described, ...filtered, ...(found || [])])
  if (search === '' || findStored) return condition
  return allOf([condition, ...(await searchFew(db, collection, { search, condition }))])
}

function rowOf({ collection, isBare }: AnyList): RawBuilder<AnyRecord> {
  return isBare ? recordJson(collection, 'r') : joinedJson(collection, 'r')
}

function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ value, direction }) => sql`${value} ${direction}`))
}

interface Range {
  readonly offset: number
  readonly limit: number
}

interface FoundPage {
  /** Exact up to `countedExactly`, else one more than that. */
  readonly counted: number
  readonly rows: AnyRecord[]
  readonly has_more: boolean
}

/**
 * One statement, so that page and number are of one moment. It first finds the rows as the database finds them soonest, at most one more than are counted exactly.
 * Were those all, the page is sorted out of them: a rare word never has the whole table walked in the list's order. Were there more, such rows stand close together,
 * and the list is walked in its order, which an index gives for the usual ones. Only ids are handled until the page is known; CASE evaluates the one way it needs.
 */
async function findPage(
  db: Database,
  list: AnyList,
  { condition, keys, range }: { condition: RawBuilder<boolean>; keys: readonly SortKey[]; range: Range },
): Promise<FoundPage> {
  const table = sql.table(list.collection.table)
  const names = keys.map((_, at) => sql.ref(`k${at}`))
  const values = keys.map(({ value }, at) => sql`${value} as ${names[at]}`)
  const foundOrder = sql.join(keys.map(({ direction }, at) => sql`${names[at]} ${direction}`))
  const limits = sql`limit ${range.limit + 1} offset ${range.offset}`
  const { rows } = await sql<FoundPage>`
    with found as materialized (
      select r.id, ${sql.join(values)} from ${table} r where ${condition} limit ${sql.lit(countedExactly + 1)}
    ), counted as materialized (
      select count(*)::int as n from found
    ), page as materialized (
      select case when n <= ${sql.lit(countedExactly)}
        then array(select id from found order by ${foundOrder} ${limits})
        else array(select r.id from ${table} r where ${condition} order by ${orderBy(keys)} ${limits})
      end as ids from counted
    )
    select n as counted, cardinality(ids) > ${range.limit} as has_more, (
      select coalesce(json_agg(${rowOf(list)} order by shown.place), '[]')
      from unnest(ids[:${range.limit}::int]) with ordinality shown (id, place) join ${table} r on r.id = shown.id
    ) as rows from page, counted
  `.execute(db)
  const [page] = rows
  if (!page) throw new Error('a count answers one row')
  return page
}

/**
 * Beyond what is counted, the number still covers the page and the row after it: a plain client that goes on until it has `total_count` rows gets every one. Its last
 * page tells the number exactly.
 */
function totalOf({ counted, rows, has_more }: FoundPage, { offset, limit }: Range): ListTotal {
  if (counted <= countedExactly) return { total_count: counted }
  if (!has_more && rows.length > 0) return { total_count: offset + rows.length }
  return {
    total_count: has_more ? Math.max(countedExactly, offset + limit + 1) : countedExactly,
    total_is_at_least: true,
  }
}
