import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'

const dayMs = 86_400_000

/** For small reference answers only; records live in the mirror (design §4). A screen without a network shows what it last got. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'offlineFirst', staleTime: 60_000, gcTime: dayMs, retry: 1 } },
})

/**
 * What is kept on the device between visits: per user, one day, and only queries that ask for it with `meta: { persist: true }`, because local storage is
 * no place for personal data.
 */
export function persistOptionsOf(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage: window.localStorage, key: storageKeyOf(userId) }),
    maxAge: dayMs,
    buster: '1',
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.state.status === 'success' && query.meta?.['persist'] === true,
    },
  }
}

/** Signing out takes the kept answers off the device. */
export function forgetReferenceAnswers(userId: string): void {
  queryClient.clear()
  localStorage.removeItem(storageKeyOf(userId))
}

function storageKeyOf(userId: string): string {
  return `reference-answers-${userId}`
}
