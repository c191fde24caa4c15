import { z } from 'zod'
import { packRow, unpackRow } from '#mirror/store/row-bytes.ts'
import type { Seal, Seals } from '#mirror/store/seal.ts'

/**
 * Random nonce size in bytes. Under one key, four billion rows stay within the collision risk NIST
 * SP 800-38D §8.3 allows.
 */
const nonceBytes = 12

/**
 * Seals rows as `[key id, nonce ‖ AES-256-GCM]`. The browser encrypts in parallel to this thread,
 * many rows at once.
 */
function createSeal({ id, key }: { readonly id: string; readonly key: CryptoKey }): Seal {
  return {
    keyId: id,
    async seal(row) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, packRow(row))
      const bytes = new Uint8Array(nonceBytes + ciphertext.byteLength)
      bytes.set(iv)
      bytes.set(new Uint8Array(ciphertext), nonceBytes)
      return [id, bytes]
    },
    async open(sealed) {
      const [keyId, bytes] = sealed as [string, Uint8Array<ArrayBuffer>]
      if (keyId !== id) return null
      const iv = bytes.subarray(0, nonceBytes)
      return unpackRow(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(nonceBytes)))
    },
  }
}

const vaultKeySchema = z.object({ id: z.string().min(1), key: z.instanceof(CryptoKey) })

/**
 * The two keys of a user's sealed copy while it is open: AES-256-GCM, not extractable. Structured
 * clones pass them to workers and other tabs; they are never stored.
 */
export const vaultKeysSchema = z.object({
  mirror: vaultKeySchema,
  outbox: vaultKeySchema,
  /**
   * Proves to the server that the PIN was right (contract/session/second-factor.ts): 256 bits
   * derived from the mirror's key, base64url.
   */
  proof: z.string().min(1),
})
export type VaultKeys = z.infer<typeof vaultKeysSchema>
type VaultKey = z.infer<typeof vaultKeySchema>

export const keyBytes = 32

/**
 * The raw bytes of both keys. HAZARD: must not outlive the call that needs them, and must never be
 * stored unwrapped.
 */
export interface KeyMaterial {
  readonly mirror: Uint8Array<ArrayBuffer>
  readonly outbox: Uint8Array<ArrayBuffer>
}

export async function importVaultKeys({ mirror, outbox }: KeyMaterial): Promise<VaultKeys> {
  return {
    mirror: await importVaultKey(mirror),
    outbox: await importVaultKey(outbox),
    proof: await deriveProof(mirror),
  }
}

/**
 * One-way (HKDF, RFC 5869), so the server learns nothing of the key. Not derived from the outbox
 * key, because the server can return that one.
 */
async function deriveProof(mirror: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', mirror, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('ongyeol-office pin proof')
  const bits = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, key, 256)
  return toBase64(new Uint8Array(bits))
}

export function newKeyBytes(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(keyBytes))
}

export function createSeals({ mirror, outbox }: VaultKeys): Seals {
  return { mirror: createSeal(mirror), outbox: createSeal(outbox) }
}

/** The id is a prefix of the key's digest and reveals nothing about it. */
async function importVaultKey(bytes: Uint8Array<ArrayBuffer>): Promise<VaultKey> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const id = Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}

export function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}

/** Base64url without padding. */
export function toBase64(bytes: Uint8Array): string {
  // One by one: a call cannot take hundreds of thousands of arguments.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
