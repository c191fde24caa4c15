import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { onLettingGo } from '../session/let-go.ts'
import { ownStorage, type OwnStorage } from '../records/copy/own-storage.ts'
import { session } from '../session/session-store.ts'

const dayMs = 86_400_000

/** For small reference answers only; records live in the mirror (design §4). A screen without a network shows what it last got. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'offlineFirst', staleTime: 60_000, gcTime: dayMs, retry: 1 } },
})

onLettingGo(() => queryClient.clear())

/**
 * What is kept on the device between visits: per user, one day, sealed where the copy is, and only queries that ask for it with `meta: { persist: true }`, because local storage is
 * no place for personal data. Only below the open copy (records/copy/own-storage.ts).
 */
export function persistOptionsOf(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    // At once: what has been on the screen is there when the network is gone and the page is loaded again. It is some numbers.
    persister: createSyncStoragePersister({
      storage: whileSignedIn(userId),
      key: `reference-answers-${userId}`,
      throttleTime: 0,
    }),
    maxAge: dayMs,
    buster: '1',
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.state.status === 'success' && query.meta?.['persist'] === true,
    },
  }
}

/** HAZARD: the persister writes a turn late. What it still has in hand when somebody signs out must not come back to the device after all. */
function whileSignedIn(userId: string): OwnStorage {
  const storage = ownStorage(userId)
  return {
    ...storage,
    setItem: (key, text) => {
      if (session.user?.id === userId) storage.setItem(key, text)
    },
  }
}
