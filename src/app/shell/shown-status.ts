import type { SyncStatus } from '#mirror/offline-copy.ts'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { useUnkeptCount } from '../records/unsaved/unkept-values.ts'
import { withUnkept } from './sync-texts.ts'

/** How connection and outbox stand, together with what this page holds and the device had no room for. */
export function useShownStatus(): SyncStatus {
  return withUnkept(useSyncStatus(), useUnkeptCount())
}
