/** The page being drawn on. Everything goes through `toPrint` before it is measured or drawn. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly margin: number
  toPrint(text: string): string
}

export function widthOf({ pdf, margin }: Sheet): number {
  return pdf.page.width - 2 * margin
}

/** 160 % from line to line, as Korean documents are set. Noto's own line is 1.44 of its size. */
export function spacing(size: number) {
  return { lineGap: size * 0.16 }
}

export function textHeight(sheet: Sheet, block: { text: string; size: number; isBold?: true }, width: number): number {
  sheet.pdf.font(block.isBold ? 'bold' : 'regular').fontSize(block.size)
  return sheet.pdf.heightOfString(sheet.toPrint(block.text) || ' ', { width, ...spacing(block.size) })
}

/** Begins a new page when less than `height` is left on this one. Higher than a page cannot be helped and flows on. */
export function makeRoom({ pdf, margin }: Sheet, height: number): void {
  const isLonger = pdf.y + height > pdf.page.height - margin
  if (isLonger && pdf.y > margin) pdf.addPage()
}
