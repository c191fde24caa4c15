import type { BoxLabel, SealedBox } from '#contract/person-numbers/sealed-box.ts'
import type { SealingKey } from '#contract/person-numbers/sealed-number.ts'
import { fromBase64, joinBytes, toBase64 } from './vault-keys.ts'

/**
 * Encrypts bytes so that only the server can read them (contract/person-numbers/sealed-number.ts).
 */
export async function sealToServer(
  key: SealingKey,
  plaintext: Uint8Array<ArrayBuffer>,
  { purpose, name }: BoxLabel,
): Promise<SealedBox> {
  const { subtle } = crypto
  const serverPoint = fromBase64(key.public_key)
  const serverKey = await subtle.importKey('raw', serverPoint, curve, false, [])
  const ownKeys = await subtle.generateKey(curve, false, ['deriveBits'])
  const ownPoint = new Uint8Array(await subtle.exportKey('raw', ownKeys.publicKey))
  const sharedSecret = await subtle.deriveBits({ name: 'ECDH', public: serverKey }, ownKeys.privateKey, 256)
  const material = await subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: joinBytes(ownPoint, serverPoint), info: encoder.encode(purpose) },
    await subtle.importKey('raw', sharedSecret, 'HKDF', false, ['deriveBits']),
    44 * 8,
  )
  const secret = await subtle.importKey('raw', material.slice(0, 32), 'AES-GCM', false, ['encrypt'])
  const ciphertext = await subtle.encrypt(
    { name: 'AES-GCM', iv: material.slice(32), additionalData: encoder.encode(name) },
    secret,
    plaintext,
  )
  return { keyId: key.key_id, box: toBase64(joinBytes(ownPoint, new Uint8Array(ciphertext))) }
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const encoder = new TextEncoder()
