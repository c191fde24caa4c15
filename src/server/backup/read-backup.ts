import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { readMigrations } from '#server/schema/migrate.ts'
import {
  backupEndSchema,
  BackupError,
  type BackupHeader,
  backupHeaderSchema,
  type BackupKey,
  backupTableEndSchema,
  backupTableSchema,
  endOfRows,
} from './backup-key.ts'
import { isSealed, unseal } from './sealed-backup.ts'

/** Path of a backup, and the key it may be encrypted with. */
interface BackupSource {
  file: string
  key: BackupKey | undefined
}

/**
 * A backup that was read completely and verified, made by this program's version or an earlier one.
 */
export type CheckedBackup = BackupSource & { header: BackupHeader; isSealed: boolean }

/** `rows` are COPY lines in chunks; consumers must read them to the end. */
export interface BackupTable {
  table: string
  columns: string[]
  rows: AsyncIterable<Buffer>
}

/** A table that was read to the end; `sha256` covers its rows as COPY text. */
export interface VerifiedTable {
  table: string
  columns: string[]
  rows: number
  sha256: string
}

/**
 * Reads the whole file, so that a wrong key or a damaged file is known before any work starts.
 * Throws `BackupError`. `readBackup` reads the file again and checks as much, because it may have
 * been replaced in between.
 */
export async function checkBackup(target: BackupSource, signal?: AbortSignal): Promise<CheckedBackup> {
  const { header } = await readBackup(target, {
    onHeader: refuseUnknownSchema,
    onTable: async ({ rows }) => {
      for await (const _ of rows) signal?.throwIfAborted()
    },
  })
  return { ...target, header, isSealed: isSealed(await readBeginning(target.file)) }
}

async function readBeginning(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Passes the header and then each table to the callbacks, and verifies each table once it was read.
 * When it resolves, the whole file is verified.
 */
export async function readBackup(
  { file, key }: BackupSource,
  handle: { onHeader: (header: BackupHeader) => Promise<void>; onTable: (table: BackupTable) => Promise<void> },
): Promise<{ header: BackupHeader; tables: VerifiedTable[] }> {
  const lines = readBackupLines(file, key)
  try {
    const header = readJson(await lines.next(), backupHeaderSchema, file)
    await handle.onHeader(header)
    const tables: VerifiedTable[] = []
    while (tables.length < header.tables.length) tables.push(await readTable(lines, file, handle.onTable))
    const { end } = readJson(await lines.next(), backupEndSchema, file)
    if (end !== tables.length) throw new BackupError(`백업 파일의 표 개수가 맞지 않습니다: ${file}`)
    await lines.expectEnd()
    return { header, tables }
  } finally {
    await lines.close()
  }
}

/** The error for a table whose rows differ from those written. */
export function createDamagedError(table: string, file: string, cause?: Error): BackupError {
  return new BackupError(`백업 파일이 손상되었습니다. 표 ${table}의 내용이 검사값과 다릅니다: ${file}`, { cause })
}

async function readTable(
  lines: BackupLines,
  file: string,
  handle: (table: BackupTable) => Promise<void>,
): Promise<VerifiedTable> {
  const { table, columns } = readJson(await lines.next(), backupTableSchema, file)
  const hash = createHash('sha256')
  const counted = { rows: 0 }
  await handle({ table, columns, rows: readRows(lines, hash, counted) })
  const end = readJson(await lines.next(), backupTableEndSchema, file)
  if (end.rows !== counted.rows || end.sha256 !== hash.digest('hex')) throw createDamagedError(table, file)
  return { table, columns, ...end }
}

const chunkBytes = 65_536
const newline = Buffer.from('\n')

async function* readRows(
  lines: BackupLines,
  hash: ReturnType<typeof createHash>,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for (let line = await lines.next(); !isEndOfRows(line); line = await lines.next()) {
    pieces.push(line, newline)
    size += line.length + 1
    counted.rows += 1
    if (size < chunkBytes) continue
    yield updateDigest(pieces, hash)
    pieces = []
    size = 0
  }
  if (pieces.length > 0) yield updateDigest(pieces, hash)
}

function isEndOfRows(line: Buffer): boolean {
  return line.length === endOfRows.length && line.toString('latin1') === endOfRows
}

function updateDigest(pieces: Buffer[], hash: ReturnType<typeof createHash>): Buffer {
  const chunk = Buffer.concat(pieces)
  hash.update(chunk)
  return chunk
}

async function refuseUnknownSchema(header: BackupHeader): Promise<void> {
  const ownMigrations = new Map((await readMigrations()).map(({ version, sha256 }) => [version, sha256]))
  const unknownMigration = header.migrations.find(({ version, sha256 }) => ownMigrations.get(version) !== sha256)
  if (unknownMigration !== undefined) {
    throw new BackupError(
      `이 백업은 다른 버전의 프로그램이 만든 것입니다(${unknownMigration.name}). 백업을 만든 버전이나 더 새 버전으로 복원해 주세요.`,
    )
  }
}

function readJson<Schema extends z.ZodType>(line: Buffer, schema: Schema, file: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')))
  } catch {
    throw new BackupError(`백업 파일의 형식이 올바르지 않습니다: ${file}`)
  }
}

/**
 * Reads a backup line by line. Splits only at byte 10, because COPY text may hold other characters
 * that Unicode calls line ends.
 */
interface BackupLines {
  next: () => Promise<Buffer>
  /**
   * Reads to the end and fails if data is left; only this proves that an encrypted file is
   * complete.
   */
  expectEnd: () => Promise<void>
  close: () => Promise<void>
}

function readBackupLines(file: string, key: BackupKey | undefined): BackupLines {
  const lines = splitLines(file, key)
  const read = () =>
    lines.next().catch((error: unknown) => {
      if (error instanceof BackupError) throw error
      throw new BackupError(
        `백업 파일을 읽을 수 없습니다: ${file} (${error instanceof Error ? error.message : String(error)})`,
      )
    })
  return {
    next: async () => {
      const { value, done } = await read()
      if (done) throw new BackupError(`백업 파일이 중간에서 잘렸습니다: ${file}`)
      return value
    },
    expectEnd: async () => {
      const { done } = await read()
      if (!done) throw new BackupError(`백업 파일 끝에 다른 내용이 있습니다: ${file}`)
    },
    close: async () => void (await lines.return(undefined)),
  }
}

async function* splitLines(file: string, key: BackupKey | undefined): AsyncGenerator<Buffer, undefined> {
  const text = createGunzip()
  // Runs when either side ends or fails; the loop below throws the error.
  pipeline(Readable.from(unseal(createReadStream(file), { file, key })), text, () => undefined)
  // Collects the pieces of long lines (up to a megabyte), so that each byte is copied once.
  let pending: Buffer[] = []
  for await (const chunk of text) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...pending, bytes.subarray(start, end)])
      pending = []
      start = end + 1
    }
    pending.push(bytes.subarray(start))
  }
  return undefined
}
