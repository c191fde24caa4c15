import { argon2idAsync } from '@noble/hashes/argon2.js'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import {
  changeVault,
  type DropReason,
  dropVault,
  isLeaseOver,
  type PinCost,
  type PinLock,
  readVault,
  type VaultRow,
} from './vault-database.ts'
import { importVaultKeys, joinBytes, keyBytes, type KeyMaterial, type VaultKeys } from './vault-keys.ts'

/** Consecutive wrong PINs that drop the copy. */
export const maxAttempts = 5

/** `locked`: a PIN opens it, with `triesLeft` attempts; `dropped`: only an online sign-in helps. */
export type VaultState =
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'locked'; readonly triesLeft: number }
  | { readonly kind: 'dropped'; readonly reason: DropReason }

type UnlockResult = { readonly kind: 'open'; readonly keys: VaultKeys } | VaultState

/** The state of a user's vault on this device. Drops it when its lease has expired. */
export async function checkVaultState(runtime: Runtime, userId: string): Promise<VaultState> {
  const row = await readVault(runtime, userId)
  if (row?.pin && isLeaseOver(row, runtime.now())) {
    await dropVault(runtime, userId, 'lease')
    return { kind: 'dropped', reason: 'lease' }
  }
  return readVaultState(row)
}

/**
 * Tries a PIN. The attempt is counted before it is made, across all tabs; the fifth wrong one in a
 * row drops the copy.
 */
export async function openVault(runtime: Runtime, userId: string, pin: string): Promise<UnlockResult> {
  const before = await checkVaultState(runtime, userId)
  if (before.kind !== 'locked') return before
  let isCounted = false
  const row = await changeVault(runtime, userId, (now) => {
    // All attempts are used up, including one whose page was closed.
    if (!now?.pin || now.tries >= maxAttempts) return null
    isCounted = true
    return { ...now, tries: now.tries + 1 }
  })
  const material = isCounted && row?.pin ? await openWithPin(pin, row.pin) : null
  if (!material) return await handleWrongPin(runtime, userId)
  await changeVault(
    runtime,
    userId,
    (current) => current && { ...current, tries: 0, seenAt: Math.max(current.seenAt, runtime.now()) },
  )
  return { kind: 'open', keys: await importVaultKeys(material) }
}

/**
 * Changes the PIN; false when `pin` is wrong, which counts as an attempt. `cost` defaults to
 * `pinCost`.
 */
export async function changePin(
  runtime: Runtime,
  userId: string,
  { pin, newPin, cost }: { pin: string; newPin: string; cost?: PinCost },
): Promise<boolean> {
  const row = await readVault(runtime, userId)
  const opened = await openVault(runtime, userId, pin)
  const material = opened.kind === 'open' && row?.pin ? await openWithPin(pin, row.pin) : null
  if (!material) return false
  const lock = await lockWithPin(newPin, material, cost)
  await changeVault(runtime, userId, (current) => (current?.pin ? { ...current, pin: lock } : undefined))
  return true
}

async function handleWrongPin(runtime: Runtime, userId: string): Promise<VaultState> {
  const state = readVaultState(await readVault(runtime, userId))
  if (state.kind !== 'locked' || state.triesLeft > 0) return state
  await dropVault(runtime, userId, 'wrong_pins')
  return { kind: 'dropped', reason: 'wrong_pins' }
}

function readVaultState(row: VaultRow | null): VaultState {
  if (!row) return { kind: 'unsealed' }
  return row.pin
    ? { kind: 'locked', triesLeft: Math.max(0, maxAttempts - row.tries) }
    : { kind: 'dropped', reason: row.dropped ?? 'lease' }
}

/**
 * RFC 9106 §4 recommendation for memory-constrained environments: 64 MiB, three passes. About a
 * second on a desktop and a few on a tablet, once per start.
 */
const pinCost: PinCost = { t: 3, m: 65_536, p: 4 }

/** Encrypts both keys with a PIN, without blocking the page. */
export async function lockWithPin(pin: string, { mirror, outbox }: KeyMaterial, cost = pinCost): Promise<PinLock> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await derivePinKey(pin, salt, cost),
    joinBytes(mirror, outbox),
  )
  return { salt, cost, box: joinBytes(iv, new Uint8Array(ciphertext)) }
}

/** Null when the PIN is wrong. */
export async function openWithPin(pin: string, { salt, cost, box }: PinLock): Promise<KeyMaterial | null> {
  const key = await derivePinKey(pin, salt, cost)
  try {
    const iv = box.subarray(0, nonceBytes)
    const keyPair = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, box.subarray(nonceBytes)))
    return { mirror: keyPair.slice(0, keyBytes), outbox: keyPair.slice(keyBytes) }
  } catch {
    return null
  }
}

const saltBytes = 16
const nonceBytes = 12
/** Milliseconds of work before yielding, so that the page can render and handle keys. */
const sliceMs = 15

async function derivePinKey(pin: string, salt: Uint8Array, cost: PinCost): Promise<CryptoKey> {
  // Different keyboards may compose the same PIN differently.
  const text = new TextEncoder().encode(pin.normalize('NFC'))
  const bytes = await argon2idAsync(text, salt, { ...cost, dkLen: keyBytes, asyncTick: sliceMs })
  return await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
