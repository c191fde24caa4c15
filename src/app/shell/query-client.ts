import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { troubleOfError, type Answer } from '../session/answer-of.ts'
import { onLettingGo } from '../session/clean-up-on-sign-out.ts'
import { ownStorage, type OwnStorage } from '../records/copy/own-storage.ts'
import { session } from '../session/session-store.ts'

const dayMs = 86_400_000

/** While the server gives nothing, what is on the screen is asked for this often, so that it comes by itself. */
const troubleRefetchMs = 15_000

/** For small reference answers only; records live in the mirror. A screen without a network shows what it last got. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      staleTime: 60_000,
      gcTime: dayMs,
      retry: 1,
      refetchInterval: ({ state: { data, error } }) => (isInTrouble(data, error) ? troubleRefetchMs : false),
    },
  },
})

/** Most queries answer with why they failed (`Answer`), some throw. */
function isInTrouble(data: unknown, error: unknown): boolean {
  if (error !== null) return troubleOfError(error) !== null
  const answer = data as Answer<unknown> | null | undefined
  return typeof answer === 'object' && answer?.ok === false && answer.trouble !== undefined
}

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
