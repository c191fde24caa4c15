import { letterLines } from '#domain/deposit-cases/letter-text.ts'
import type { PdfBlock } from './pdf-document.ts'
import { makeRoom, type Sheet, spacing, wholeMarks, widthOf } from './paper.ts'

type Prose = Extract<PdfBlock, { kind: 'prose' }>

/**
 * Draws the text of a letter: items indented by level with hanging indents
 * (`domain/deposit-cases/letter-text.ts`), and the end mark after the last letter.
 */
export function drawProse(sheet: Sheet, prose: Prose): void {
  const { pdf, margin } = sheet
  const { size } = prose
  pdf.font('regular').fontSize(size)
  for (const { indent, marker, rest, width } of layoutLines(sheet, prose)) {
    makeRoom(sheet, pdf.currentLineHeight(true))
    const top = pdf.y
    if (marker !== '') pdf.text(marker, margin + indent, top, { lineBreak: false, ...spacing(size) })
    const left = indent + pdf.widthOfString(marker)
    pdf.text(rest || ' ', margin + left, top, { width, ...spacing(size) })
  }
}

export function proseHeight(sheet: Sheet, prose: Prose): number {
  const { pdf } = sheet
  pdf.font('regular').fontSize(prose.size)
  return layoutLines(sheet, prose).reduce((sum, line) => sum + heightOfLine(sheet, line, prose.size), 0)
}

/**
 * Long runs without a break opportunity are split: pdfkit tries their characters one by one, in
 * quadratic time.
 */
const endless = /[^\s가-힣]{70}(?=[^\s가-힣])/gu

interface ProseLine {
  readonly indent: number
  readonly marker: string
  readonly rest: string
  readonly width: number
}

function layoutLines(sheet: Sheet, { text, size, end }: Prose): ProseLine[] {
  const { pdf } = sheet
  const lines = letterLines(text).map((line): ProseLine => {
    const marker = sheet.toPrint(line.marker)
    // Limits the indent, so that a line pushed off the page with blanks is still printed.
    const indent = Math.min(line.indent * size + pdf.widthOfString(line.behind), widthOf(sheet) / 2)
    const width = widthOf(sheet) - indent - pdf.widthOfString(marker)
    const rest = wholeMarks(sheet, sheet.toPrint(line.text).replace(endless, '$&\n'), width)
    return { indent, marker, rest, width }
  })
  return end === undefined ? lines : withEnd(sheet, { lines, end, size })
}

/**
 * Adds the end mark two blanks after the last letter or, if it does not fit, one letter in on the
 * next line.
 */
function withEnd(sheet: Sheet, { lines, end, size }: { lines: ProseLine[]; end: string; size: number }): ProseLine[] {
  const trimmed = lines.slice(0, lines.findLastIndex(({ rest }) => rest !== '') + 1)
  const last = trimmed.at(-1)
  if (last !== undefined) {
    const ended = { ...last, rest: `${last.rest}  ${end}` }
    if (heightOfLine(sheet, ended, size) === heightOfLine(sheet, last, size)) return [...trimmed.slice(0, -1), ended]
  }
  return [...trimmed, { indent: size, marker: '', rest: end, width: widthOf(sheet) - size }]
}

function heightOfLine({ pdf }: Sheet, { rest, width }: ProseLine, size: number): number {
  return pdf.heightOfString(rest || ' ', { width, ...spacing(size) })
}
