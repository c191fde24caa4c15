import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { countedExactly, type ListTotal } from '#contract/records/list-query.ts'
import type { Sort } from '#contract/records/query.ts'
import { toComparedValue } from '#domain/books/field-values.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { Database } from '../client.ts'
import { buildJoinedJson, selectRecordJson } from '../record-json.ts'
import { type AnyList, commonKeys, joinConditions } from './list-description.ts'

/** Condition, order and range of a page request. */
interface PageQuery {
  readonly condition: RawBuilder<boolean>
  readonly keys: readonly SortKey[]
  readonly range: RowWindow
  /** The condition plus a limit on how far down the list's order to read. Absent: no limit. */
  readonly cut?: RawBuilder<boolean>
}

interface RowWindow {
  readonly offset: number
  readonly limit: number
}

interface FoundPage {
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
  { condition, keys, range, cut }: PageQuery,
): Promise<FoundPage> {
  const table = sql.table(list.book.table)
  const { values, order } = nameSortKeys(keys)
  const parts = sql`
    found as materialized (
      select r.id, ${values} from ${table} r where ${condition} limit ${sql.lit(countedExactly + 1)}
    ), counted as materialized (
      select count(*)::int as n from found
    ), page as materialized (
      select n, case when n <= ${sql.lit(countedExactly)}
        then array(select id from found order by ${order} ${buildLimits(range)})
        else array(select r.id from ${table} r where ${cut ?? condition} order by ${buildOrder(keys)} ${buildLimits(range)})
      end as ids from counted
    )
  `
  return await readPageRows(db, list, { range, parts })
}

/**
 * `findPage` for text searches, where checking a row is expensive: reads no further down the list
 * than necessary.
 */
export async function findSearchPage(db: Database, list: AnyList, query: PageQuery): Promise<FoundPage> {
  const needed = countNeeded(query)
  for (const times of [1, 4]) {
    const cut = await readCut(db, list, { ...query, needed: times * needed })
    const page = cut && (await findPageAbove(db, list, { ...query, cut }))
    if (page) return page
    if (!cut) break
  }
  return await (isNearTop(query.range) ? findPage : findFarPage)(db, list, query)
}

/** Undefined when the rows above the cut are not enough. */
export async function findPageAbove(db: Database, list: AnyList, query: PageQuery): Promise<FoundPage | undefined> {
  if (isNearTop(query.range)) {
    const page = await findPage(db, list, query)
    return page.counted > countedExactly && !page.has_more ? undefined : page
  }
  const page = await findFarPage(db, list, query)
  return page.counted >= countNeeded(query) ? page : undefined
}

/**
 * Rows needed above the cut. On deep pages the page query also yields the count, so it needs more
 * than `countedExactly`.
 */
function countNeeded({ range }: PageQuery): number {
  const last = range.offset + range.limit + 1
  return isNearTop(range) ? last : Math.max(countedExactly + 1, last)
}

function isNearTop({ offset, limit }: RowWindow): boolean {
  return 2 * (offset + limit) < countedExactly
}

/**
 * Without a cut, all matches are collected by the fastest plan and sorted. `offset 0` keeps the
 * planner from walking the list's order, which a rare word would walk to the end.
 */
async function findFarPage(db: Database, list: AnyList, query: PageQuery): Promise<FoundPage> {
  const { condition, keys, range, cut } = query
  const { values, order } = nameSortKeys(keys)
  const passing = sql`
    select r.id, ${values} from ${sql.table(list.book.table)} r where ${cut ?? condition} ${cut ? sql`` : sql`offset 0`}
  `
  const parts = sql`
    found as materialized (
      select * from (${passing}) passing order by ${order} limit ${countNeeded(query)}
    ), page as materialized (
      select (select count(*)::int from found) as n, array(select id from found order by ${order} ${buildLimits(range)}) as ids
    )
  `
  return await readPageRows(db, list, { range, parts })
}

/**
 * `parts`: common table expressions, of which `page` holds the count `n` and the `ids` of the page
 * plus one row.
 */
async function readPageRows(
  db: Database,
  list: AnyList,
  { range, parts }: { range: RowWindow; parts: RawBuilder<unknown> },
): Promise<FoundPage> {
  const result = await sql<FoundPage>`
    with ${parts}
    select n as counted, cardinality(ids) > ${range.limit} as has_more, (
      select coalesce(json_agg(${selectRow(list)} order by shown.place), '[]')
      from unnest(ids[:${range.limit}::int]) with ordinality shown (id, place)
      join ${sql.table(list.book.table)} r on r.id = shown.id
    ) as rows from page
  `.execute(db)
  const [page] = result.rows
  if (!page) throw new Error('the count returned no row')
  return page
}

/** The sort keys as columns `k0`, `k1` … of a subquery, and the order by them. */
function nameSortKeys(keys: readonly SortKey[]) {
  const names = keys.map((_, index) => sql.ref(`k${index}`))
  return {
    values: sql.join(keys.map(({ value }, index) => sql`${value} as ${names[index]}`)),
    order: sql.join(keys.map(({ direction }, index) => sql`${names[index]} ${direction}`)),
  }
}

function buildLimits({ offset, limit }: RowWindow): RawBuilder<unknown> {
  return sql`limit ${limit + 1} offset ${offset}`
}

export function buildOrder(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ value, direction }) => sql`${value} ${direction}`))
}

export function selectRow({ book, isBare }: AnyList): RawBuilder<AnyRecord> {
  return isBare ? selectRecordJson(book, 'r') : buildJoinedJson(book, 'r')
}

/**
 * Beyond the exact count, the number covers the page and one more row, so that a plain client that
 * reads until it has `total_count` rows gets all of them. Its last page has the exact number.
 */
export function toListTotal({ counted, rows, has_more }: FoundPage, { offset, limit }: RowWindow): ListTotal {
  if (counted <= countedExactly) return { total_count: counted }
  if (!has_more && rows.length > 0) return { total_count: offset + rows.length }
  return {
    total_count: has_more ? Math.max(countedExactly, offset + limit + 1) : countedExactly,
    total_is_at_least: true,
  }
}

/** Rough number of sampled rows. */
const sampleSize = 3000

/**
 * The condition of a query, limited to the part of the list that should contain the first `needed`
 * matches. The limit is estimated from a sample of the table, with a margin, as a value of the
 * list's default order, which is indexed. Undefined for another order, or when too few rows match
 * for this to pay off. It is an estimate. Fewer matches than needed above the cut say nothing about
 * the rows below.
 */
export async function readCut(
  db: Database,
  list: AnyList,
  query: { condition: RawBuilder<boolean>; keys: readonly SortKey[]; needed: number },
): Promise<RawBuilder<boolean> | undefined> {
  const { condition, keys, needed } = query
  const [first] = keys
  const defaultKey = list.defaultOrder?.replace(/^-/, '') ?? list.book.order?.[0]?.field
  if (!first || first.key !== defaultKey) return undefined
  const table = sql.table(list.book.table)
  const tableStatistics = sql`from pg_class where oid = ${list.book.table}::regclass`
  const share = sql`(select ${sql.lit(sampleSize)} / greatest(reltuples, ${sql.lit(sampleSize)}) ${tableStatistics})`
  const { rows } = await sql<{ cut: string | null }>`
    select ${first.value}::text as cut from ${table} r tablesample system (100 * ${share})
    where ${condition} order by ${first.value} ${first.direction} limit 1
    offset (select ceil(hits + 5 * sqrt(hits)) from (select ${needed} * ${share} as hits) expected)
  `.execute(db)
  const cut = rows[0]?.cut
  const isEmpty = sql<boolean>`${first.value} is null`
  if (cut === null && first.isEmptyFirst) return joinConditions([isEmpty, condition])
  if (cut === null || cut === undefined) return undefined
  // Placed first so that it is evaluated first: rows below the cut cost a comparison, not a text
  // search.
  const isAbove = sql<boolean>`${first.value} ${sql.raw(first.isDescending ? '>=' : '<=')} ${cut}`
  return joinConditions([first.isEmptyFirst ? sql<boolean>`(${isEmpty} or ${isAbove})` : isAbove, condition])
}

interface SortKey {
  readonly key: string
  /** Over the alias `r`. */
  readonly value: RawBuilder<unknown>
  /** `desc nulls last`. */
  readonly direction: RawBuilder<unknown>
  readonly isDescending: boolean
  readonly isEmptyFirst: boolean
}

/**
 * The sort keys of a list: `ordering`, then tie breakers, otherwise the default order. Empty values
 * come last in both directions, unless the book's own order puts them first.
 */
export async function readSortKeys(db: Database, list: AnyList, ordering: string | undefined): Promise<SortKey[]> {
  const requested = ordering || list.defaultOrder
  const { order = [parseSort('id')] } = list.book
  const sorts = requested ? listTieBreakers(list, requested).map((key) => parseSort(key)) : order
  return await Promise.all(sorts.map((sort) => buildSortKey(db, list, sort)))
}

function parseSort(ordering: string): Sort {
  return ordering.startsWith('-')
    ? { field: ordering.slice(1), direction: 'desc' }
    : { field: ordering, direction: 'asc' }
}

/** Tie breakers are reversed with the order they belong to. Nothing follows an id. */
function listTieBreakers({ tieOrder = ['id'] }: AnyList, first: string): string[] {
  const reversed = tieOrder.map((key) => (key.startsWith('-') ? key.slice(1) : `-${key}`))
  if (first === tieOrder[0]) return [...tieOrder]
  if (first === reversed[0]) return reversed
  return /^-?id$/.test(first) ? [first] : [first, ...tieOrder]
}

async function buildSortKey(
  db: Database,
  { book, sorts }: AnyList,
  { field: key, direction, empty }: Sort,
): Promise<SortKey> {
  const field = book.fields.find((candidate: Field) => candidate.key === key)
  // An index is used only if the clause matches exactly, so columns that are never null have no
  // `nulls` clause.
  const isNeverEmpty = commonKeys.includes(key) || field?.required === true
  return {
    key,
    isDescending: direction === 'desc',
    isEmptyFirst: empty === 'first',
    value:
      (await sorts?.[key]?.(db)) ??
      (field?.isWonText ? await sortByAmount(db, book, field) : sortExpression(book, key, field)),
    direction: sql.raw(isNeverEmpty ? direction : `${direction} nulls ${empty ?? 'last'}`),
  }
}

function sortExpression(book: WritableBook, key: string, field: Field | undefined): RawBuilder<unknown> {
  const column = sql.ref(`r.${key}`)
  const target = book.references[key]
  if (target && field?.refers) return rankByReference(target, field.refers.label, column)
  if (field?.isUnitNumber) return inCodePointOrder(withPaddedNumbers(column))
  if (field) return isText(field) ? inCodePointOrder(column) : column
  const join = book.joins[key]
  return join ? inCodePointOrder(join('r')) : column
}

/** The amount of a received text, as devices read it. */
async function sortByAmount(db: Database, book: WritableBook, field: Field): Promise<RawBuilder<unknown>> {
  const column = sql.ref(`r.${field.key}`)
  const { rows } = await sql<{ text: string }>`
    select distinct ${column} as text from ${sql.table(book.table)} r where ${column} <> ''
  `.execute(db)
  const amounts = Object.fromEntries(rows.map(({ text }) => [text, toComparedValue(field, text)]))
  return sql`(${JSON.stringify(amounts)}::jsonb ->> ${column})::numeric`
}

/**
 * In code point order Hangul syllables are in dictionary order, regardless of the database's
 * collation.
 */
function inCodePointOrder(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${text})::text collate "C"`
}

/** Sorts 101동 before 1001동 as devices do, by padding every number to ten digits. */
function withPaddedNumbers(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(regexp_replace(${text}, '([0-9]+)', '000000000\\1', 'g'), '[0-9]*([0-9]{10})', '\\1', 'g')`
}

function isText({ kind }: Field): boolean {
  return kind === 'text' || kind === 'enum' || kind === 'secret'
}

/**
 * Sorts a reference by the rank of the referenced name; equal names share a rank. Both arrays are
 * built once per statement, because a lookup per row is many times slower.
 */
function rankByReference(table: string, label: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, name] = [sql.table(table), sql.ref(label)]
  return sql`(
    select array_agg(place order by id) from (select id, dense_rank() over (order by ${name} collate "C") as place from ${from}) named
  )[array_position((select array_agg(id order by id) from ${from}), ${column})]`
}
