import { leaseMs } from '#mirror/vault/lease.ts'
import { momentText } from '../../ui/display/moment-text.ts'

/** Until when a sealed copy may be used without the server answering again: "2026.11.29 14:05까지"; empty before the first contact. */
export function copyUntilText(lastSyncAt: number | null): string {
  return lastSyncAt === null ? '' : `${momentText(lastSyncAt + leaseMs)}까지`
}
