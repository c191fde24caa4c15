import { setupPath, setupSchema } from '#contract/admin/server-status.ts'
import { useLastResponse } from '../server-query.ts'

export const setupKey = ['setup'] as const

/** The server's configuration, for superusers. Without a network, returns the last response. */
export function useSetup({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  return useLastResponse(setupPath, setupSchema, { queryKey: setupKey, enabled: isEnabled, isStored: true })
}
