import { sql, type RawBuilder } from 'kysely'
import { orderingOf, type ListTotal } from '#contract/records/list-question.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../client.ts'
import { visibleRows, type Reader } from '../owned-rows.ts'
import { allOf } from './conditions.ts'
import type { ListDescription, ListQuestion } from './list-description.ts'
import { describedConditions } from './described-filters.ts'
import { findPage, findWordsPage, orderBy, rowOf, totalOf } from './find-page.ts'
import { readSortKeys } from './list-order.ts'
import { searchFew } from './search-few.ts'

/** An opened list with its conditions, over its table under the alias `r`. */
export interface OpenList {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
}

export type ListPage = { results: AnyRecord[] } & ListTotal

/**
 * A list request. `reader` limits the rows of collections that are owned row by row; `today` is the
 * office's day.
 */
export interface ListRequest<Question> {
  readonly question: Question
  readonly reader?: Reader | undefined
  readonly today: string
}

type Paged = { readonly page: number; readonly page_size: number }

/**
 * One page of a list and the total count. All list endpoints use this. A page beyond the end is
 * empty.
 */
export async function readListPage<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question & Paged>,
): Promise<ListPage> {
  const { question } = query
  const range = { offset: (question.page - 1) * question.page_size, limit: question.page_size }
  const condition = await readCondition(db, list, query)
  const keys = await readSortKeys(db, list, orderingOf(question))
  const hasWords = list.search !== undefined && Boolean(question.search?.trim())
  const found = await (hasWords ? findWordsPage : findPage)(db, list, { condition, keys, range })
  return { results: found.rows, ...totalOf(found, range) }
}

/** All rows of a list, for endpoints and sheets that return it whole. */
export async function readWholeList<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question>,
): Promise<AnyRecord[]> {
  const { condition, order } = await openList(db, list, query)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${rowOf(list)} as row from ${sql.table(list.collection.table)} r where ${condition} order by ${order}
  `.execute(db)
  return rows.map(({ row }) => row)
}

/**
 * The conditions and order of a list, for callers that read it differently (a sheet through a
 * cursor).
 */
export async function openList<Question extends ListQuestion>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question>,
): Promise<OpenList> {
  const condition = await readCondition(db, list, query)
  return { condition, order: orderBy(await readSortKeys(db, list, orderingOf(query.question))) }
}

async function readCondition<Question extends ListQuestion>(
  db: Database,
  { collection, filters, search: findStored }: ListDescription<Question>,
  { question, reader, today }: ListRequest<Question>,
): Promise<RawBuilder<boolean>> {
  if (collection.owned && !reader) throw new Error(`whose ${collection.name} are asked for?`)
  const search = question.search?.trim() ? question.search : ''
  const [filtered = [], found = []] = await Promise.all([
    filters?.(db, question, today),
    search && findStored?.(db, search),
  ])
  const visible = reader ? [visibleRows(collection, reader, 'r')] : []
  const query = Object.fromEntries(Object.entries(question))
  const described = describedConditions(collection.description, query)
  const condition = allOf([...visible, ...described, ...filtered, ...(found || [])])
  if (findStored) return condition
  return allOf([condition, ...(await searchFew(db, collection, { query, condition }))])
}
