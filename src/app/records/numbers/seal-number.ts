import type { SealingKey } from '#contract/party-number.ts'
import { numberReference, sealedText, sealingPurpose } from '#contract/sealed-number.ts'
import { newId } from '#mirror/new-id.ts'
import { readSealingKey } from './sealing-key.ts'

/** This device has never heard of the server's key. */
export class NoSealingKeyError extends Error {
  override readonly name = 'NoSealingKeyError'
}

/**
 * A number closed to everybody but the server, as it goes into a field of kind `secret`: ECDH on P-256 with a one-time key, HKDF-SHA-256, AES-256-GCM. The server's side is
 * src/server/numbers/sealed-numbers.ts. Throws `NoSealingKeyError`.
 */
export async function sealNumber(digits: string, key: SealingKey | null = readSealingKey()): Promise<string> {
  if (key === null) throw new NoSealingKeyError()
  const { subtle } = crypto
  const theirPoint = fromBase64(key.public_key)
  const theirs = await subtle.importKey('raw', theirPoint, curve, false, [])
  const own = await subtle.generateKey(curve, false, ['deriveBits'])
  const ownPoint = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
  const material = await subtle.deriveBits(
    {
      ...{ name: 'HKDF', hash: 'SHA-256', salt: joined(ownPoint, theirPoint) },
      info: new TextEncoder().encode(sealingPurpose),
    },
    await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']),
    44 * 8,
  )
  const id = newId()
  const secret = await subtle.importKey('raw', material.slice(0, 32), 'AES-GCM', false, ['encrypt'])
  const closed = await subtle.encrypt(
    { name: 'AES-GCM', iv: material.slice(32), additionalData: new TextEncoder().encode(numberReference(id)) },
    secret,
    new TextEncoder().encode(digits),
  )
  return sealedText({ id, keyId: key.key_id, box: toBase64(joined(ownPoint, new Uint8Array(closed))) })
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
