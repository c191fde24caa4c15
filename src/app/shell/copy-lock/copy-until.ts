import { leaseMs } from '#mirror/vault/lease.ts'
import { momentText } from '../../ui/display/moment-text.ts'

/**
 * Until when a sealed copy may be used without another answer from the server: "2026.11.29
 * 14:05까지". Empty before the first contact.
 */
export function copyUntilText(lastSyncAt: number | null): string {
  return lastSyncAt === null ? '' : `${momentText(lastSyncAt + leaseMs)}까지`
}
