import { useQuery } from '@tanstack/react-query'
import { inquiryAssigneesPath, inquiryAssigneesSchema } from '#contract/inquiries.ts'
import { useApi } from '#app/session/api.tsx'

/** Names of the office's people; kept on the device, so that an inquiry can be given to somebody without a network. Empty until it was ever answered. */
export function useAssignees(): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['inquiries', 'assignees'],
    queryFn: async ({ signal }) =>
      inquiryAssigneesSchema.parse(await api.get(inquiryAssigneesPath, { signal }).json()).results,
    staleTime: 60_000,
    meta: { persist: true },
  })
  return data ?? none
}

const none: readonly string[] = []
