import type { Query } from '#contract/query.ts'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import { listAnswerOf } from '#contract/generic-resource.ts'
import type { StoredFirstPage } from '../store/mirror-database.ts'
import { askServer, type Request } from './ask-server.ts'
import { listPath } from './list-path.ts'

/**
 * The first rows of a query from the book's own list, for a device that has no copy yet; null when nobody answered or the list cannot be asked so. Its rows are
 * whole records with their versions, so they can be edited as any others: `If-Match` names what the user saw.
 */
export async function askFirstPage(
  request: Request,
  { collection, query, rows }: { collection: CollectionName; query: Query; rows: number },
): Promise<StoredFirstPage | null> {
  const path = listPath(collection, query, rows)
  if (path === null) return null
  // What the list joins to a record falls away.
  const schema = listAnswerOf(bookOf(collection), {})
  const answer = await askServer(request, path, { schema })
  if (answer.kind !== 'ok') return null
  const { results, total_count: total, total_is_at_least: isAtLeast } = answer.value
  return {
    collection,
    query: JSON.stringify(query),
    total,
    ...(isAtLeast && { isAtLeast }),
    rows: results,
    referred: [],
  }
}
