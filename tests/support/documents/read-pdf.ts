import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * Reads a PDF: the selectable text of each page by line, the positions of its pieces, the page size
 * in points, straight lines and their colors.
 */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  try {
    const pages: PdfPage[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      const { width, height } = page.getViewport({ scale: 1 })
      const pieces = items.flatMap((item) =>
        'str' in item
          ? [
              {
                text: item.str,
                width: item.width,
                size: item.height,
                x: Number(item.transform[4]),
                y: Number(item.transform[5]),
              },
            ]
          : [],
      )
      const { fnArray, argsArray } = await page.getOperatorList()
      const inks = fnArray.flatMap((code, index) =>
        code === OPS.setStrokeRGBColor ? [String((argsArray[index] as unknown[])[0])] : [],
      )
      const lines = argsArray.flatMap((args: unknown, index) =>
        fnArray[index] === OPS.constructPath ? readStraightLines((args as [unknown, [Float32Array]])[1][0]) : [],
      )
      pages.push({ text, pieces, inks, lines, width, height })
    }
    const { info } = await pdf.getMetadata()
    return { pages, text: pages.map((page) => page.text).join('\n'), info: info as Record<string, unknown> }
  } finally {
    await task.destroy()
  }
}

export interface PdfPage {
  readonly text: string
  readonly pieces: readonly TextPiece[]
  readonly inks: readonly string[]
  readonly lines: readonly PdfLine[]
  readonly width: number
  readonly height: number
}

/** A straight line in points from the left and top. */
export interface PdfLine {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** For a path of lines only: pairs of a move (0) and a line (1), each with its point. */
function readStraightLines(path: Float32Array): PdfLine[] {
  const lines: PdfLine[] = []
  for (let offset = 0; offset + 5 < path.length; offset += 6) {
    const [move, x0, y0, line, x1, y1] = path.subarray(offset, offset + 6)
    if (move !== 0 || line !== 1) return []
    lines.push({ from: [x0 ?? 0, y0 ?? 0], to: [x1 ?? 0, y1 ?? 0] })
  }
  return lines
}

/** A piece of text in points from the left and bottom. */
export interface TextPiece {
  readonly text: string
  readonly width: number
  /** Font size. */
  readonly size: number
  readonly x: number
  readonly y: number
}
