import { sql } from 'kysely'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { PartsQuery } from '#contract/records/generic-resource.ts'
import { partSearch } from '#domain/text/person-name.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import type { Database } from '../db/client.ts'
import { differentWords } from '../db/lists/different-words.ts'

/** Columns with a suggestion filter: few distinct words over many cases. */
export const wordColumns = depositCaseDescription.filters.flatMap((filter) =>
  filter.op === 'contains' ? [filter.field] : [],
)
export type WordColumn = (typeof wordColumns)[number]

/** Stored words that pass, per filtered column. */
export type WordsFound = Partial<Record<WordColumn, string[]>>

/**
 * Matches the filter words against the distinct values of their columns (substring and 초성, as
 * everywhere), so that the query on the cases compares exact values, which an index answers for any
 * number of cases.
 */
export async function findWords(db: Database, filters: PartsQuery<typeof depositCaseDescription>): Promise<WordsFound> {
  const conditions = wordColumns.flatMap((column) => {
    const search = compileSearch(partSearch(depositCaseDescription, column, filters[column] ?? ''))
    return search.words.length === 0 ? [] : [{ column, search }]
  })
  if (conditions.length === 0) return {}
  const words = await readCaseWords(
    db,
    conditions.map(({ column }) => column),
  )
  const found = conditions.map(({ column, search }) => [
    column,
    words[column].filter((word) => matchesSearch(searchText([word]), search)),
  ])
  return Object.fromEntries(found)
}

/**
 * All distinct values of some columns in one round trip. Each value is found by an index skip scan
 * instead of reading a million cases.
 */
export async function readCaseWords<Column extends WordColumn>(
  db: Database,
  columns: readonly Column[],
): Promise<Record<Column, string[]>> {
  const lists = columns.map((column) => sql`(${differentWords('deposit_case', column)}) as ${sql.ref(column)}`)
  const result = await sql<Record<Column, string[]>>`select ${sql.join(lists)}`.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('a statement without a table answers one row')
  return row
}
