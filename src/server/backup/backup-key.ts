import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** The office's backup key. `fingerprint` (16 hex digits) identifies it without revealing it. */
export interface BackupKey {
  bytes: Buffer
  fingerprint: string
}

/**
 * Reads `BACKUP_KEY_FILE`: 32 random bytes written as 64 hex digits or base64. Raw bytes are
 * refused, because a passphrase of 32 letters would look like them. Throws `BackupError`, one line
 * without any of the file's content.
 */
export function readBackupKey(path: string, onNotice: (line: string) => void): BackupKey {
  const text = readText(path).trim()
  const bytes = /^[\da-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w+/-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : undefined
  // Refuses a file of zeros or of one repeated letter, which is as weak as no key.
  if (bytes?.length !== keyBytes || new Set(bytes).size < 8) {
    throw new BackupError(
      `백업 키 파일(BACKUP_KEY_FILE)이 올바르지 않습니다: ${path} — 무작위 32바이트를 16진수 64자나 base64로 적어야 합니다. 만들기: npm run backup -- --new-key 파일`,
    )
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    onNotice(`주의: 다른 사용자가 백업 키 파일을 읽을 수 있습니다. chmod 600 ${path}`)
  }
  return createBackupKey(bytes)
}

/**
 * Writes a new random key readable only by its owner. Never overwrites a file, which may be the
 * only key of old backups.
 */
export function writeNewBackupKey(path: string): BackupKey {
  const bytes = randomBytes(keyBytes)
  try {
    writeFileSync(path, `${bytes.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new BackupError(`${path} 파일이 이미 있습니다. 있는 키는 덮어쓰지 않습니다.`)
    }
    throw error
  }
  return createBackupKey(bytes)
}

/**
 * Derives the key of a single backup, so that no two files share one. The whole `header` is an
 * input, so a changed header yields another key.
 */
export function deriveFileKey(key: BackupKey, header: Buffer): { key: Buffer; noncePrefix: Buffer } {
  const salt = createHash('sha256').update(header).digest()
  const material = Buffer.from(hkdfSync('sha256', key.bytes, salt, 'ongyeol-office-backup frames', 39))
  return { key: material.subarray(0, 32), noncePrefix: material.subarray(32) }
}

const keyBytes = 32

function createBackupKey(bytes: Buffer): BackupKey {
  const fingerprint = Buffer.from(hkdfSync('sha256', bytes, '', 'ongyeol-office-backup fingerprint', 8))
  return { bytes, fingerprint: fingerprint.toString('hex') }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    throw new BackupError(`백업 키 파일(BACKUP_KEY_FILE)을 읽을 수 없습니다: ${path}`)
  }
}

/**
 * A backup is one gzip file of text, so that `zcat` shows it and none of our programs is needed to
 * read it. With a key, the whole file is encrypted (sealed-backup.ts).
 *
 * ```
 * {"format":"ongyeol-office-backup", …} header: schema version, migrations, tables, sequences
 * {"table":"real_estate","columns":["id", …]} then its rows as PostgreSQL's COPY text, in order of
 * dependence
 * 0193…\t1\t…
 * \.
 * {"rows":300,"sha256":"…"} checked before the next table
 * {"end":7} number of tables; a file without it was cut off
 * ```
 */
export const backupHeaderSchema = z.object({
  format: z.literal('ongyeol-office-backup'),
  formatVersion: z.literal(1),
  madeAt: z.string(),
  schemaVersion: z.int().positive(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), sha256: z.string() })),
  tables: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeaderSchema>

export const backupTableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export const backupTableEndSchema = z.object({ rows: z.int(), sha256: z.string() })
export const backupEndSchema = z.object({ end: z.int() })

/** The line that ends the rows of a table. COPY escapes backslashes, so no row looks like it. */
export const endOfRows = '\\.'

export interface BackupReport {
  schemaVersion: number
  tables: Array<{ table: string; rows: number }>
}

export class BackupError extends Error {
  override name = 'BackupError'
}
