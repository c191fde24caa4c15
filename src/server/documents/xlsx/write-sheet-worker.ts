import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { SheetChunk, SheetLayout } from './sheet.ts'

/** The other end of `write-sheet.ts`: answers 'read' with bytes and asks for rows with 'need'. What arrives here was made by our own main thread. */
type Told = { type: 'read' } | { type: 'no-more' } | ({ type: 'rows' } & SheetChunk)

const port = parentPort
if (port === null) throw new Error('write-sheet-worker runs in a worker thread only')

const { columns: given, name, frozenColumns } = workerData as SheetLayout

const bodyStyles = given.map(({ numberFormat, align }) => ({ numFmt: numberFormat, alignment: { horizontal: align } }))
const totalStyles = bodyStyles.map((style) => ({
  ...style,
  font: { bold: true },
  border: { top: { style: 'thin' as const, color: { rgb: '1C2126' } } },
}))
const headerStyle = {
  font: { bold: true, color: { rgb: '1C2126' } },
  fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: 'F3F1EB' } },
  alignment: { horizontal: 'center' as const, vertical: 'center' as const },
  border: { bottom: { style: 'thin' as const, color: { rgb: 'C9C3B6' } } },
}

type ColumnStyle = typeof headerStyle | (typeof bodyStyles)[number] | (typeof totalStyles)[number]
const columns: { width: number; style: ColumnStyle }[] = given.map(({ width }) => ({ width, style: headerStyle }))

let giveRows: ((told: Exclude<Told, { type: 'read' }>) => void) | undefined

/**
 * HAZARD: hucre's stream knows one style per column and looks it up for every row it writes. It takes a row, writes it, and only then asks for the next, so
 * changing the columns' style between two rows styles the header and the total row.
 */
async function* rowsInStyle() {
  yield given.map(({ header }) => header)
  for await (const chunk of chunks()) {
    const styles = chunk.isTotal ? totalStyles : bodyStyles
    for (const [index, column] of columns.entries()) column.style = styles[index] ?? headerStyle
    for (const row of chunk.rows) yield [...row]
  }
}

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

const reader = writeXlsxStream(rowsInStyle(), {
  name,
  columns,
  freezePane: { rows: 1, columns: frozenColumns },
}).getReader()

port.on('message', (told: Told) => {
  if (told.type === 'read') void sendBytes()
  else giveRows?.(told)
})

/** Small pieces are put together: a message between threads costs more than the bytes in it. */
const messageBytes = 64 * 1024

async function sendBytes(): Promise<void> {
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    while (size < messageBytes) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      size += value.length
    }
    if (size > 0) {
      const bytes = new Uint8Array(Buffer.concat(pieces))
      port?.postMessage({ type: 'bytes', bytes }, [bytes.buffer])
    } else {
      port?.postMessage({ type: 'end' })
      port?.close()
    }
  } catch (error) {
    port?.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}
