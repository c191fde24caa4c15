import { createCipheriv, createDecipheriv, createHmac, type ECDH, hkdfSync } from 'node:crypto'
import { numberReference, readSealed, sealedText, sealingPurpose } from '#contract/sealed-number.ts'
import { type NumberKey, type NumberKeys, sealingKeyOf } from './number-keys.ts'

/**
 * What a device has sealed to one of our keys (src/app/session/seal-number.ts): ECDH with a one-time key, HKDF, AES-256-GCM. Null for what is no sealed number, or cannot be
 * opened: another office's, a key that is gone, a letter changed.
 */
export function openSealed(keys: NumberKeys, text: string): string | null {
  const sealed = readSealed(text)
  const key = sealed && keys.byId(sealed.keyId)
  if (!key) return null
  const bytes = Buffer.from(sealed.box, 'base64url')
  const [point, closed, tag] = [
    bytes.subarray(0, pointBytes),
    bytes.subarray(pointBytes, -tagBytes),
    bytes.subarray(-tagBytes),
  ]
  try {
    const { secret, nonce } = agree(key.sealing.computeSecret(point), [point, key.sealing.getPublicKey()])
    const opener = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(ownName(sealed.id)).setAuthTag(tag)
    return Buffer.concat([opener.update(closed), opener.final()]).toString('utf8')
  } catch {
    return null
  }
}

/**
 * A plain number, as a client without a seal sends it over TLS, sealed as a device would have: nothing behind this ever sees its digits. `once` says which sending it is: the
 * same number of the same sending is sealed to the same text, so that a repeated request is known for what it is.
 */
export function sealPlain(key: NumberKey, plain: string, once: string): string {
  const mark = (purpose: string) => createHmac('sha256', key.blind).update(`${purpose}\n${once}\n${plain}`).digest()
  const oneTime: ECDH = sealingKeyOf(mark('seal'))
  const [point, theirs] = [oneTime.getPublicKey(), key.sealing.getPublicKey()]
  const { secret, nonce } = agree(oneTime.computeSecret(theirs), [point, theirs])
  const id = idOf(mark('id'))
  const closer = createCipheriv('aes-256-gcm', secret, nonce).setAAD(ownName(id))
  const closed = Buffer.concat([closer.update(plain, 'utf8'), closer.final(), closer.getAuthTag()])
  return sealedText({ id, keyId: key.id, box: Buffer.concat([point, closed]).toString('base64url') })
}

const pointBytes = 65
const tagBytes = 16

/** The one-time key makes key and nonce good for this one text. */
function agree(shared: Buffer, points: readonly [Buffer, Buffer]): { secret: Buffer; nonce: Buffer } {
  const material = Buffer.from(hkdfSync('sha256', shared, Buffer.concat(points), sealingPurpose, 44))
  return { secret: material.subarray(0, 32), nonce: material.subarray(32) }
}

/** A sealed number cannot be given another's reference. */
function ownName(id: string): Buffer {
  return Buffer.from(numberReference(id))
}

/** A UUID of version 8: made of what it stands for. */
function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
