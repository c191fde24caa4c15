import { Dexie, type Table } from 'dexie'
import type { SealedBox } from '#contract/numbers/sealed-box.ts'
import type { Runtime } from '../runtime.ts'

/** How a PIN was made into the key that closes the vault's two keys (pin-key.ts). */
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
 * What opens a person's sealed copy on this device. Of the copy itself it holds nothing, and nothing in it can be read as one of the keys.
 *
 *   closed ──right PIN──▶ open (keys in memory only)
 *     │ five wrong ones, 72 hours without contact, ended from elsewhere
 *     ▼
 *   dropped: `pin` is null, so that nobody opens the mirror again; `escrow` still lets the server hand the key of unsent edits back to their owner
 */
export interface VaultRow {
  id: 'vault'
  pin: PinLock | null
  /** The outbox's key, sealed to the server. */
  escrow: SealedBox
  /** Wrong PINs since the last right one. Counted before a PIN is tried: a page that is killed meanwhile has used its try. */
  tries: number
  /** When the server last answered a person who is signed in, and the latest this device has ever believed it to be: a clock set back wins nothing. */
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

/** Who has a vault on this device. */
export async function listVaultOwners({ indexedDB }: Pick<Storage, 'indexedDB'>): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter((name) => name.startsWith(vaultPrefix)).map((name) => name.slice(vaultPrefix.length))
}

/** Runs one strict transaction over a person's vault, made where there is none. `next` answers what is to stand there; nothing leaves it as it is. */
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

/** Null: this person's copy is not sealed on this device. Looking makes no database. */
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
