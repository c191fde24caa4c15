import { sql, type RawBuilder } from 'kysely'
import type { BookFilter, Field } from '#contract/books/field.ts'
import { partSearch } from '#domain/text/person-name.ts'
import { compileSearch, matchesSearch, searchText, type Search } from '#domain/text/search-text.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'
import type { FilterValues } from './described-filters.ts'
import { type Conditions, nameJoins } from './list-description.ts'

/**
 * Search and word filters for a list of at most some thousand rows without a stored search text.
 * Reads the searched fields and matches them here by the same rules as devices (substring, 초성,
 * wrong keyboard layout). Only ids go back to the database.
 */
export async function searchFew(
  db: Database,
  collection: WritableCollection,
  { query, condition }: { query: FilterValues; condition: RawBuilder<boolean> },
): Promise<Conditions> {
  const searches = [searchOf(collection, query), ...partsOf(collection, query)].filter(
    ({ compiled }) => compiled.words.length > 0,
  )
  if (searches.length === 0) return []
  const texts = searches.map(({ words }) => sql`array[${sql.join(words.map((word) => sql`(${word})::text`))}]::text[]`)
  const { rows } = await sql<{ id: string; texts: (string | null)[][] }>`
    select r.id, jsonb_build_array(${sql.join(texts)}) as texts from ${sql.table(collection.table)} r where ${condition}
  `.execute(db)
  const found = rows.filter((row) =>
    searches.every(({ compiled }, at) => matchesSearch(searchText(row.texts[at] ?? []), compiled)),
  )
  return [sql<boolean>`r.id = any(${found.map(({ id }) => id)}::uuid[])`]
}

/** The fields of a row to search, and the search. */
interface FieldSearch {
  readonly words: readonly RawBuilder<unknown>[]
  readonly compiled: Search
}

function searchOf(collection: WritableCollection, query: FilterValues): FieldSearch {
  const own = collection.description.fields.filter((field: Field) => field.searched)
  const words = [
    ...own.map(({ key }) => sql.ref(`r.${key}`)),
    ...nameJoins(collection).map((key) => collection.joins[key]?.('r') ?? sql`null`),
  ]
  return { words, compiled: compileSearch(textOf(query['search'])) }
}

/** The book's filters that match part of a word in its own fields. */
function partsOf({ description }: WritableCollection, query: FilterValues): FieldSearch[] {
  const filters: readonly BookFilter[] = description.filters ?? []
  return filters
    .filter(({ op, field }) => op === 'contains' && description.fields.some(({ key }: Field) => key === field))
    .map(({ key, field }) => ({
      words: [sql.ref(`r.${field}`)],
      compiled: compileSearch(partSearch(description, field, textOf(query[key]))),
    }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
