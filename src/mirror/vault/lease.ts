import type { Runtime } from '../runtime.ts'
import { changeVault, type VaultRow } from './vault-database.ts'

/** So long a sealed copy may be used without the server having answered (research/domain.md §4 "Offline tablet copies"). */
export const leaseMs = 72 * 3_600_000
const noteEveryMs = 60_000

export function leaseEnd({ contactAt }: Pick<VaultRow, 'contactAt'>): number {
  return contactAt + leaseMs
}

export function isLeaseOver(row: Pick<VaultRow, 'contactAt' | 'seenAt'>, now: number): boolean {
  return Math.max(now, row.seenAt) > leaseEnd(row)
}

/** The server has just answered the person. Written at most once a minute; a vault that was dropped meanwhile stays so. Answers the vault as it is then. */
export async function noteContact(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  return await changeVault(runtime, userId, (row) => {
    if (!row?.pin || Math.abs(now - row.contactAt) < noteEveryMs) return undefined
    // A clock that ran ahead and was put right: the server's answer is worth more than what the device believed.
    return { ...row, contactAt: now, seenAt: now }
  })
}

/** That it is at least this late; without it a clock set back between two starts would give the time again. */
export async function noteSeen(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  await changeVault(runtime, userId, (row) =>
    row && now > row.seenAt + noteEveryMs ? { ...row, seenAt: now } : undefined,
  )
}
