import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import type pg from 'pg'

/**
 * `COPY … TO STDOUT` as a byte stream with back-pressure. node-postgres speaks the protocol and
 * leaves the query object to us.
 */
function copyOut(client: pg.Client, text: string): Readable {
  let socket: Readable | undefined
  const rows = new Readable({ read: () => socket?.resume() })
  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // Copies the chunk, because the driver hands out a view of its own buffer and overwrites it
      // with later packets.
      if (!rows.push(Buffer.from(chunk))) socket?.pause()
    },
    handleCommandComplete: ignore,
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  })
  return rows
}

/**
 * Fixes the settings that COPY text depends on. Call it on every connection that writes or compares
 * such text.
 */
export async function fixCopySettings(client: pg.Client): Promise<void> {
  await client.query('set datestyle to iso; set timezone to utc; set extra_float_digits to 1')
}

/** The rows of a table in the text form of a backup. */
export function copyTable(client: pg.Client, { name, columns }: { name: string; columns: string[] }): Readable {
  const columnList = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return copyOut(client, `copy ${client.escapeIdentifier(name)} (${columnList}) to stdout`)
}

/**
 * `COPY … FROM STDIN` from chunks that need not end at lines. When reading the chunks fails, aborts
 * the copy and throws that error.
 */
export function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        sendChunks(connection, chunks).catch((error: unknown) => {
          failure = error
          connection.sendCopyFail('source failed')
        })
      },
      handleCommandComplete: ignore,
      handleReadyForQuery: () => resolve(),
      // Called instead of handleReadyForQuery. The server also reports our own sendCopyFail here,
      // so the original failure is preferred.
      handleError: (error: Error) => reject(failure ?? error),
    })
  })
}

/** The part of pg's Connection that @types/pg lacks. */
interface CopyConnection {
  stream: Writable
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

async function sendChunks(connection: CopyConnection, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}

function ignore(): void {}
