import { createCipheriv, createHmac, type ECDH } from 'node:crypto'
import { numberReference, readSealed, sealedText, sealingPurpose } from '#contract/numbers/sealed-number.ts'
import { type NumberKey, type NumberKeys, sealingKeyOf } from './number-keys.ts'
import { agree, openBox } from './sealed-boxes.ts'

/** What a device has sealed to one of our keys (src/app/records/numbers/seal-number.ts). Null for what is no sealed number, or cannot be opened. */
export function openSealed(keys: NumberKeys, text: string): string | null {
  const sealed = readSealed(text)
  if (!sealed) return null
  const label = { purpose: sealingPurpose, name: numberReference(sealed.id) }
  return openBox(keys, sealed, label)?.toString('utf8') ?? null
}

/**
 * A plain number, as a client without a seal sends it over TLS, sealed as a device would have: nothing behind this ever sees its digits. `once` says which sending it is: the
 * same number of the same sending is sealed to the same text, so that a repeated request is known for what it is.
 */
export function sealPlain(key: NumberKey, plain: string, once: string): string {
  const mark = (purpose: string) => createHmac('sha256', key.blind).update(`${purpose}\n${once}\n${plain}`).digest()
  const oneTime: ECDH = sealingKeyOf(mark('seal'))
  const [point, theirs] = [oneTime.getPublicKey(), key.sealing.getPublicKey()]
  const { secret, nonce } = agree(oneTime.computeSecret(theirs), [point, theirs], sealingPurpose)
  const id = idOf(mark('id'))
  // A sealed number cannot be given another's reference.
  const closer = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(numberReference(id)))
  const closed = Buffer.concat([closer.update(plain, 'utf8'), closer.final(), closer.getAuthTag()])
  return sealedText({ id, keyId: key.id, box: Buffer.concat([point, closed]).toString('base64url') })
}

/** A UUID of version 8: made of what it stands for. */
function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
