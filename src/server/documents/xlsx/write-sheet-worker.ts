import { parentPort, workerData } from 'node:worker_threads'
import type { SheetChunk, SheetLayout } from './sheet.ts'
import { sheetXml } from './sheet-xml.ts'
import { sheetPart, workbookParts } from './workbook-parts.ts'
import { zipStream } from '../zip-stream.ts'

/** The other end of `write-sheet.ts`: answers 'read' with bytes and asks for rows with 'need'. What arrives here was made by our own main thread. */
type Told = { type: 'read' } | { type: 'no-more' } | ({ type: 'rows' } & SheetChunk)

const port = parentPort
if (port === null) throw new Error('write-sheet-worker runs in a worker thread only')

const layout = workerData as SheetLayout

let giveRows: ((told: Exclude<Told, { type: 'read' }>) => void) | undefined

const bytes = zipStream([
  ...workbookParts(layout).map(({ name, xml }) => ({ name, pieces: [xml] })),
  { name: sheetPart, pieces: sheetXml(layout, chunks()) },
])

port.on('message', (told: Told) => {
  if (told.type === 'read') void sendBytes()
  else giveRows?.(told)
})

async function* chunks(): AsyncGenerator<SheetChunk> {
  for (;;) {
    const told = await new Promise<Exclude<Told, { type: 'read' }>>((resolve) => {
      giveRows = resolve
      port?.postMessage({ type: 'need' })
    })
    if (told.type === 'no-more') return
    yield told
  }
}

/** Small pieces are put together: a message between threads costs more than the bytes in it. */
const messageBytes = 64 * 1024

async function sendBytes(): Promise<void> {
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    while (size < messageBytes) {
      const { done, value } = await bytes.next()
      if (done) break
      pieces.push(value)
      size += value.length
    }
    if (size > 0) {
      const message = new Uint8Array(Buffer.concat(pieces))
      port?.postMessage({ type: 'bytes', bytes: message }, [message.buffer])
    } else {
      port?.postMessage({ type: 'end' })
      port?.close()
    }
  } catch (error) {
    port?.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}
