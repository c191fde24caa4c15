import { splitAtMarks } from '#domain/text/company-marks.ts'

/** The current page. All text goes through `toPrint` before it is measured or drawn. */
export interface PageCanvas {
  readonly pdf: PDFKit.PDFDocument
  readonly margin: number
  toPrint(text: string): string
}

export function getContentWidth({ pdf, margin }: PageCanvas): number {
  return pdf.page.width - 2 * margin
}

/** Line spacing of 160 %, as usual in Korean documents. Noto's own is 1.44. */
export function getLineSpacing(size: number) {
  return { lineGap: size * 0.16 }
}

export function measureTextHeight(
  canvas: PageCanvas,
  block: { text: string; size: number; isBold?: true },
  width: number,
): number {
  canvas.pdf.font(block.isBold ? 'bold' : 'regular').fontSize(block.size)
  return canvas.pdf.heightOfString(toPrintableText(canvas, block.text, width), { width, ...getLineSpacing(block.size) })
}

/**
 * A text prepared for layout in the current font and size: breaks the line before a company's mark
 * that would otherwise be split.
 */
export function toPrintableText(canvas: PageCanvas, text: string, width: number): string {
  return keepMarksWhole(canvas, canvas.toPrint(text), width) || ' '
}

export function keepMarksWhole({ pdf }: PageCanvas, printed: string, width: number): string {
  const measureHeight = (text: string) => pdf.heightOfString(text, { width })
  let finishedText = ''
  let line = ''
  splitAtMarks(printed).forEach((piece, index) => {
    const isMark = index % 2 === 1 && index < 2 * maxMarks
    const isBroken = isMark && line.trim() !== '' && measureHeight(line + piece.charAt(0)) < measureHeight(line + piece)
    if (isBroken) finishedText += `${line.trimEnd()}\n`
    line = isBroken ? piece : line + piece
  })
  return finishedText + line
}

/**
 * Maximum marks to check. Each is measured with the text before it: thousands in one text would
 * take seconds, and are not names.
 */
const maxMarks = 50

/** Begins a new page when less than `height` is left. Blocks higher than a page just flow on. */
export function makeRoom({ pdf, margin }: PageCanvas, height: number): void {
  const isLonger = pdf.y + height > pdf.page.height - margin
  if (isLonger && pdf.y > margin) pdf.addPage()
}
