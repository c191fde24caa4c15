import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/**
 * Encrypts a file's contents (AES-256-GCM with the office's newest key), because they may include
 * personal data.
 */
export function sealFile(numbers: Deps['numbers'], { id, owner }: FileLocation, content: Buffer): Buffer {
  const key = numbers.newest()
  const nonce = randomBytes(nonceBytes)
  const closer = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(placeOf(id, owner))
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, closer.update(content), closer.final(), closer.getAuthTag()])
}

/** Null when the key is gone or the row was tampered with. */
export function openSealedFile(numbers: Deps['numbers'], { id, owner }: FileLocation, sealed: Buffer): Buffer | null {
  const key = numbers.byId(sealed.subarray(0, idBytes).toString('hex'))
  if (!key) return null
  const [nonce, closed] = [
    sealed.subarray(idBytes, idBytes + nonceBytes),
    sealed.subarray(idBytes + nonceBytes, -tagBytes),
  ]
  try {
    const opener = createDecipheriv('aes-256-gcm', key.cipher, nonce)
    opener.setAAD(placeOf(id, owner)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([opener.update(closed), opener.final()])
  } catch {
    return null
  }
}

/**
 * The caller's pseudonyms under every available key, newest first. Keyed, because all possible
 * addresses could be tried against a plain hash.
 */
export function sealedCallers(numbers: Deps['numbers'], caller: string): readonly string[] {
  return numbers
    .all()
    .map(({ blind }) => createHmac('sha256', blind).update(`owner of a chat file\n${caller}`).digest('hex'))
}

interface FileLocation {
  readonly id: string
  readonly owner: string
}

const idBytes = 8
const nonceBytes = 12
const tagBytes = 16

function placeOf(id: string, owner: string): Buffer {
  return Buffer.from(`chat file\n${id}\n${owner}`)
}
