import { Dexie, type Table } from 'dexie'
import type { SealedBox } from '#contract/numbers/sealed-box.ts'
import type { Runtime } from '../runtime.ts'

/** A PIN-derived key's parameters, and the two vault keys wrapped with it (pin-key.ts). */
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
   * When the server last answered the signed-in user, and the latest time this device has seen;
   * setting the clock back gains nothing.
   */
  contactAt: number
  seenAt: number
  dropped: DropReason | null
}

type VaultDatabase = Dexie & { vault: Table<VaultRow, string> }

const vaultPrefix = 'vault-'

export function vaultName(userId: string): string {
  return vaultPrefix + userId
}

type Storage = Pick<Runtime, 'indexedDB' | 'IDBKeyRange'>

/** Users with a vault on this device. */
export async function listVaultOwners({ indexedDB }: Pick<Storage, 'indexedDB'>): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter((name) => name.startsWith(vaultPrefix)).map((name) => name.slice(vaultPrefix.length))
}

/**
 * Runs one strict transaction over a user's vault, creating its database if necessary. `next`
 * returns the new row; null or undefined keeps the old one.
 */
export async function changeVault(
  storage: Storage,
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
export async function readVault(storage: Storage, userId: string): Promise<VaultRow | null> {
  const names = (await storage.indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(vaultName(userId))) return null
  return await withVault(storage, userId, async (db) => (await db.vault.get('vault')) ?? null)
}

async function withVault<T>(
  { indexedDB, IDBKeyRange }: Storage,
  userId: string,
  work: (db: VaultDatabase) => PromiseLike<T>,
): Promise<T> {
  const db = new Dexie(vaultName(userId), { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict' })
  db.version(1).stores({ vault: 'id' })
  try {
    return await work(db as VaultDatabase)
  } finally {
    db.close()
  }
}
