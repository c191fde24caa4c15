import { sql } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Database } from '../../db/client.ts'
import type { WritableCollection } from '../../db/writable-collection.ts'
import { resolvePath } from './filter-conditions.ts'

export type KnownWords = (collection: WritableCollection, field: string) => Promise<readonly string[]>

/**
 * The distinct texts of a column, cached for half a minute: one question needs several, and new
 * sections must be found soon.
 */
export function createKnownWords(db: Database, now: () => Date): KnownWords {
  const known = new Map<`${CollectionName} ${string}`, { readonly readAt: number; readonly words: Promise<string[]> }>()
  return async (collection, field) => {
    const key = `${collection.name} ${field}` as const
    const before = known.get(key)
    if (before && now().getTime() - before.readAt < freshMs) return await before.words
    const words = readWords(db, collection, field)
    known.set(key, { readAt: now().getTime(), words })
    words.catch(() => known.delete(key))
    return await words
  }
}

const freshMs = 30_000

async function readWords(db: Database, collection: WritableCollection, field: string): Promise<string[]> {
  const column = sql.ref(resolvePath(collection, field).column)
  const { rows } = await sql<{ word: string }>`
    select distinct ${column}::text as word from ${sql.table(collection.table)} where ${column} <> ''
  `.execute(db)
  return rows.map(({ word }) => word)
}
