import { z } from 'zod'
import { toBase64 } from './byte-text.ts'
import type { Seals, Seal } from '../store/seal.ts'
import { packRow, unpackRow } from '../store/row-bytes.ts'

/** Twelve bytes of chance a row: two rows of four billion under one key are as likely to share them as research says one may risk (NIST SP 800-38D §8.3). */
const nonceBytes = 12

/**
 * Rows under a key: `[id of the key, nonce ‖ AES-256-GCM]`. The browser encrypts beside this thread, many rows at once.
 */
function sealWith({ id, key }: { readonly id: string; readonly key: CryptoKey }): Seal {
  return {
    keyId: id,
    async seal(row) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const closed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, packRow(row))
      const bytes = new Uint8Array(nonceBytes + closed.byteLength)
      bytes.set(iv)
      bytes.set(new Uint8Array(closed), nonceBytes)
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
 * The two keys of a person's sealed copy on this device, while it is open: AES-256-GCM, not to be taken out of the browser's hands. Structured clones carry them
 * to workers and other tabs; no storage ever holds them.
 */
export const vaultKeysSchema = z.object({
  mirror: vaultKeySchema,
  outbox: vaultKeySchema,
  /** Proves to the server that the PIN was right (session/second-factor.ts): 256 bits derived from the mirror's key, base64url. */
  proof: z.string().min(1),
})
export type VaultKeys = z.infer<typeof vaultKeysSchema>
export type VaultKey = z.infer<typeof vaultKeySchema>

export const keyBytes = 32

/** What both keys are made of. HAZARD: it must not outlive the call that needs it, and never reaches a storage unwrapped. */
export interface KeyMaterial {
  readonly mirror: Uint8Array<ArrayBuffer>
  readonly outbox: Uint8Array<ArrayBuffer>
}

export async function keysOf({ mirror, outbox }: KeyMaterial): Promise<VaultKeys> {
  return { mirror: await keyOf(mirror), outbox: await keyOf(outbox), proof: await proofOf(mirror) }
}

/** One-way (HKDF, RFC 5869): the server learns nothing of the key. The outbox's key would not do, because the server can hand that one back. */
async function proofOf(mirror: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', mirror, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('ongyeol-office pin proof')
  const bits = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, key, 256)
  return toBase64(new Uint8Array(bits))
}

export function newKeyBytes(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(keyBytes))
}

export function sealsOf({ mirror, outbox }: VaultKeys): Seals {
  return { mirror: sealWith(mirror), outbox: sealWith(outbox) }
}

/** The id is the beginning of a digest of the key: it tells nothing of it. */
async function keyOf(bytes: Uint8Array<ArrayBuffer>): Promise<VaultKey> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const id = Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}
