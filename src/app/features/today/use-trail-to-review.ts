import { useQuery } from '@tanstack/react-query'
import { trailAlertListSchema, trailAlertsPath } from '#contract/trail-alerts.ts'
import { reviewMonthsSchema, trailReviewsPath } from '#contract/trail-reviews.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import type { Waiting } from './waiting-lines.ts'

const staleMs = 300_000
const unknown = { monthsToReview: null, alertsToLookAt: null }

/** What of the trail waits for superusers; only the server knows, so without it nothing is said. */
export function useTrailToReview(isSuperuser: boolean): Pick<Waiting, 'monthsToReview' | 'alertsToLookAt'> {
  const api = useApi()
  const { data = unknown } = useQuery({
    queryKey: ['trail-to-review'],
    enabled: isSuperuser,
    queryFn: async ({ signal }) => {
      const [months, alerts] = await Promise.all([
        answerOf(api.get(trailReviewsPath, { signal }).json()),
        answerOf(api.get(trailAlertsPath, { signal }).json()),
      ])
      return {
        monthsToReview: months.ok ? reviewMonthsSchema.parse(months.value).due_count : null,
        alertsToLookAt: alerts.ok ? trailAlertListSchema.parse(alerts.value).open_count : null,
      }
    },
    staleTime: staleMs,
  })
  return isSuperuser ? data : unknown
}
