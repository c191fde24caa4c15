import type { Query } from '#contract/query.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import { askFirstPage } from '../pull/first-page.ts'
import { authorisedFetch } from '../outbox/session/authorised-fetch.ts'
import type { StoredFirstPage } from '../store/mirror-database.ts'
import type { EngineState } from './engine-state.ts'
import { rowsPerReport } from './messages.ts'

/** The first rows of a query from the server, while a first copy has not brought the collection yet; null when this device has it, or nobody answers. */
export async function serverPage(
  state: EngineState,
  collection: CollectionName,
  query: Query,
): Promise<StoredFirstPage | null> {
  await state.loading.catch(() => undefined)
  if (state.mirror.isComplete || state.data.isLoaded(collection) || state.over.signal.aborted) return null
  const request = (path: string, init?: RequestInit) => authorisedFetch(state.outbox, path, init)
  return askFirstPage(request, { collection, query, rows: rowsPerReport })
}
