import { createECDH, createHash, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, statSync } from 'node:fs'
import { makeSecretFile, writeSecret } from '../plugins/secret-file.ts'

/** One of the office's keys for numbers of persons. All of it follows from 32 bytes in the key file; `id` (16 hex digits) names it without telling it. */
export interface NumberKey {
  readonly id: string
  /** AES-256-GCM of numbers at rest. */
  readonly cipher: Buffer
  /** HMAC by which a number is found. */
  readonly blind: Buffer
  /** P-256: what devices seal numbers to. */
  readonly sealing: ECDH
}

export interface NumberKeys {
  /** What everything new is kept under. */
  newest(): NumberKey
  /** Newest first. */
  all(): readonly NumberKey[]
  byId(id: string): NumberKey | undefined
}

export class NumberKeyError extends Error {
  override readonly name = 'NumberKeyError'
}

/**
 * The keys in the file (`RRN_KEY_FILE`), which is made with a first one where there is none. The file is looked at again whenever it has changed, so that a server takes a
 * new key up while it works (`npm run numbers -- --rotate`). Throws `NumberKeyError`, one line without a letter of the file.
 */
export function openNumberKeys(path: string): NumberKeys {
  makeSecretFile(path, newLine)
  let known: { mark: string; keys: readonly NumberKey[] } | undefined
  function read(): readonly NumberKey[] {
    const mark = markOf(path)
    if (known?.mark !== mark) known = { mark, keys: readKeys(path) }
    return known.keys
  }
  read()
  return {
    newest: () => newestOf(read(), path),
    all: read,
    byId: (id) => read().find((key) => key.id === id),
  }
}

/** Puts a new key before the others, which stay: what is sealed under them must be opened for ever. */
export function addNumberKey(path: string): void {
  const { uid, gid } = statSync(path)
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeSecret(draft, `${newLine()}${readText(path)}`)
  // Who runs the command may be another than who runs the server.
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, path)
}

/** Whether others of this machine may read the file. */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
}

function newLine(): string {
  return `${randomBytes(keyBytes).toString('hex')}\n`
}

function readKeys(path: string): readonly NumberKey[] {
  const lines = readText(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const bytes = Buffer.from(/^[\da-f]{64}$/i.test(line) ? line : '', 'hex')
    // As weak as no key: a line of zeros, or of one letter held down.
    if (bytes.length !== keyBytes || new Set(bytes).size < 8)
      throw new NumberKeyError(
        `번호 키 파일(RRN_KEY_FILE)이 올바르지 않습니다: ${path} — 한 줄에 키 하나씩, 16진수 64자여야 합니다.`,
      )
    return keyOf(bytes)
  })
}

function newestOf([newest]: readonly NumberKey[], path: string): NumberKey {
  if (newest) return newest
  throw new NumberKeyError(`번호 키 파일(RRN_KEY_FILE)에 키가 없습니다: ${path}`)
}

function keyOf(bytes: Buffer): NumberKey {
  return {
    id: derive(bytes, 'name', 8).toString('hex'),
    cipher: derive(bytes, 'cipher', 32),
    blind: derive(bytes, 'blind', 32),
    sealing: sealingKeyOf(derive(bytes, 'sealing', 32)),
  }
}

/** A private key on P-256 is a number below its order: of 32 random bytes one in four billion is not. */
export function sealingKeyOf(bytes: Buffer): ECDH {
  const key = createECDH('prime256v1')
  for (let tried = bytes; ; tried = createHash('sha256').update(tried).digest()) {
    try {
      key.setPrivateKey(tried)
      return key
    } catch {
      // Not below it.
    }
  }
}

function derive(bytes: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, '', `ongyeol-office numbers ${purpose}`, length))
}

const keyBytes = 32

function markOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    throw unreadable(path)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    throw unreadable(path)
  }
}

function unreadable(path: string): NumberKeyError {
  return new NumberKeyError(`번호 키 파일(RRN_KEY_FILE)을 읽을 수 없습니다: ${path}`)
}
