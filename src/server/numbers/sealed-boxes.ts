import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { BoxLabel, SealedBox } from '#contract/numbers/sealed-box.ts'
import type { NumberKeys } from './number-keys.ts'

/**
 * Decrypts what a device encrypted to one of our keys (contract/numbers/sealed-box.ts). Null when
 * it cannot be decrypted: made for another office, its key is gone, or it was changed.
 */
export function openBox(keys: NumberKeys, { keyId, box }: SealedBox, { purpose, name }: BoxLabel): Buffer | null {
  const key = keys.byId(keyId)
  if (!key) return null
  const bytes = Buffer.from(box, 'base64url')
  const [point, closed, tag] = [
    bytes.subarray(0, pointBytes),
    bytes.subarray(pointBytes, -tagBytes),
    bytes.subarray(-tagBytes),
  ]
  try {
    const { secret, nonce } = agree(key.sealing.computeSecret(point), [point, key.sealing.getPublicKey()], purpose)
    const opener = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(name)).setAuthTag(tag)
    return Buffer.concat([opener.update(closed), opener.final()])
  } catch {
    return null
  }
}

const pointBytes = 65
const tagBytes = 16

/** The one-time key pair makes key and nonce unique to this box. */
export function agree(
  shared: Buffer,
  points: readonly [Buffer, Buffer],
  purpose: string,
): { secret: Buffer; nonce: Buffer } {
  const material = Buffer.from(hkdfSync('sha256', shared, Buffer.concat(points), purpose, 44))
  return { secret: material.subarray(0, 32), nonce: material.subarray(32) }
}
