import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { makeSecretFile } from '#server/keys/secret-file.ts'

/**
 * The Ed25519 key that signs exports of the trail. The private half is in the data folder with the
 * other keys; anybody who has it can sign in the office's name.
 */
export interface TrailKey {
  /** SubjectPublicKeyInfo as PEM, for auditors. */
  readonly publicPem: string
  /** SHA-256 of the DER form, hex, for comparison by eye. */
  readonly fingerprint: string
  /** Base64. */
  sign(text: string): string
}

export class TrailKeyError extends Error {
  override readonly name = 'TrailKeyError'
}

/**
 * Reads the key, creating it when the file is missing. Throws `TrailKeyError`, one line without any
 * of the file's content.
 */
export function openTrailKey(path: string): TrailKey {
  makeSecretFile(path, generateKey)
  const key = readKey(path)
  const publicKey = createPublicKey(key)
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: computeFingerprint(publicKey),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64'),
  }
}

/**
 * Verifies `signature` (base64) of the text with `publicPem` and returns the key's fingerprint;
 * null when it does not verify.
 */
export function verifySigned(publicPem: string, text: string, signature: string): { fingerprint: string } | null {
  try {
    const key = createPublicKey(publicPem)
    if (key.asymmetricKeyType !== 'ed25519') return null
    const isValid = verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
    return isValid ? { fingerprint: computeFingerprint(key) } : null
  } catch {
    return null
  }
}

function generateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function readKey(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path, 'utf8'))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The one-line error below covers it.
  }
  throw new TrailKeyError(`접속기록 서명 키 파일(TRAIL_KEY_FILE)을 읽을 수 없습니다: ${path}`)
}

function computeFingerprint(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
