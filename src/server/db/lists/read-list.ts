import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord, BookFilter, Field } from '#contract/books/field.ts'
import { type ListTotal, resolveOrdering } from '#contract/records/list-query.ts'
import { toSearchedText } from '#domain/books/field-values.ts'
import { toFieldSearch } from '#domain/text/person-name.ts'
import {
  buildSearchPatterns,
  buildSearchText,
  compileSearch,
  matchesSearch,
  type Search,
  splitSearchWords,
} from '#domain/text/search-text.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { Database } from '../client.ts'
import { buildVisibleCondition, type Reader } from '../owned-rows.ts'
import { buildOrder, findPage, findSearchPage, readSortKeys, selectRow, toListTotal } from './find-page.ts'
import {
  buildDescribedConditions,
  type Conditions,
  type FilterValues,
  joinConditions,
  type ListDescription,
  listNameJoins,
  type ListParams,
} from './list-description.ts'
import { listNeededGrams } from './search-grams.ts'

/** An opened list with its conditions, over its table under the alias `r`. */
interface OpenList {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
}

export type ListPage = { results: AnyRecord[] } & ListTotal

/**
 * A list request. `reader` limits the rows of collections that are owned row by row; `today` is the
 * office's day.
 */
interface ListRequest<Question> {
  readonly listQuery: Question
  readonly reader?: Reader | undefined
  readonly today: string
}

interface PageQuery {
  readonly page: number
  readonly page_size: number
}

/**
 * One page of a list and the total count. All list endpoints use this. A page beyond the end is
 * empty.
 */
export async function readListPage<Question extends ListParams>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question & PageQuery>,
): Promise<ListPage> {
  const { listQuery } = query
  const range = { offset: (listQuery.page - 1) * listQuery.page_size, limit: listQuery.page_size }
  const condition = await readCondition(db, list, query)
  const keys = await readSortKeys(db, list, resolveOrdering(listQuery))
  const hasWords = list.search !== undefined && Boolean(listQuery.search?.trim())
  const page = await (hasWords ? findSearchPage : findPage)(db, list, { condition, keys, range })
  return { results: page.rows, ...toListTotal(page, range) }
}

/** All rows of a list, for endpoints and sheets that return it whole. */
export async function readWholeList<Question extends ListParams>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question>,
): Promise<AnyRecord[]> {
  const { condition, order } = await openList(db, list, query)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRow(list)} as row from ${sql.table(list.book.table)} r where ${condition} order by ${order}
  `.execute(db)
  return rows.map(({ row }) => row)
}

/**
 * The conditions and order of a list, for callers that read it differently (a sheet through a
 * cursor).
 */
export async function openList<Question extends ListParams>(
  db: Database,
  list: ListDescription<Question>,
  query: ListRequest<Question>,
): Promise<OpenList> {
  const condition = await readCondition(db, list, query)
  return { condition, order: buildOrder(await readSortKeys(db, list, resolveOrdering(query.listQuery))) }
}

async function readCondition<Question extends ListParams>(
  db: Database,
  { book, filters, search: findStored }: ListDescription<Question>,
  { listQuery, reader, today }: ListRequest<Question>,
): Promise<RawBuilder<boolean>> {
  if (book.owned && !reader) throw new Error(`${book.name} cannot be read without a reader`)
  const search = listQuery.search?.trim() ? listQuery.search : ''
  const [filtered = [], storedMatches = []] = await Promise.all([
    filters?.(db, listQuery, today),
    search && findStored?.(db, search),
  ])
  const visible = reader ? [buildVisibleCondition(book, reader, 'r')] : []
  const query = Object.fromEntries(Object.entries(listQuery))
  const described = buildDescribedConditions(book, query)
  const condition = joinConditions([...visible, ...described, ...filtered, ...(storedMatches || [])])
  if (findStored) return condition
  return joinConditions([condition, ...(await searchInMemory(db, book, { query, condition }))])
}

/**
 * Search and word filters for a list of at most some thousand rows without a stored search text.
 * Reads the searched fields and matches them here by the same rules as devices (substring, 초성,
 * wrong keyboard layout). Only ids go back to the database.
 */
async function searchInMemory(
  db: Database,
  book: WritableBook,
  { query, condition }: { query: FilterValues; condition: RawBuilder<boolean> },
): Promise<Conditions> {
  const searches = [buildFieldSearch(book, query), ...listPartSearches(book, query)].filter(
    ({ compiled }) => compiled.words.length > 0,
  )
  if (searches.length === 0) return []
  const texts = searches.map(({ words }) => sql`array[${sql.join(words.map((word) => sql`(${word})::text`))}]::text[]`)
  const { rows } = await sql<{ id: string; texts: (string | null)[][] }>`
    select r.id, jsonb_build_array(${sql.join(texts)}) as texts from ${sql.table(book.table)} r where ${condition}
  `.execute(db)
  const matchingRows = rows.filter((row) =>
    searches.every(({ compiled, toText }, index) =>
      matchesSearch(buildSearchText((row.texts[index] ?? []).map(toText)), compiled),
    ),
  )
  return [sql<boolean>`r.id = any(${matchingRows.map(({ id }) => id)}::uuid[])`]
}

/** The fields of a row to search, and the search. */
interface FieldSearch {
  readonly words: readonly RawBuilder<unknown>[]
  /** What is searched of a word's text. */
  readonly toText: (word: string | null, index: number) => string | null
  readonly compiled: Search
}

function buildFieldSearch(book: WritableBook, query: FilterValues): FieldSearch {
  const searchedFields = book.fields.filter((field: Field) => field.searched)
  const words = [
    ...searchedFields.map(({ key }) => sql.ref(`r.${key}`)),
    ...listNameJoins(book).map((key) => book.joins[key]?.('r') ?? sql`null`),
  ]
  return {
    words,
    toText: (word, index) => toSearchedText(searchedFields[index] ?? joinedName, word),
    compiled: compileSearch(asText(query['search'])),
  }
}

const joinedName = { kind: 'text' } as const

/** The book's filters that match part of a word in its own fields. */
function listPartSearches(book: WritableBook, query: FilterValues): FieldSearch[] {
  const filters: readonly BookFilter[] = book.filters ?? []
  return filters
    .filter(({ op, field }) => op === 'contains' && book.fields.some(({ key }: Field) => key === field))
    .map(({ key, field }) => ({
      words: [sql.ref(`r.${field}`)],
      toText: (word) => word,
      compiled: compileSearch(toFieldSearch(book, field, asText(query[key]))),
    }))
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * The condition of a search on the columns `search_text` and `search_grams`: every word must match.
 * `searchJoined`: matches a word in referenced records.
 */
export function buildSearchCondition(search: string, searchJoined?: (word: string) => Conditions): Conditions {
  return splitSearchWords(search).flatMap((word) => {
    const [pattern] = buildSearchPatterns(word)
    if (pattern === undefined) return []
    return [sql<boolean>`(${sql.join([matchesRow(word, pattern), ...(searchJoined?.(word) ?? [])], sql` or `)})`]
  })
}

/**
 * The text decides whether a row matches; the grams only help the index. Each is one operator, so
 * PostgreSQL evaluates the text first and the grams only where the text matches: comparing some
 * thirty grams of a half-typed syllable with a row's eighty costs several times as much. The
 * planner estimates best from the grams; `coalesce` hides the text condition from it, so that the
 * two are not counted as independent.
 */
function matchesRow(word: string, pattern: string): RawBuilder<unknown> {
  const inText = buildTextCondition(word, pattern)
  const hasGrams = buildGramCondition(word)
  return hasGrams ? sql`(coalesce(${inText}, false) and ${hasGrams})` : inText
}

/**
 * Checks the literal part of a word first: rejecting a row by it costs a tenth of a pattern match.
 */
function buildTextCondition(word: string, pattern: string): RawBuilder<unknown> {
  const [alternatives = []] = compileSearch(word).words
  const [first] = alternatives
  const isLiteral = alternatives.length === 1 && first && first.text !== '' && !first.pattern
  if (!isLiteral) return sql`r.search_text ~ ${pattern}`
  const holdsText = sql`r.search_text like ${likePattern(first.text)}`
  return first.ends.length === 0 ? holdsText : sql`(${holdsText} and r.search_text ~ ${pattern})`
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The index condition of a word. */
function buildGramCondition(word: string): RawBuilder<unknown> | null {
  const needed = listNeededGrams(word)
  if (!needed) return null
  const alternatives = needed.map(({ all, some }) => {
    const holdsAll = sql`r.search_grams @> ${all}::smallint[]`
    return some.length > 0 ? sql`(${holdsAll} and r.search_grams && ${some}::smallint[])` : holdsAll
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}
