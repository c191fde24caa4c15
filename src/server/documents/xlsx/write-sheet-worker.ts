import { parentPort } from 'node:worker_threads'
import { writeZip } from '../zip-stream.ts'
import { buildWorkbookParts, sheetPart, writeSheetXml } from './sheet-xml.ts'
import type { SheetChunk, SheetLayout } from './sheet.ts'

/**
 * The worker of `write-sheet.ts`: responds to 'read' with bytes and requests rows with 'need'. Its
 * messages come from our own main thread, so they are not validated.
 */
type SheetMessage = { type: 'begin'; layout: SheetLayout } | { type: 'read' } | RowsMessage
type RowsMessage = { type: 'no-more' } | ({ type: 'rows' } & SheetChunk)

const port = parentPort
if (port === null) throw new Error('write-sheet-worker runs in a worker thread only')

let resolveRows: ((message: RowsMessage) => void) | undefined
let byteIterator: AsyncIterator<Uint8Array> | undefined

port.on('message', (message: SheetMessage) => {
  if (message.type === 'begin') byteIterator = streamBytes(message.layout)
  else if (message.type === 'read') void sendBytes()
  else resolveRows?.(message)
})

function streamBytes(layout: SheetLayout): AsyncIterator<Uint8Array> {
  return writeZip([
    ...buildWorkbookParts(layout).map(({ name, xml }) => ({ name, pieces: [xml] })),
    { name: sheetPart, pieces: writeSheetXml(layout, chunks()) },
  ])
}

async function* chunks(): AsyncGenerator<SheetChunk> {
  for (;;) {
    const message = await new Promise<RowsMessage>((resolve) => {
      resolveRows = resolve
      port?.postMessage({ type: 'need' })
    })
    if (message.type === 'no-more') return
    yield message
  }
}

/** Small pieces are combined: a message between threads costs more than its bytes. */
const messageBytes = 64 * 1024

async function sendBytes(): Promise<void> {
  const source = byteIterator
  if (source === undefined) return
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    while (size < messageBytes) {
      const { done, value } = await source.next()
      if (done === true) break
      pieces.push(value)
      size += value.length
    }
    if (size > 0) {
      const message = new Uint8Array(Buffer.concat(pieces))
      port?.postMessage({ type: 'bytes', bytes: message }, [message.buffer])
    } else {
      byteIterator = undefined
      port?.postMessage({ type: 'end' })
    }
  } catch (error) {
    port?.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}
