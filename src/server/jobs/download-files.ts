import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../db/client.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import { begun, openPiece, sealBytes, sealPiece } from './sealed-piece.ts'

/** One attempt at a task's file. */
export type DownloadFile = Pick<DownloadTask, 'id' | 'attempt'>

/** Bytes per row: few round trips for a file of some MB, and no more than this in memory. */
const chunkBytes = 256 * 1024

/**
 * The files of download tasks, in the database: every server process reaches them, whichever wrote them, and they go with their task's row. One attempt never
 * touches the pieces of another. At rest every piece is sealed: whoever reads the database or a copy of it learns nothing.
 */
export function downloadFiles(db: Database, keys: NumberKeys) {
  return {
    /** Takes the file in while it is made and answers its bytes. Throws what `stream` throws, and when `signal` aborts. */
    async write(file: DownloadFile, stream: Readable, signal: AbortSignal): Promise<number> {
      await removeEarlier(db, file)
      let size = 0
      await pipeline(
        stream,
        async (source: AsyncIterable<Buffer | string>) => {
          let seq = 0
          for await (const bytes of inChunks(source)) {
            const place = { id: file.id, attempt: file.attempt, seq: seq++ }
            const { id: task_id, ...at } = place
            const sealed = sealPiece(keys, place, bytes)
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
    /** The finished file; the stream fails when pieces are missing, so that nobody takes half a file for a whole one. Throws `ClosedFile` before it begins. */
    async read(file: DownloadFile, size: number): Promise<Readable> {
      return Readable.from(await begun(readChunks({ db, keys }, file, size)), { objectMode: false })
    },
    /** True while all `size` bytes are there: a crash of the database or a restore takes the pieces and leaves the task. */
    async isWhole(file: DownloadFile, size: number): Promise<boolean> {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(octet_length(bytes) - ${sealBytes}::int), 0)::bigint as bytes from download_chunk
        where task_id = ${file.id} and attempt = ${file.attempt}
      `.execute(db)
      return rows[0]?.bytes === size
    },
    async remove({ id, attempt }: DownloadFile): Promise<void> {
      await db.deleteFrom('download_chunk').where('task_id', '=', id).where('attempt', '=', attempt).execute()
    },
  }
}

export type DownloadFiles = ReturnType<typeof downloadFiles>

/** What a process that ended in the middle left behind. */
async function removeEarlier(db: Database, { id, attempt }: DownloadFile): Promise<void> {
  await db.deleteFrom('download_chunk').where('task_id', '=', id).where('attempt', '<', attempt).execute()
}

async function* inChunks(source: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    size += bytes.length
    if (size < chunkBytes) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts)
}

async function* readChunks(
  { db, keys }: { db: Database; keys: NumberKeys },
  { id, attempt }: DownloadFile,
  size: number,
): AsyncGenerator<Buffer> {
  let read = 0
  for (let seq = 0; read < size; seq += 1) {
    const { bytes: sealed } = await db
      .selectFrom('download_chunk')
      .select('bytes')
      .where('task_id', '=', id)
      .where('attempt', '=', attempt)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    const bytes = openPiece(keys, { id, attempt, seq }, sealed)
    read += bytes.length
    yield bytes
  }
}
