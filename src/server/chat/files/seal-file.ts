import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'

/** Closes what a file holds (AES-256-GCM under the office's newest key): numbers of persons may stand in it, and they stand nowhere in plain (decision 29). */
export function sealFile(numbers: Deps['numbers'], { id, owner }: FileLocation, content: Buffer): Buffer {
  const key = numbers.newest()
  const nonce = randomBytes(nonceBytes)
  const closer = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(placeOf(id, owner))
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, closer.update(content), closer.final(), closer.getAuthTag()])
}

/** Null where the key is gone, or the row is not as it was written. */
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

/** What the caller is called beside a file, under every key there is, the newest first: addresses are few enough to try them all, but not without a key. */
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
