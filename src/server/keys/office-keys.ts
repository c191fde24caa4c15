import { createECDH, createHash, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, statSync } from 'node:fs'
import { makeSecretFile, writeSecret } from './secret-file.ts'

/**
 * One of the office's keys for personal numbers, stored files and authenticator secrets, derived
 * from 32 bytes in the key file. `id` (16 hex digits) identifies it without revealing it.
 */
export interface OfficeKey {
  readonly id: string
  /** AES-256-GCM key of stored numbers. */
  readonly cipherKey: Buffer
  /** HMAC key by which numbers are found. */
  readonly blindIndexKey: Buffer
  /** P-256 key pair; devices encrypt numbers to it. */
  readonly sealingKeyPair: ECDH
}

export interface OfficeKeys {
  /** The key for all new data. */
  newest(): OfficeKey
  /** Newest first. */
  all(): readonly OfficeKey[]
  byId(id: string): OfficeKey | undefined
}

export class OfficeKeyError extends Error {
  override readonly name = 'OfficeKeyError'
}

/**
 * Opens the key file (`RRN_KEY_FILE`), creating it with a first key when it is missing. Rereads the
 * file when it changes, so that a running server picks up a new key (`npm run numbers --
 * --rotate`). Throws `OfficeKeyError`, one line without any of the file's content.
 */
export function openOfficeKeys(path: string): OfficeKeys {
  makeSecretFile(path, createKeyLine)
  let cachedKeys: { mark: string; keys: readonly OfficeKey[] } | undefined
  function read(): readonly OfficeKey[] {
    const mark = readFileMark(path)
    if (cachedKeys?.mark !== mark) cachedKeys = { mark, keys: readKeys(path) }
    return cachedKeys.keys
  }
  read()
  return {
    newest: () => requireNewest(read(), path),
    all: read,
    byId: (id) => read().find((key) => key.id === id),
  }
}

/**
 * Adds a new key in front of the others. Old keys stay, because data encrypted under them must
 * remain readable.
 */
export function addOfficeKey(path: string): void {
  const { uid, gid } = statSync(path)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeSecret(draft, `${createKeyLine()}${readText(path)}`)
  // The command may run as another user than the server.
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, path)
}

function createKeyLine(): string {
  return `${randomBytes(keyBytes).toString('hex')}\n`
}

function readKeys(path: string): readonly OfficeKey[] {
  const lines = readText(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const bytes = Buffer.from(/^[\da-f]{64}$/i.test(line) ? line : '', 'hex')
    // Refuses a line of zeros or of one repeated letter, which is as weak as no key.
    if (bytes.length !== keyBytes || new Set(bytes).size < 8)
      throw new OfficeKeyError(
        `번호 키 파일(RRN_KEY_FILE)이 올바르지 않습니다: ${path} — 한 줄에 키 하나씩, 16진수 64자여야 합니다.`,
      )
    return deriveOfficeKey(bytes)
  })
}

function requireNewest([newest]: readonly OfficeKey[], path: string): OfficeKey {
  if (newest) return newest
  throw new OfficeKeyError(`번호 키 파일(RRN_KEY_FILE)에 키가 없습니다: ${path}`)
}

function deriveOfficeKey(bytes: Buffer): OfficeKey {
  return {
    id: derive(bytes, 'name', 8).toString('hex'),
    cipherKey: derive(bytes, 'cipher', 32),
    blindIndexKey: derive(bytes, 'blind', 32),
    sealingKeyPair: deriveSealingKey(derive(bytes, 'sealing', 32)),
  }
}

/**
 * A P-256 private key must be below the group order; 32 random bytes are not in one of four billion
 * cases.
 */
export function deriveSealingKey(bytes: Buffer): ECDH {
  const key = createECDH('prime256v1')
  for (let candidate = bytes; ; candidate = createHash('sha256').update(candidate).digest()) {
    try {
      key.setPrivateKey(candidate)
      return key
    } catch {
      // Too large: try the hash.
    }
  }
}

function derive(bytes: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, '', `ongyeol-office numbers ${purpose}`, length))
}

const keyBytes = 32

function readFileMark(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    throw createUnreadableError(path)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    throw createUnreadableError(path)
  }
}

function createUnreadableError(path: string): OfficeKeyError {
  return new OfficeKeyError(`번호 키 파일(RRN_KEY_FILE)을 읽을 수 없습니다: ${path}`)
}
