import type { PdfBlock } from './pdf-document.ts'
import { makeRoom, type Sheet, spacing, widthOf } from './paper.ts'

type Prose = Extract<PdfBlock, { kind: 'prose' }>

/** Draws text line by line as it was typed: leading blanks stay, numbered lines hang under their number (research/domain.md §2.3). */
export function drawProse(sheet: Sheet, { text, size }: Prose): void {
  const { pdf, margin } = sheet
  pdf.font('regular').fontSize(size)
  for (const { indent, marker, rest, width } of layLines(sheet, text, size)) {
    makeRoom(sheet, pdf.currentLineHeight(true))
    const top = pdf.y
    if (marker !== '') pdf.text(marker, margin + indent, top, { lineBreak: false, ...spacing(size) })
    const left = indent + pdf.widthOfString(marker)
    pdf.text(rest || ' ', margin + left, top, { width, ...spacing(size) })
  }
}

export function proseHeight(sheet: Sheet, { text, size }: Prose): number {
  const { pdf } = sheet
  pdf.font('regular').fontSize(size)
  return layLines(sheet, text, size).reduce(
    (sum, { rest, width }) => sum + pdf.heightOfString(rest || ' ', { width, ...spacing(size) }),
    0,
  )
}

/** 1. 가. 1) 가) (1) (가) ① ㉮ and dashes. */
const numbered =
  /^(\s*)((?:\d{1,3}|[가나다라마바사아자차카타파하])[.)]|\((?:\d{1,3}|[가나다라마바사아자차카타파하])\)|[①-⑳㉮-㉻]|[-–·•※])(\s+)(.*)$/u

/** Characters without a place to break go on in the next line: pdfkit would try them one by one, in time that grows with the square of their number. */
const endless = /[^\s가-힣]{70}(?=[^\s가-힣])/gu

function layLines(sheet: Sheet, text: string, size: number) {
  const { pdf } = sheet
  return text.split(/\r\n|\r|\n/).map((line) => {
    const [, lead = /^\s*/.exec(line)?.[0] ?? '', number = '', , after] = numbered.exec(line) ?? []
    const marker = number === '' ? '' : sheet.toPrint(`${number} `)
    // Half a size a blank; somebody who pushes a line off the page with blanks still gets it on the paper.
    const indent = Math.min(lead.length * size * 0.5, widthOf(sheet) / 2)
    const rest = sheet.toPrint(after ?? line.trimStart()).replace(endless, '$&\n')
    return { indent, marker, rest, width: widthOf(sheet) - indent - pdf.widthOfString(marker) }
  })
}
