import { useQuery } from '@tanstack/react-query'
import { leaveAllowancePath, leaveAllowancesSchema, type LeaveAllowance } from '#contract/people/leave.ts'
import { useApi } from '#app/session/api.tsx'

/**
 * The user's granted leave of a year; undefined until the server first answered. Cached on the
 * device, so that the balance shows offline. Only the user's own: colleagues' data does not belong
 * in local storage.
 */
export function useOwnAllowance(userId: string, year: number): LeaveAllowance | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['leave', 'own-allowance', year],
    queryFn: async ({ signal }) => {
      const answer = await api.get(leaveAllowancePath, { searchParams: { year }, signal }).json()
      return leaveAllowancesSchema.parse(answer).results.find(({ user_id }) => user_id === userId) ?? null
    },
    staleTime: 60_000,
    meta: { persist: true },
  })
  return data ?? undefined
}

/** Everybody's, for superusers. */
export function useAllowances(year: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['leave', 'allowances', year],
    queryFn: async ({ signal }) =>
      leaveAllowancesSchema.parse(await api.get(leaveAllowancePath, { searchParams: { year }, signal }).json()).results,
    staleTime: 10_000,
  })
}
