import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF says and is: the selectable text of each page, line by line, where its pieces stand, the page's size in points, and the colours of its lines. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  try {
    const pages: { text: string; pieces: Piece[]; inks: string[]; width: number; height: number }[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      const { width, height } = page.getViewport({ scale: 1 })
      const pieces = items.flatMap((item) =>
        'str' in item
          ? [{ text: item.str, width: item.width, x: Number(item.transform[4]), y: Number(item.transform[5]) }]
          : [],
      )
      const { fnArray, argsArray } = await page.getOperatorList()
      const inks = fnArray.flatMap((code, index) =>
        code === OPS.setStrokeRGBColor ? [String((argsArray[index] as unknown[])[0])] : [],
      )
      pages.push({ text, pieces, inks, width, height })
    }
    const { info } = await pdf.getMetadata()
    return { pages, text: pages.map((page) => page.text).join('\n'), info: info as Record<string, unknown> }
  } finally {
    await task.destroy()
  }
}

/** Text as it stands on the paper, in points from the left and the bottom. */
export interface Piece {
  readonly text: string
  readonly width: number
  readonly x: number
  readonly y: number
}
