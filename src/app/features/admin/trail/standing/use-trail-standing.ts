import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChainState, chainStateSchema, trailChainPath } from '#contract/trail/trail-chain.ts'
import {
  type TrailAlertList,
  trailAlertListSchema,
  trailAlertsPath,
  reviewMonthsSchema,
  type SignReview,
  trailReviewsPath,
  trailReviewSchema,
} from '#contract/trail/trail-reviews.ts'
import { type Answer, answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'

const chainKey = ['trail-chain']
const alertsKey = ['trail-alerts']
const reviewsKey = ['trail-reviews']

/** Timeout in ms; a check reads the whole trail. */
const checkMs = 600_000

/** State of the chain, and a function to check it now. */
export function useChain() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: chainKey,
    queryFn: async ({ signal }): Promise<Answer<ChainState>> => {
      const answer = await answerOf(api.get(trailChainPath, { signal }).json())
      return answer.ok ? { ok: true, value: chainStateSchema.parse(answer.value) } : answer
    },
    staleTime: 60_000,
  })
  async function check(): Promise<Answer<ChainState>> {
    const answer = await answerOf(api.post(trailChainPath, { timeout: checkMs }).json())
    if (!answer.ok) return answer
    const chainAnswer: Answer<ChainState> = { ok: true, value: chainStateSchema.parse(answer.value) }
    client.setQueryData(chainKey, chainAnswer)
    return chainAnswer
  }
  return { data, isFetching, refetch, check }
}

/** Unreviewed 이상 징후, and a function to review one. */
export function useAlerts() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: alertsKey,
    queryFn: async ({ signal }): Promise<Answer<TrailAlertList>> => {
      const answer = await answerOf(api.get(trailAlertsPath, { signal }).json())
      return answer.ok ? { ok: true, value: trailAlertListSchema.parse(answer.value) } : answer
    },
    staleTime: 0,
  })
  async function look(id: string, note: string): Promise<Answer<unknown>> {
    const answer = await answerOf(api.post(`${trailAlertsPath}/${id}/look`, { json: { note } }).json())
    // Refetch after a refusal too, because somebody else may have been first.
    await client.invalidateQueries({ queryKey: alertsKey })
    void client.invalidateQueries({ queryKey: reviewsKey })
    return answer
  }
  return { data, isFetching, refetch, look }
}

/** Finished months, and which were reviewed. */
export function useReviewMonths() {
  const api = useApi()
  return useQuery({
    queryKey: reviewsKey,
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.get(trailReviewsPath, { signal }).json())
      return answer.ok ? { ok: true as const, value: reviewMonthsSchema.parse(answer.value) } : answer
    },
    staleTime: 60_000,
  })
}

/** One month's review, and its sign-off. */
export function useReview(month: string) {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: [...reviewsKey, month],
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.get(`${trailReviewsPath}/${month}`, { signal, timeout: checkMs }).json())
      return answer.ok ? { ok: true as const, value: trailReviewSchema.parse(answer.value) } : answer
    },
    // Opening a month is logged in the trail, so it is not refetched automatically.
    staleTime: Infinity,
  })
  async function sign(review: SignReview): Promise<Answer<unknown>> {
    const answer = await answerOf(api.post(`${trailReviewsPath}/${month}`, { json: review, timeout: checkMs }).json())
    await client.invalidateQueries({ queryKey: reviewsKey })
    void client.invalidateQueries({ queryKey: chainKey })
    return answer
  }
  return { data, isFetching, refetch, sign }
}
