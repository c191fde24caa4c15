import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import type pg from 'pg'

/** `COPY … TO STDOUT` as a stream of bytes that waits for its reader. node-postgres speaks the protocol and leaves the query object to us. */
export function copyOut(client: pg.Client, text: string): Readable {
  let socket: Readable | undefined
  const rows = new Readable({ read: () => socket?.resume() })
  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy: the driver hands out a view of its own buffer and overwrites it with the next packets.
      if (!rows.push(Buffer.from(chunk))) socket?.pause()
    },
    handleCommandComplete: ignore,
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  })
  return rows
}

/** What the text of COPY depends on; asked of every connection that writes or compares it. */
export async function settleCopyText(client: pg.Client): Promise<void> {
  await client.query('set datestyle to iso; set timezone to utc; set extra_float_digits to 1')
}

/** The rows of a table as a backup holds them. */
export function copyTable(client: pg.Client, { name, columns }: { name: string; columns: string[] }): Readable {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return copyOut(client, `copy ${client.escapeIdentifier(name)} (${list}) to stdout`)
}

/** `COPY … FROM STDIN` from chunks of whole or broken lines. When reading the chunks fails, the copy is refused and that error is thrown. */
export function copyIn(client: pg.Client, text: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((done, fail) => {
    let failure: unknown
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        sendAll(connection, chunks).catch((error: unknown) => {
          failure = error
          connection.sendCopyFail('source failed')
        })
      },
      handleCommandComplete: ignore,
      handleReadyForQuery: () => done(),
      // Instead of handleReadyForQuery. The server reports our own sendCopyFail here too; the reason behind it says more.
      handleError: (error: Error) => fail(failure ?? error),
    })
  })
}

/** What @types/pg leaves out of pg's Connection. */
type CopyConnection = {
  stream: Writable
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

async function sendAll(connection: CopyConnection, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}

function ignore(): void {}
