import type { Runtime } from '../runtime.ts'
import { changeVault, type VaultRow } from './vault-database.ts'

/** How long a sealed copy may be used without contact to the server. */
export const leaseMs = 72 * 3_600_000
const recordIntervalMs = 60_000

export function leaseEnd({ contactAt }: Pick<VaultRow, 'contactAt'>): number {
  return contactAt + leaseMs
}

export function isLeaseOver(row: Pick<VaultRow, 'contactAt' | 'seenAt'>, now: number): boolean {
  return Math.max(now, row.seenAt) > leaseEnd(row)
}

/**
 * Records that the server just answered this user, at most once a minute. A dropped vault stays
 * dropped. Returns the vault after the change.
 */
export async function recordContact(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  return await changeVault(runtime, userId, (row) => {
    if (!row?.pin || Math.abs(now - row.contactAt) < recordIntervalMs) return undefined
    // Overwrites `seenAt` too: if the clock ran ahead and was corrected, the server's answer proves
    // the new time.
    return { ...row, contactAt: now, seenAt: now }
  })
}

/**
 * Records the latest time seen, so that setting the clock back between two starts doesn't extend
 * the lease.
 */
export async function recordClock(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  await changeVault(runtime, userId, (row) =>
    row && now > row.seenAt + recordIntervalMs ? { ...row, seenAt: now } : undefined,
  )
}
