import { Dexie, type Table } from 'dexie'
import type { SealedBox } from '#contract/person-numbers/sealed-box.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { buildActionStoreName } from '#mirror/store/action-store-name.ts'
import { deleteDatabases } from '#mirror/store/mirror-database.ts'

/** Parameters of the PIN-derived key, and the two vault keys wrapped with it (open-vault.ts). */
export interface PinLock {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly cost: PinCost
  /** Both keys, one after the other, under the key of the PIN: nonce ‖ AES-256-GCM. */
  readonly box: Uint8Array<ArrayBuffer>
}

/** Argon2id: passes, memory in KiB, lanes. */
export interface PinCost {
  readonly t: number
  readonly m: number
  readonly p: number
}

/** Why a sealed copy was dropped. */
export type DropReason = 'wrong_pins' | 'lease' | 'revoked' | 'signed_out'

/**
 * What opens a user's sealed copy on this device. It contains no data of the copy, and neither key
 * in the clear.
 *
 *   closed ──right PIN──▶ open (keys in memory only)
 *     │ five wrong PINs, 72 hours without contact, session ended remotely
 *     ▼
 *   dropped: `pin` is null, so nobody can open the mirror again; with `escrow` the server can still
 *   return the key of unsent edits to their owner
 */
export interface VaultRow {
  id: 'vault'
  pin: PinLock | null
  /** The outbox key, sealed to the server. */
  escrow: SealedBox
  /**
   * Wrong PINs since the last right one. Counted before a PIN is tried, so that closing the page
   * doesn't save an attempt.
   */
  tries: number
  /**
   * When the server last responded to the signed-in user, and the latest time this device has seen;
   * setting the clock back gains nothing.
   */
  contactAt: number
  seenAt: number
  dropped: DropReason | null
}

type VaultDatabase = Dexie & { vault: Table<VaultRow, string> }

const vaultPrefix = 'vault-'

export function buildVaultName(userId: string): string {
  return vaultPrefix + userId
}

type DatabaseRuntime = Pick<Runtime, 'indexedDB' | 'IDBKeyRange'>

/** Users with a vault on this device. */
async function listVaultOwners({ indexedDB }: Pick<DatabaseRuntime, 'indexedDB'>): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter((name) => name.startsWith(vaultPrefix)).map((name) => name.slice(vaultPrefix.length))
}

/**
 * Runs one strict transaction over a user's vault, creating its database if necessary. `next`
 * returns the new row; null or undefined keeps the old one.
 */
export async function changeVault(
  storage: DatabaseRuntime,
  userId: string,
  next: (row: VaultRow | null) => VaultRow | null | undefined,
): Promise<VaultRow | null> {
  return await withVault(storage, userId, (db) =>
    db.transaction('rw', db.vault, async () => {
      const row = (await db.vault.get('vault')) ?? null
      const changed = next(row)
      if (changed) await db.vault.put(changed)
      return changed ?? row
    }),
  )
}

/** Null when this user's copy isn't sealed on this device. Doesn't create the database. */
export async function readVault(storage: DatabaseRuntime, userId: string): Promise<VaultRow | null> {
  const names = (await storage.indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(buildVaultName(userId))) return null
  return await withVault(storage, userId, async (db) => (await db.vault.get('vault')) ?? null)
}

async function withVault<T>(
  { indexedDB, IDBKeyRange }: DatabaseRuntime,
  userId: string,
  work: (db: VaultDatabase) => PromiseLike<T>,
): Promise<T> {
  const db = new Dexie(buildVaultName(userId), { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict' })
  db.version(1).stores({ vault: 'id' })
  try {
    return await work(db as VaultDatabase)
  } finally {
    db.close()
  }
}

/** How long a sealed copy may be used without contact to the server. */
export const leaseMs = 72 * 3_600_000
const saveIntervalMs = 60_000

function leaseEnd({ contactAt }: Pick<VaultRow, 'contactAt'>): number {
  return contactAt + leaseMs
}

export function isLeaseOver(row: Pick<VaultRow, 'contactAt' | 'seenAt'>, now: number): boolean {
  return Math.max(now, row.seenAt) > leaseEnd(row)
}

/**
 * Records that the server just responded to this user, at most once a minute. A dropped vault stays
 * dropped. Returns the vault after the change.
 */
export async function saveContactTime(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  return await changeVault(runtime, userId, (row) => {
    if (!row?.pin || Math.abs(now - row.contactAt) < saveIntervalMs) return undefined
    // Overwrites `seenAt` too: if the clock ran ahead and was corrected, the server's response
    // proves the new time.
    return { ...row, contactAt: now, seenAt: now }
  })
}

/**
 * Records the latest time seen, so that setting the clock back between two starts doesn't extend
 * the lease.
 */
export async function saveLatestTime(runtime: Pick<Runtime, 'now' | 'indexedDB' | 'IDBKeyRange'>, userId: string) {
  const now = runtime.now()
  await changeVault(runtime, userId, (row) =>
    row && now > row.seenAt + saveIntervalMs ? { ...row, seenAt: now } : undefined,
  )
}

type DeviceRuntime = Pick<Runtime, 'indexedDB' | 'IDBKeyRange' | 'now' | 'wait'>

/**
 * Makes the sealed copy unreadable: first the wrapped keys are removed, then everything the server
 * can deliver again. The outbox stays sealed, and the server can return its key to the owner.
 */
export async function dropVault(device: DeviceRuntime, userId: string, reason: DropReason): Promise<void> {
  await changeVault(device, userId, (row) => row && { ...row, pin: null, dropped: row.dropped ?? reason })
  await removeOfflineCopy(device, userId)
}

/**
 * Removes this user's mirror, paper copies and undo actions from the device. Never removes an
 * outbox or papers that wait to be sent.
 */
export async function removeOfflineCopy(device: DeviceRuntime, userId: string): Promise<void> {
  const names = [`paper-copies-${userId}`, buildActionStoreName(userId)]
  await deleteDatabases(device, (name) => name.startsWith(`mirror-${userId}.`) || names.includes(name))
}

/**
 * Drops the vaults of everybody except `keptUserIds()`, so that sign-out leaves nothing a PIN
 * opens. Their unsent edits stay sealed until they sign in again.
 */
export async function dropVaults(device: DeviceRuntime, keptUserIds: () => readonly string[]): Promise<void> {
  const owners = await listVaultOwners(device)
  for (const owner of owners.filter((userId) => !keptUserIds().includes(userId))) {
    await changeVault(device, owner, (row) => row?.pin && { ...row, pin: null, dropped: 'signed_out' })
  }
}

/**
 * Drops the sealed copy because the server ended this device's session remotely. Called by page,
 * worker or service worker. Leaves an unsealed copy alone.
 */
export async function dropRevoked(device: DeviceRuntime, userId: string): Promise<void> {
  if (await readVault(device, userId)) await dropVault(device, userId, 'revoked')
}
