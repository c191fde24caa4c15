import { createCipheriv, createDecipheriv, createHmac, type ECDH, hkdfSync } from 'node:crypto'
import type { BoxLabel, SealedBox } from '#contract/person-numbers/sealed-box.ts'
import {
  formatPersonNumberReference,
  formatSealedNumber,
  parseSealedNumber,
  sealingPurpose,
} from '#contract/person-numbers/sealed-number.ts'
import { deriveSealingKey, type OfficeKey, type OfficeKeys } from '#server/keys/office-keys.ts'

/**
 * Decrypts a number that a device encrypted to one of our keys
 * (src/app/records/person-numbers/seal-person-number.ts). Null when it is not an encrypted number
 * or cannot be decrypted.
 */
export function decryptSealedNumber(keys: OfficeKeys, text: string): string | null {
  const sealed = parseSealedNumber(text)
  if (!sealed) return null
  const label = { purpose: sealingPurpose, name: formatPersonNumberReference(sealed.id) }
  return openBox(keys, sealed, label)?.toString('utf8') ?? null
}

/**
 * Encrypts a plain number, which a client without encryption sends over TLS, as a device would
 * have; later code never sees its digits. The same number and request key give the same text,
 * so that a repeat is recognized.
 */
export function sealPlainNumber(key: OfficeKey, plaintext: string, requestKey: string): string {
  const computeDigest = (purpose: string) =>
    createHmac('sha256', key.blindIndexKey).update(`${purpose}\n${requestKey}\n${plaintext}`).digest()
  const oneTime: ECDH = deriveSealingKey(computeDigest('seal'))
  const [point, recipient] = [oneTime.getPublicKey(), key.sealingKeyPair.getPublicKey()]
  const { secret, nonce } = deriveSecret(oneTime.computeSecret(recipient), [point, recipient], sealingPurpose)
  const id = deriveId(computeDigest('id'))
  // Binds the ciphertext to its own reference.
  const encryptor = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(formatPersonNumberReference(id)))
  const ciphertext = Buffer.concat([encryptor.update(plaintext, 'utf8'), encryptor.final(), encryptor.getAuthTag()])
  return formatSealedNumber({ id, keyId: key.id, box: Buffer.concat([point, ciphertext]).toString('base64url') })
}

/** A version 8 UUID derived from the content. */
function deriveId(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/**
 * Decrypts what a device encrypted to one of our keys (contract/person-numbers/sealed-number.ts).
 * Null when it cannot be decrypted: made for another office, its key is gone, or it was changed.
 */
export function openBox(keys: OfficeKeys, { keyId, box }: SealedBox, { purpose, name }: BoxLabel): Buffer | null {
  const key = keys.byId(keyId)
  if (!key) return null
  const bytes = Buffer.from(box, 'base64url')
  const [point, ciphertext, tag] = [
    bytes.subarray(0, pointBytes),
    bytes.subarray(pointBytes, -tagBytes),
    bytes.subarray(-tagBytes),
  ]
  try {
    const { secret, nonce } = deriveSecret(
      key.sealingKeyPair.computeSecret(point),
      [point, key.sealingKeyPair.getPublicKey()],
      purpose,
    )
    const decryptor = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(name)).setAuthTag(tag)
    return Buffer.concat([decryptor.update(ciphertext), decryptor.final()])
  } catch {
    return null
  }
}

const pointBytes = 65
const tagBytes = 16

/** The one-time key pair makes key and nonce unique to this box. */
function deriveSecret(
  shared: Buffer,
  points: readonly [Buffer, Buffer],
  purpose: string,
): { secret: Buffer; nonce: Buffer } {
  const material = Buffer.from(hkdfSync('sha256', shared, Buffer.concat(points), purpose, 44))
  return { secret: material.subarray(0, 32), nonce: material.subarray(32) }
}
