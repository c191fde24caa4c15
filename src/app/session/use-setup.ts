import { useQuery } from '@tanstack/react-query'
import { setupPath, setupSchema } from '#contract/setup.ts'
import { useApi } from './api.tsx'

export const setupKey = ['setup'] as const

/** What is set up on the server, for superusers; without a network what it last said. */
export function useSetup({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: setupKey,
    queryFn: async ({ signal }) => setupSchema.parse(await api.get(setupPath, { signal }).json()),
    enabled: isEnabled,
    meta: { persist: true },
  })
}
