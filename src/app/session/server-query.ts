import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Options } from 'ky'
import type { z } from 'zod'
import { type Result, toResult } from './api-result.ts'
import { useApi } from './api.tsx'

interface QueryOptions {
  /** GET by default. */
  call?: Pick<Options, 'method' | 'json' | 'searchParams' | 'timeout'>
  queryKey: QueryKey
  staleTime?: number
  gcTime?: number
  enabled?: boolean
  refetchInterval?: number | false
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
}

/** Spread into `ResultView`; the rest is for the screen. */
export interface ServerQuery<Value> {
  /** The last outcome; undefined while the first request is running. */
  readonly result: Result<Value> | undefined
  /** The value of a successful `result`. */
  readonly value: Value | undefined
  readonly isBusy: boolean
  onRetry(): void
  /** Changes the cached value without a request; undefined keeps what is there. */
  update(change: (value: Value | undefined) => Value | undefined): void
}

/**
 * What the server says now, or why it doesn't: a refusal replaces an earlier value. Never fresh
 * unless `staleTime` says so. `keepsPrevious`: shows the last response until that for a changed key
 * arrives. Leaving the screen aborts the request.
 */
export function useServerQuery<Value>(
  path: string,
  schema: z.ZodType<Value>,
  { call, keepsPrevious, ...options }: QueryOptions & { keepsPrevious?: true },
): ServerQuery<Value> {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery<Result<Value>>({
    queryFn: async ({ signal }) => {
      const result = await toResult(api(path, { ...call, signal }).json())
      return result.ok ? { ok: true, value: schema.parse(result.value) } : result
    },
    staleTime: 0,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
    ...options,
  })
  return {
    result: data,
    value: data?.ok ? data.value : undefined,
    isBusy: isFetching,
    onRetry: () => void refetch(),
    update: (change) =>
      client.setQueryData<Result<Value>>(options.queryKey, (cached) => {
        const value = change(cached?.ok ? cached.value : undefined)
        return value && { ok: true, value }
      }),
  }
}

/**
 * The server's last response, which stays when asking again fails. `isStored`: on this device too,
 * for a day; never for personal data of others.
 */
export function useLastResponse<Value>(
  path: string,
  schema: z.ZodType<Value>,
  { call, isStored = false, ...options }: QueryOptions & { isStored?: boolean },
) {
  const api = useApi()
  return useQuery({
    queryFn: async ({ signal }) => schema.parse(await api(path, { ...call, signal }).json()),
    meta: { persist: isStored },
    ...options,
  })
}
