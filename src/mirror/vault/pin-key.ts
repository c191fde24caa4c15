import { argon2idAsync } from '@noble/hashes/argon2.js'
import { joinedBytes } from './byte-text.ts'
import { keyBytes, type KeyMaterial } from './vault-keys.ts'
import type { PinCost, PinLock } from './vault-database.ts'

/**
 * RFC 9106 §4 recommendation for memory-constrained environments: 64 MiB, three passes. About a
 * second on a desktop and a few on a tablet, once per start.
 */
export const pinCost: PinCost = { t: 3, m: 65_536, p: 4 }

/** Encrypts both keys with a PIN, without blocking the page. */
export async function lockWithPin(pin: string, { mirror, outbox }: KeyMaterial, cost = pinCost): Promise<PinLock> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const closed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await pinKey(pin, salt, cost),
    joinedBytes(mirror, outbox),
  )
  return { salt, cost, box: joinedBytes(iv, new Uint8Array(closed)) }
}

/** Null when the PIN is wrong. */
export async function openWithPin(pin: string, { salt, cost, box }: PinLock): Promise<KeyMaterial | null> {
  const key = await pinKey(pin, salt, cost)
  try {
    const iv = box.subarray(0, nonceBytes)
    const both = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, box.subarray(nonceBytes)))
    return { mirror: both.slice(0, keyBytes), outbox: both.slice(keyBytes) }
  } catch {
    return null
  }
}

const saltBytes = 16
const nonceBytes = 12
/** Milliseconds of work before yielding, so that the page can render and handle keys. */
const sliceMs = 15

async function pinKey(pin: string, salt: Uint8Array, cost: PinCost): Promise<CryptoKey> {
  // Different keyboards may compose the same PIN differently.
  const text = new TextEncoder().encode(pin.normalize('NFC'))
  const bytes = await argon2idAsync(text, salt, { ...cost, dkLen: keyBytes, asyncTick: sliceMs })
  return await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
