import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { decryptBytes, encryptBytes, sealOverheadBytes, startReading } from '#server/keys/encrypted-piece.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import type { TaskRow } from '#server/schema/tables/task.ts'

/** One attempt at a task's file. */
type DownloadFile = Pick<TaskRow, 'id' | 'attempt'>

/** Bytes per row: few round trips for a file of some MB, and little memory. */
const chunkBytes = 256 * 1024

/**
 * The files of background tasks, in the database: every server process can read them, and they are
 * deleted with their task's row. Attempts never touch each other's pieces. Pieces are encrypted at
 * rest, so that the database or a copy of it reveals nothing.
 */
export function createDownloadFiles(db: Database, keys: OfficeKeys) {
  return {
    /**
     * Stores the file while it is produced and returns its size in bytes. Throws the errors of
     * `stream`, and when `signal` aborts.
     */
    async write(file: DownloadFile, stream: Readable, signal: AbortSignal): Promise<number> {
      await removeEarlierAttempts(db, file)
      let size = 0
      await pipeline(
        stream,
        async (source: AsyncIterable<Buffer | string>) => {
          let seq = 0
          for await (const bytes of inChunks(source)) {
            const piece = { id: file.id, attempt: file.attempt, seq: seq++ }
            const { id: task_id, ...at } = piece
            const sealed = encryptBytes(keys, piece, bytes)
            await db
              .insertInto('download_chunk')
              .values({ task_id, ...at, bytes: sealed })
              .execute()
            size += bytes.length
          }
        },
        { signal },
      )
      return size
    },
    /**
     * Reads the finished file; the stream fails when pieces are missing, so that nobody mistakes
     * half a file for a whole one. Throws `UndecryptableFileError` before it begins.
     */
    async read(file: DownloadFile, size: number): Promise<Readable> {
      return Readable.from(await startReading(readChunks({ db, keys }, file, size)), { objectMode: false })
    },
    /**
     * Whether all `size` bytes exist: a database crash or a restore loses the pieces but keeps the
     * task.
     */
    async isComplete(file: DownloadFile, size: number): Promise<boolean> {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(octet_length(bytes) - ${sealOverheadBytes}::int), 0)::bigint as bytes from download_chunk
        where task_id = ${file.id} and attempt = ${file.attempt}
      `.execute(db)
      return rows[0]?.bytes === size
    },
    async remove({ id, attempt }: DownloadFile): Promise<void> {
      await db.deleteFrom('download_chunk').where('task_id', '=', id).where('attempt', '=', attempt).execute()
    },
  }
}

export type DownloadFiles = ReturnType<typeof createDownloadFiles>

/** Deletes the pieces of attempts that were interrupted. */
async function removeEarlierAttempts(db: Database, { id, attempt }: DownloadFile): Promise<void> {
  await db.deleteFrom('download_chunk').where('task_id', '=', id).where('attempt', '<', attempt).execute()
}

async function* inChunks(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const part of source) {
    const bytes = Buffer.from(part)
    pieces.push(bytes)
    size += bytes.length
    if (size < chunkBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
}

async function* readChunks(
  { db, keys }: { db: Database; keys: OfficeKeys },
  { id, attempt }: DownloadFile,
  size: number,
): AsyncGenerator<Buffer> {
  let readBytes = 0
  for (let seq = 0; readBytes < size; seq += 1) {
    const { bytes: sealed } = await db
      .selectFrom('download_chunk')
      .select('bytes')
      .where('task_id', '=', id)
      .where('attempt', '=', attempt)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    const bytes = decryptBytes(keys, { id, attempt, seq }, sealed)
    readBytes += bytes.length
    yield bytes
  }
}
