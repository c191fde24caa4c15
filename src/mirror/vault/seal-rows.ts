import { packRow, unpackRow } from '../store/row-bytes.ts'
import type { Seal } from '../store/seal.ts'

/** Twelve bytes of chance a row: two rows of four billion under one key are as likely to share them as research says one may risk (NIST SP 800-38D §8.3). */
const nonceBytes = 12

/**
 * Rows under a key: `[id of the key, nonce ‖ AES-256-GCM]`. The browser encrypts beside this thread, many rows at once.
 */
export function sealWith({ id, key }: { readonly id: string; readonly key: CryptoKey }): Seal {
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
