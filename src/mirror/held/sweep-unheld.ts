import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import { copiesDatabase } from '../papers/copies-database.ts'
import type { Runtime } from '../runtime.ts'
import { deleteDatabases } from '../store/remove-mirrors.ts'

/** The field in which a record names the content of its paper. */
const contentKey = 'content_id'

/** Collections whose records have a file or photograph. */
export const paperCollections: readonly CollectionName[] = Object.values(mirroredCollections).flatMap((book) =>
  book.fields.some(({ key }) => key === contentKey) ? [book.name] : [],
)

/** The ids of the contents these records refer to. */
export function contentsOf(records: Iterable<object>): Set<string> {
  const ids = new Set<string>()
  for (const record of records) if (contentKey in record) ids.add(String(record[contentKey]))
  return ids
}

/**
 * Removes what belongs to books this device no longer holds: contents and thumbnails of papers
 * except those in `keptKeys`, and all undo actions (they contain values of any book). Never touches
 * what waits to be sent.
 */
export async function sweepUnheld(runtime: Runtime, userId: string, keptKeys: ReadonlySet<string>): Promise<void> {
  const names = (await runtime.indexedDB.databases()).map(({ name }) => name)
  const copies = copiesDatabase(runtime, userId)
  try {
    if (names.includes(copies.name)) {
      await copies.transaction('rw', [copies.copies, copies.bytes, copies.thumbs], async () => {
        for (const table of [copies.copies, copies.bytes, copies.thumbs]) {
          const ids = await table.toCollection().primaryKeys()
          await table.bulkDelete(ids.filter((id) => !keptKeys.has(id)))
        }
      })
    }
  } finally {
    copies.close()
  }
  await deleteDatabases(runtime, (name) => name === `history-${userId}`)
}
