import { useServerQuery } from '#app/session/server-query.ts'
import { chainStateSchema, trailChainPath } from '#contract/trail/trail-chain.ts'
import {
  reviewMonthsSchema,
  trailAlertListSchema,
  trailAlertsPath,
  trailReviewSchema,
  trailReviewsPath,
} from '#contract/trail/trail-reviews.ts'

const chainKey = ['trail-chain']
const alertsKey = ['trail-alerts']
const reviewsKey = ['trail-reviews']

/** Checking the chain or a month reads the whole trail. */
export const slowCall = { timeout: 600_000 }

/** Of an action that reviews an alert. After a refusal too: somebody else may have been first. */
export const alertChange = { refetches: [alertsKey, reviewsKey], refetchesAlways: true } as const

/** Of an action that signs a month off. */
export const reviewChange = { refetches: [reviewsKey, chainKey], refetchesAlways: true } as const

/** State of the chain. */
export function useTrailChain() {
  return useServerQuery(trailChainPath, chainStateSchema, { queryKey: chainKey, staleTime: 60_000 })
}

/** Unreviewed 이상 징후. */
export function useAlerts() {
  return useServerQuery(trailAlertsPath, trailAlertListSchema, { queryKey: alertsKey })
}

/** Finished months, and which were reviewed. */
export function useReviewMonths() {
  return useServerQuery(trailReviewsPath, reviewMonthsSchema, { queryKey: reviewsKey, staleTime: 60_000 })
}

/** One month's review. */
export function useTrailReview(month: string) {
  return useServerQuery(`${trailReviewsPath}/${month}`, trailReviewSchema, {
    queryKey: [...reviewsKey, month],
    call: slowCall,
    // Opening a month is logged in the trail, so it is not refetched automatically.
    staleTime: Infinity,
  })
}
