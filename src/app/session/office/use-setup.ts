import { useQuery } from '@tanstack/react-query'
import { setupPath, setupSchema } from '#contract/admin/server-status.ts'
import { useApi } from '../api.tsx'

export const setupKey = ['setup'] as const

/** The server's configuration, for superusers. Without a network, returns the last response. */
export function useSetup({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: setupKey,
    queryFn: async ({ signal }) => setupSchema.parse(await api.get(setupPath, { signal }).json()),
    enabled: isEnabled,
    meta: { persist: true },
  })
}
