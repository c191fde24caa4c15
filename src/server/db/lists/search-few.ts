import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'
import { type Conditions, nameJoins } from './list-description.ts'

/**
 * The search of a list that has some thousand rows at most and no search text stored: the words of its rows, and the names joined to them, are read and matched here by
 * the rules that devices use (substring, 초성, the wrong keyboard). Only ids go back to the database.
 */
export async function searchFew(
  db: Database,
  collection: WritableCollection,
  { search, condition }: { search: string; condition: RawBuilder<boolean> },
): Promise<Conditions> {
  const compiled = compileSearch(search)
  if (compiled.words.length === 0) return []
  const own = collection.description.fields.filter((field: Field) => field.searched)
  const words = [
    ...own.map(({ key }) => sql.ref(`r.${key}`)),
    ...nameJoins(collection).map((key) => collection.joins[key]?.('r')),
  ].map((value) => sql`(${value})::text`)
  const { rows } = await sql<{ id: string; words: (string | null)[] }>`
    select r.id, array[${sql.join(words)}]::text[] as words from ${sql.table(collection.table)} r where ${condition}
  `.execute(db)
  const found = rows.filter((row) => matchesSearch(searchText(row.words), compiled))
  return [sql<boolean>`r.id = any(${found.map(({ id }) => id)}::uuid[])`]
}
