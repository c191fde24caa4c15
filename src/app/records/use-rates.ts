import { useQuery } from '@tanstack/react-query'
import { RequestError, type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { filterKnownRates, type Rate, rateListSchema, ratesPath } from '#contract/rates/rates.ts'

export const ratesQuery = ['rates']

interface SavedRates {
  /**
   * All versions as last sent by the server, possibly in an earlier visit; undefined before the
   * first response.
   */
  readonly rates: readonly Rate[] | undefined
  /** Why they can't be loaded; null when they can, or are stored. */
  readonly refusal: Extract<Result<unknown>, { ok: false }> | null
  readonly isFetching: boolean
  refetch(): void
}

/**
 * Statutory rates and fees, stored on the device so that forms can propose amounts (`proposeSums`)
 * without a network. They hold no personal data.
 */
export function useRates(): SavedRates {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ratesQuery,
    // Throw a refusal, so that the stored response stays.
    queryFn: async ({ signal }): Promise<Rate[]> => {
      const result = await toResult(api.get(ratesPath, { signal }).json())
      if (!result.ok) throw new RequestError(result)
      return filterKnownRates(rateListSchema.parse(result.value))
    },
    retry: false,
    meta: { persist: true },
  })
  const refusal = error instanceof RequestError && data === undefined ? error.result : null
  return { rates: data, refusal, isFetching, refetch: () => void refetch() }
}
