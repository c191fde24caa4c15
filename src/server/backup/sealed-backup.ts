import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { BackupError, type BackupKey, deriveFileKey } from './backup-key.ts'

/**
 * An encrypted backup is the plain one (backup-key.ts) in frames of AES-256-GCM, so that writing
 * and reading hold at most one frame.
 *
 * ```
 * header 31 bytes "ongyeol-office-sealed-backup 1\n"
 *           8 bytes  fingerprint of the key
 *          32 bytes  random, new for every file
 * frame 65,536 bytes of the backup (the last one fewer), then a 16-byte authentication tag
 * ```
 *
 * The file's key is derived from the office's key and the whole header. A frame's nonce consists of
 * 7 derived bytes, the frame number, and a flag for the last frame (the STREAM construction). A
 * frame that was changed, moved, left out, repeated or taken from another file fails
 * authentication, and so does a file that was cut.
 */
export async function* seal(plaintext: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const header = Buffer.concat([magic, Buffer.from(key.fingerprint, 'hex'), randomBytes(32)])
  const frames = createFrames(key, header)
  yield header
  let buffered = Buffer.alloc(0)
  for await (const chunk of plaintext) {
    buffered = Buffer.concat([buffered, chunk])
    // Holds one frame back until it is known whether it is the last.
    while (buffered.length > frameBytes) {
      yield frames.seal(buffered.subarray(0, frameBytes), false)
      buffered = buffered.subarray(frameBytes)
    }
  }
  yield frames.seal(buffered, true)
}

/**
 * Decrypts `sealed`; passes a plain file through unchanged. `file` names it in messages.
 *
 * Throws `BackupError` when the file is encrypted and no key or the wrong key is given (both before
 * anything is yielded), or when it was changed. Every byte yielded is authenticated, but only the
 * end of the iteration proves that nothing is missing.
 */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  { file, key }: { file: string; key: BackupKey | undefined },
): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  let frames: Frames | 'plain' | undefined
  for await (const chunk of sealed) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    if (frames === undefined) {
      if (
        buffered.length < headerBytes &&
        magic.subarray(0, buffered.length).equals(buffered.subarray(0, magic.length))
      )
        continue
      frames = openHeader(buffered, { file, key })
      if (frames !== 'plain') buffered = buffered.subarray(headerBytes)
    }
    if (frames === 'plain') {
      yield buffered
      buffered = Buffer.alloc(0)
      continue
    }
    while (buffered.length > frameBytes + tagBytes) {
      yield frames.open(buffered.subarray(0, frameBytes + tagBytes), false) ?? throwDamaged(file)
      buffered = buffered.subarray(frameBytes + tagBytes)
    }
  }
  // A file that ends within the header is not an encrypted backup; the reader of plain ones reports
  // it.
  if (frames === undefined) yield buffered
  else if (frames !== 'plain') yield frames.open(buffered, true) ?? throwDamaged(file)
}

/** True when a file starting with these bytes is encrypted. */
export function isSealed(beginning: Buffer): boolean {
  return beginning.subarray(0, magic.length).equals(magic)
}

export const sealedFrameBytes = 65_536

const magic = Buffer.from('ongyeol-office-sealed-backup 1\n', 'latin1')
const fingerprintBytes = 8
const headerBytes = magic.length + fingerprintBytes + 32
const frameBytes = sealedFrameBytes
const tagBytes = 16

function openHeader(beginning: Buffer, { file, key }: { file: string; key: BackupKey | undefined }): Frames | 'plain' {
  if (!isSealed(beginning)) return 'plain'
  const fingerprint = beginning.subarray(magic.length, magic.length + fingerprintBytes).toString('hex')
  if (key === undefined) {
    throw new BackupError(
      `암호화된 백업입니다: ${file} — 지문이 ${fingerprint}인 키 파일을 BACKUP_KEY_FILE에 적어 주세요.`,
    )
  }
  if (fingerprint !== key.fingerprint) {
    throw new BackupError(
      `다른 키로 암호화된 백업입니다: ${file} — 지문이 ${fingerprint}인 키가 필요한데 BACKUP_KEY_FILE의 지문은 ${key.fingerprint}입니다.`,
    )
  }
  return createFrames(key, beginning.subarray(0, headerBytes))
}

interface Frames {
  seal: (plaintext: Buffer, isLast: boolean) => Buffer
  /** Returns null when these are not the bytes encrypted at this position. */
  open: (sealed: Buffer, isLast: boolean) => Buffer | null
}

function createFrames(key: BackupKey, header: Buffer): Frames {
  const derived = deriveFileKey(key, header)
  let number = 0
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12)
    derived.noncePrefix.copy(nonce)
    // Throws beyond 2^32 frames (256 TiB) rather than reuse a nonce.
    nonce.writeUInt32BE(number, 7)
    nonce.writeUInt8(isLast ? 1 : 0, 11)
    number += 1
    return nonce
  }
  return {
    seal(plaintext, isLast) {
      const cipher = createCipheriv('aes-256-gcm', derived.key, nextNonce(isLast))
      return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, isLast) {
      if (sealed.length < tagBytes) return null
      const body = sealed.subarray(0, -tagBytes)
      const cipher = createDecipheriv('aes-256-gcm', derived.key, nextNonce(isLast), { authTagLength: tagBytes })
      cipher.setAuthTag(sealed.subarray(-tagBytes))
      const plaintext = cipher.update(body)
      try {
        cipher.final()
      } catch {
        return null
      }
      return plaintext
    },
  }
}

function throwDamaged(file: string): never {
  throw new BackupError(`백업 파일이 잘렸거나 바뀌었습니다: ${file}`)
}
