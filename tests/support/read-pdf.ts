import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF says and is: the selectable text of each page, line by line, the page's size in points, and the names of its embedded fonts. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  try {
    const pages: { text: string; width: number; height: number }[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      const { width, height } = page.getViewport({ scale: 1 })
      pages.push({ text, width, height })
    }
    const { info } = await pdf.getMetadata()
    return { pages, text: pages.map((page) => page.text).join('\n'), info: info as Record<string, unknown> }
  } finally {
    await task.destroy()
  }
}
