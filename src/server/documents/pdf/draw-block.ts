import { splitLetterLines } from '#domain/deposit-cases/letter-text.ts'
import type { OfficeStamp } from '#domain/office/office-texts.ts'
import type { PdfBlock, PdfFlowBlock, PdfSeal } from './pdf-document.ts'
import {
  getContentWidth,
  getLineSpacing,
  keepMarksWhole,
  makeRoom,
  measureTextHeight,
  type Sheet,
  toPrintableText,
} from './sheet.ts'

/** Draws one block below the last one, on a new page when it does not fit. */
export function drawBlock(sheet: Sheet, block: PdfFlowBlock): void {
  const { pdf, margin } = sheet
  switch (block.kind) {
    case 'line':
      pdf
        .font(block.isBold ? 'bold' : 'regular')
        .fontSize(block.size)
        .text(toPrintableText(sheet, block.text, getContentWidth(sheet)), margin, pdf.y, {
          width: getContentWidth(sheet),
          align: block.align ?? 'left',
          ...getLineSpacing(block.size),
        })
      return
    case 'prose':
      return drawProse(sheet, block)
    case 'signature':
      return drawSignature(sheet, block)
    case 'rule':
      pdf
        .lineWidth(block.thickness)
        .moveTo(margin, pdf.y)
        .lineTo(margin + getContentWidth(sheet), pdf.y)
        .stroke()
      return
    case 'space':
      makeRoom(sheet, block.height)
      pdf.y += block.height
      return
    case 'fields':
      return drawFields(sheet, block)
    case 'table':
      return drawTable(sheet, block)
  }
}

/** The height of a block that is not split. */
export function measureHeight(sheet: Sheet, block: PdfFlowBlock): number {
  switch (block.kind) {
    case 'line':
      return measureTextHeight(sheet, block, getContentWidth(sheet))
    case 'prose':
      return proseHeight(sheet, block)
    case 'signature':
      return signatureHeight()
    case 'rule':
      return 0
    case 'space':
      return block.height
    case 'fields':
      return block.rows.reduce(
        (sum, row) =>
          sum + measureTextHeight(sheet, { ...row, text: row.value, size: block.size }, valueWidth(sheet, block.size)),
        0,
      )
    case 'table':
      return tableHeight(sheet, block)
  }
}

type Signature = Extract<PdfFlowBlock, { kind: 'signature' }>

/** 18 mm: an office's 직인. */
const sealSide = 51
const sealInk = '#b0271e'

/** A centred name with the stamp centred on its last letter (행정 효율과 협업 촉진에 관한 규정 제14조). */
function drawSignature(sheet: Sheet, { text, size, seal }: Signature): void {
  const { pdf, margin } = sheet
  const name = sheet.toPrint(text)
  const top = pdf.y + (sealSide - size) / 2
  pdf.font('bold').fontSize(size)
  const width = pdf.widthOfString(name)
  const left = margin + (getContentWidth(sheet) - width) / 2
  // Draws the seal first: its picture may be opaque, and the letter has to be printed over it.
  drawSeal(sheet, seal, { x: left + width - size / 2, y: top + pdf.heightOfString(name) / 2 })
  pdf.fillColor('black').text(name, left, top, { lineBreak: false, ...getLineSpacing(size) })
  pdf.y = top + size + (sealSide - size) / 2
  pdf.x = margin
}

function signatureHeight(): number {
  return sealSide
}

interface Point {
  readonly x: number
  readonly y: number
}

function drawSeal(sheet: Sheet, seal: PdfSeal, middle: Point): void {
  if (!('picture' in seal)) return drawStrokes(sheet, seal, middle)
  const topLeft = [middle.x - sealSide / 2, middle.y - sealSide / 2] as const
  sheet.pdf.image(Buffer.from(seal.picture), ...topLeft, {
    fit: [sealSide, sealSide],
    align: 'center',
    valign: 'center',
  })
}

function drawStrokes({ pdf }: Sheet, seal: OfficeStamp, middle: Point): void {
  const scale = sealSide / seal.side
  const { inset, width } = seal.frame
  const inner = seal.side - 2 * inset
  pdf.save()
  pdf
    .translate(middle.x - sealSide / 2, middle.y - sealSide / 2)
    .scale(scale)
    .strokeColor(sealInk)
    .lineCap('square')
  pdf.lineWidth(width).roundedRect(inset, inset, inner, inner, 3).stroke()
  pdf.lineWidth(width * 0.9)
  for (const stroke of seal.strokes) pdf.path(stroke).stroke()
  pdf.restore()
}

type FieldsBlock = Extract<PdfBlock, { kind: 'fields' }>

/** Labels in one column, values next to them. */
function drawFields(sheet: Sheet, { rows, size }: FieldsBlock): void {
  const { pdf, margin } = sheet
  for (const row of rows) {
    makeRoom(sheet, measureTextHeight(sheet, { ...row, text: row.value, size }, valueWidth(sheet, size)))
    const top = pdf.y
    pdf
      .font('regular')
      .fontSize(size)
      .text(sheet.toPrint(row.label), margin, top, { lineBreak: false, ...getLineSpacing(size) })
    const width = valueWidth(sheet, size)
    pdf.font(row.isBold ? 'bold' : 'regular')
    pdf.text(toPrintableText(sheet, row.value, width), margin + labelWidth(size), top, {
      width,
      ...getLineSpacing(size),
    })
  }
}

function labelWidth(size: number): number {
  return size * 5.5
}

function valueWidth(sheet: Sheet, size: number): number {
  return getContentWidth(sheet) - labelWidth(size)
}

type Prose = Extract<PdfBlock, { kind: 'prose' }>

/**
 * Draws the text of a letter: items indented by level with hanging indents
 * (`domain/deposit-cases/letter-text.ts`), and the end mark after the last letter.
 */
function drawProse(sheet: Sheet, prose: Prose): void {
  const { pdf, margin } = sheet
  const { size } = prose
  pdf.font('regular').fontSize(size)
  for (const { indent, marker, rest, width } of layoutLines(sheet, prose)) {
    makeRoom(sheet, pdf.currentLineHeight(true))
    const top = pdf.y
    if (marker !== '') pdf.text(marker, margin + indent, top, { lineBreak: false, ...getLineSpacing(size) })
    const left = indent + pdf.widthOfString(marker)
    pdf.text(rest || ' ', margin + left, top, { width, ...getLineSpacing(size) })
  }
}

function proseHeight(sheet: Sheet, prose: Prose): number {
  const { pdf } = sheet
  pdf.font('regular').fontSize(prose.size)
  return layoutLines(sheet, prose).reduce((sum, line) => sum + measureLineHeight(sheet, line, prose.size), 0)
}

/**
 * Long runs without a break opportunity are split: pdfkit tries their characters one by one, in
 * quadratic time.
 */
const unbreakableRun = /[^\s가-힣]{70}(?=[^\s가-힣])/gu

interface ProseLine {
  readonly indent: number
  readonly marker: string
  readonly rest: string
  readonly width: number
}

function layoutLines(sheet: Sheet, { text, size, end }: Prose): ProseLine[] {
  const { pdf } = sheet
  const lines = splitLetterLines(text).map((line): ProseLine => {
    const marker = sheet.toPrint(line.marker)
    // Limits the indent, so that a line pushed off the page with blanks is still printed.
    const indent = Math.min(line.indent * size + pdf.widthOfString(line.behind), getContentWidth(sheet) / 2)
    const width = getContentWidth(sheet) - indent - pdf.widthOfString(marker)
    const rest = keepMarksWhole(sheet, sheet.toPrint(line.text).replace(unbreakableRun, '$&\n'), width)
    return { indent, marker, rest, width }
  })
  return end === undefined ? lines : appendEndMark(sheet, { lines, end, size })
}

/**
 * Adds the end mark two blanks after the last letter or, if it does not fit, one letter in on the
 * next line.
 */
function appendEndMark(
  sheet: Sheet,
  { lines, end, size }: { lines: ProseLine[]; end: string; size: number },
): ProseLine[] {
  const trimmed = lines.slice(0, lines.findLastIndex(({ rest }) => rest !== '') + 1)
  const last = trimmed.at(-1)
  if (last !== undefined) {
    const marked = { ...last, rest: `${last.rest}  ${end}` }
    if (measureLineHeight(sheet, marked, size) === measureLineHeight(sheet, last, size))
      return [...trimmed.slice(0, -1), marked]
  }
  return [...trimmed, { indent: size, marker: '', rest: end, width: getContentWidth(sheet) - size }]
}

function measureLineHeight({ pdf }: Sheet, { rest, width }: ProseLine, size: number): number {
  return pdf.heightOfString(rest || ' ', { width, ...getLineSpacing(size) })
}

type TableBlock = Extract<PdfBlock, { kind: 'table' }>

const padding = 5

/**
 * A ruled table with a bold header. A row that does not fit begins the next page, under a repeated
 * header.
 */
function drawTable(sheet: Sheet, table: TableBlock): void {
  const { pdf } = sheet
  const header = table.columns.map((column) => column.header)
  const headerHeight = rowHeight(sheet, table, { cells: header, isHeader: true })
  let page: unknown
  for (const cells of table.rows) {
    const height = rowHeight(sheet, table, { cells })
    makeRoom(sheet, page === pdf.page ? height : height + headerHeight)
    if (page !== pdf.page) drawRow(sheet, table, { cells: header, isHeader: true })
    drawRow(sheet, table, { cells })
    page = pdf.page
  }
}

function tableHeight(sheet: Sheet, table: TableBlock): number {
  const header = table.columns.map((column) => column.header)
  return table.rows.reduce(
    (sum, cells) => sum + rowHeight(sheet, table, { cells }),
    rowHeight(sheet, table, { cells: header, isHeader: true }),
  )
}

interface PdfRow {
  readonly cells: readonly string[]
  readonly isHeader?: true
}

function drawRow(sheet: Sheet, table: TableBlock, row: PdfRow): void {
  const { pdf, margin } = sheet
  const height = rowHeight(sheet, table, row)
  const top = pdf.y
  let left = margin
  table.columns.forEach((column, index) => {
    const width = column.share * getContentWidth(sheet)
    pdf.lineWidth(0.6).rect(left, top, width, height)
    if (row.isHeader) pdf.fillAndStroke('#f3f1eb', '#1c2126').fillColor('#000000')
    else pdf.stroke('#1c2126')
    pdf
      .font(row.isHeader ? 'bold' : 'regular')
      .fontSize(table.size)
      .text(toPrintableText(sheet, row.cells[index] ?? '', width - 2 * padding), left + padding, top + padding, {
        width: width - 2 * padding,
        align: row.isHeader ? 'center' : 'left',
        ...getLineSpacing(table.size),
      })
    left += width
  })
  pdf.y = top + height
}

function rowHeight(sheet: Sheet, table: TableBlock, row: PdfRow): number {
  const heights = table.columns.map((column, index) => {
    const text = { text: row.cells[index] ?? '', size: table.size, ...(row.isHeader && { isBold: true as const }) }
    return measureTextHeight(sheet, text, column.share * getContentWidth(sheet) - 2 * padding)
  })
  return Math.max(...heights) + 2 * padding
}
