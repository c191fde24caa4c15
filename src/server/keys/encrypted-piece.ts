import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { problem } from '#contract/problem.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { OfficeKey, OfficeKeys } from './office-keys.ts'

/**
 * The location of a piece of a file. It is authenticated with the encryption: a piece moved
 * elsewhere cannot be decrypted.
 */
interface PieceLocation {
  readonly id: string
  readonly attempt: number
  readonly seq: number
}

/** Bytes added by encryption: key id, nonce, tag. */
export const sealOverheadBytes = 8 + 12 + 16

/** Encrypts a piece for the database: files contain names, and filings full resident numbers. */
export function encryptBytes(keys: OfficeKeys, location: PieceLocation, bytes: Buffer): Buffer {
  const key = keys.newest()
  const nonce = randomBytes(12)
  const encryptor = createCipheriv('aes-256-gcm', fileKey(key), nonce).setAAD(associatedData(location))
  return Buffer.concat([
    Buffer.from(key.id, 'hex'),
    nonce,
    encryptor.update(bytes),
    encryptor.final(),
    encryptor.getAuthTag(),
  ])
}

/**
 * Throws `UndecryptableFileError` when it was not encrypted for this location, or its key is not in
 * this process's key file.
 */
export function decryptBytes(keys: OfficeKeys, location: PieceLocation, sealed: Buffer): Buffer {
  const key = keys.byId(sealed.subarray(0, 8).toString('hex'))
  if (!key) throw new UndecryptableFileError()
  try {
    const decryptor = createDecipheriv('aes-256-gcm', fileKey(key), sealed.subarray(8, 20))
    decryptor.setAAD(associatedData(location)).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decryptor.update(sealed.subarray(20, -16)), decryptor.final()])
  } catch {
    throw new UndecryptableFileError()
  }
}

/**
 * A file that exists but cannot be decrypted here: after a restore without the key file, or in a
 * process with another one.
 */
export class UndecryptableFileError extends HttpProblem {
  constructor() {
    super(problem('refused', { message: closedMessage }))
  }
}

const closedMessage = '보관된 파일을 열 수 없습니다. 서버의 번호 키 파일을 확인하도록 최고관리자에게 알려 주세요.'

/**
 * The pieces of a file with the first one already read, so that an undecryptable file is refused
 * with a message before the response begins.
 */
export async function startReading(pieces: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await pieces.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* pieces
  }
  return all()
}

function fileKey({ cipherKey }: OfficeKey): Buffer {
  return Buffer.from(hkdfSync('sha256', cipherKey, '', 'ongyeol-office downloads', 32))
}

function associatedData({ id, attempt, seq }: PieceLocation): Buffer {
  return Buffer.from([id, attempt, seq].join('\n'))
}
