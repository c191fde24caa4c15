import { sql } from 'kysely'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { Database } from '../db/client.ts'

/** The columns with a suggestion filter: few different words over many cases. */
export const wordColumns = ['business_section', 'business_manager', 'purpose'] as const
export type WordColumn = (typeof wordColumns)[number]

/** Per column that is filtered, the stored words that pass. */
export type WordsFound = Partial<Record<WordColumn, string[]>>

/**
 * Looks the filters' words up among the different values of their columns (substring and 초성, as everywhere), so that the cases themselves are asked for exact
 * values, which an index answers however many cases there are.
 */
export async function findWords(
  db: Database,
  filters: Readonly<Partial<Record<WordColumn, string | undefined>>>,
): Promise<WordsFound> {
  const found = await Promise.all(
    wordColumns.map(async (column) => {
      const search = compileSearch(filters[column] ?? '')
      if (search.words.length === 0) return []
      const words = await readCaseWords(db, column)
      return [[column, words.filter((word) => matchesSearch(searchText([word]), search))] as const]
    }),
  )
  return Object.fromEntries(found.flat())
}

/** All different values of a column in code point order, each found by one step down the column's index instead of reading a million cases. */
export async function readCaseWords(db: Database, column: WordColumn): Promise<string[]> {
  const name = sql.ref(column)
  const result = await sql<{ word: string }>`
    with recursive words (word) as (
      (select ${name} from deposit_case order by ${name} limit 1)
      union all
      select (select ${name} from deposit_case where ${name} > word order by ${name} limit 1) from words where word is not null
    )
    select word from words where word is not null
  `.execute(db)
  return result.rows.map(({ word }) => word).toSorted((a, b) => (a < b ? -1 : 1))
}
