import type { SyncStatus } from '#mirror/offline-copy.ts'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { useUnstoredCount } from '../records/unsaved/unstored-values.ts'
import { withUnkept } from './sync-texts.ts'

/**
 * State of connection and outbox, including values on this page that the device had no room for.
 */
export function useShownStatus(): SyncStatus {
  return withUnkept(useSyncStatus(), useUnstoredCount())
}
