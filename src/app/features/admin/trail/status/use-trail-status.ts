import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { type ChainState, chainStateSchema, trailChainPath } from '#contract/trail/trail-chain.ts'
import {
  reviewMonthsSchema,
  type ReviewSignOff,
  type TrailAlertList,
  trailAlertListSchema,
  trailAlertsPath,
  trailReviewSchema,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'

const chainKey = ['trail-chain']
const alertsKey = ['trail-alerts']
const reviewsKey = ['trail-reviews']

/** Request timeout; a check reads the whole trail. */
const checkMs = 600_000

/** State of the chain, and a function to check it now. */
export function useTrailChain() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: chainKey,
    queryFn: async ({ signal }): Promise<Result<ChainState>> => {
      const result = await toResult(api.get(trailChainPath, { signal }).json())
      return result.ok ? { ok: true, value: chainStateSchema.parse(result.value) } : result
    },
    staleTime: 60_000,
  })
  async function check(): Promise<Result<ChainState>> {
    const result = await toResult(api.post(trailChainPath, { timeout: checkMs }).json())
    if (!result.ok) return result
    const chainResult: Result<ChainState> = { ok: true, value: chainStateSchema.parse(result.value) }
    client.setQueryData(chainKey, chainResult)
    return chainResult
  }
  return { data, isFetching, refetch, check }
}

/** Unreviewed 이상 징후, and a function to review one. */
export function useAlerts() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }): Promise<Result<TrailAlertList>> => {
      const result = await toResult(api.get(trailAlertsPath, { signal }).json())
      return result.ok ? { ok: true, value: trailAlertListSchema.parse(result.value) } : result
    },
    staleTime: 0,
  })
  async function look(id: string, note: string): Promise<Result<unknown>> {
    const result = await toResult(api.post(`${trailAlertsPath}/${id}/look`, { json: { note } }).json())
    // Refetch after a refusal too, because somebody else may have been first.
    await client.invalidateQueries({ queryKey: alertsKey })
    void client.invalidateQueries({ queryKey: reviewsKey })
    return result
  }
  return { data, isFetching, refetch, look }
}

/** Finished months, and which were reviewed. */
export function useReviewMonths() {
  const api = useApi()
  return useQuery({
    queryKey: reviewsKey,
    queryFn: async ({ signal }) => {
      const result = await toResult(api.get(trailReviewsPath, { signal }).json())
      return result.ok ? { ok: true as const, value: reviewMonthsSchema.parse(result.value) } : result
    },
    staleTime: 60_000,
  })
}

/** One month's review, and its sign-off. */
export function useTrailReview(month: string) {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: [...reviewsKey, month],
    queryFn: async ({ signal }) => {
      const result = await toResult(api.get(`${trailReviewsPath}/${month}`, { signal, timeout: checkMs }).json())
      return result.ok ? { ok: true as const, value: trailReviewSchema.parse(result.value) } : result
    },
    // Opening a month is logged in the trail, so it is not refetched automatically.
    staleTime: Infinity,
  })
  async function sign(review: ReviewSignOff): Promise<Result<unknown>> {
    const result = await toResult(api.post(`${trailReviewsPath}/${month}`, { json: review, timeout: checkMs }).json())
    await client.invalidateQueries({ queryKey: reviewsKey })
    void client.invalidateQueries({ queryKey: chainKey })
    return result
  }
  return { data, isFetching, refetch, sign }
}
