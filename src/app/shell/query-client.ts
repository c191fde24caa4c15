import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient } from '@tanstack/react-query'
import type { PersistedClient, PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { createOwnStorage, type OwnStorage } from '#app/records/offline-copy/own-storage.ts'
import { classifyRequestError, type Result } from '#app/session/api-result.ts'
import { onSignOut } from '#app/session/session-channel.ts'
import { session } from '#app/session/session-store.ts'
import { dayMs } from '#contract/dates/day-ms.ts'

/**
 * How often visible queries are repeated while the server fails, in ms, so that responses appear
 * without user action.
 */
const failureRefetchMs = 15_000

/**
 * For small reference data only; records are in the mirror. Without a network, a screen shows its
 * last response.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      staleTime: 60_000,
      gcTime: dayMs,
      retry: 1,
      refetchInterval: ({ state: { data, error } }) => (hasFailed(data, error) ? failureRefetchMs : false),
    },
  },
})

/** Most queries return the reason for a failure (`Result`); some throw. */
function hasFailed(data: unknown, error: unknown): boolean {
  if (error !== null) return classifyRequestError(error) !== null
  const result = data as Result<unknown> | null | undefined
  return typeof result === 'object' && result?.ok === false && result.trouble !== undefined
}

onSignOut(() => queryClient.clear())

/**
 * Persistence of responses on the device: per user, for one day, sealed if the copy is, and only
 * for queries with `meta: { persist: true }`, because local storage must not hold personal data. A
 * response stays when asking again fails.
 * Use only inside the open copy (records/offline-copy/own-storage.ts).
 */
export function createPersistOptions(userId: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    // Writes at once, so that data on the screen survives a reload without a network. The data is
    // small.
    persister: createSyncStoragePersister({
      storage: whileSignedIn(userId),
      key: `reference-answers-${userId}`,
      throttleTime: 0,
      serialize: serializeResponses,
    }),
    maxAge: dayMs,
    buster: '1',
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.state.data !== undefined && query.meta?.['persist'] === true,
    },
  }
}

/** Stores each response as the success it was, without a later failure. */
function serializeResponses({ clientState, ...client }: PersistedClient): string {
  const queries = clientState.queries.map(({ promise: _promise, state, ...query }) => ({
    ...query,
    state: { ...state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null },
  }))
  return JSON.stringify({ ...client, clientState: { ...clientState, queries } })
}

/**
 * HAZARD: the persister writes one tick late. What it still holds at sign-out must not return to
 * the device.
 */
function whileSignedIn(userId: string): OwnStorage {
  const storage = createOwnStorage(userId)
  return {
    ...storage,
    setItem: (key, text) => {
      if (session.user?.id === userId) storage.setItem(key, text)
    },
  }
}
