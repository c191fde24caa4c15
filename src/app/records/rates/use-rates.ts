import { useQuery } from '@tanstack/react-query'
import { knownRates, rateListSchema, ratesPath, type Rate } from '#contract/rates.ts'
import { AnswerError, answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'

export const ratesQuery = ['rates']

export interface KeptRates {
  /** All versions as the server said last, also in an earlier visit; undefined until it ever did. */
  readonly rates: readonly Rate[] | undefined
  /** Why they cannot be had; null while they can, or are kept. */
  readonly refusal: Extract<Answer<unknown>, { ok: false }> | null
  readonly isFetching: boolean
  ask(): void
}

/** Statutory rates and fees, kept on the device: forms propose sums (`proposedSums`) without a network too. Nobody's data stand in them. */
export function useRates(): KeptRates {
  const api = useApi()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ratesQuery,
    // A refusal is thrown, so that what is kept stays.
    queryFn: async ({ signal }): Promise<Rate[]> => {
      const answer = await answerOf(api.get(ratesPath, { signal }).json())
      if (!answer.ok) throw new AnswerError(answer)
      return knownRates(rateListSchema.parse(answer.value))
    },
    retry: false,
    meta: { persist: true },
  })
  const refusal = error instanceof AnswerError && data === undefined ? error.answer : null
  return { rates: data, refusal, isFetching, ask: () => void refetch() }
}
