import { splitLetterLines } from '#domain/deposit-cases/letter-text.ts'
import type { OfficeStamp } from '#domain/office/office-stamp.ts'
import {
  getContentWidth,
  getLineSpacing,
  keepMarksWhole,
  makeRoom,
  measureTextHeight,
  type PageCanvas,
  toPrintableText,
} from './page-canvas.ts'
import type { PdfBlock, PdfFlowBlock, PdfStamp } from './pdf-document.ts'

/** Draws one block below the last one, on a new page when it does not fit. */
export function drawBlock(canvas: PageCanvas, block: PdfFlowBlock): void {
  const { pdf, margin } = canvas
  switch (block.kind) {
    case 'line':
      pdf
        .font(block.isBold ? 'bold' : 'regular')
        .fontSize(block.size)
        .text(toPrintableText(canvas, block.text, getContentWidth(canvas)), margin, pdf.y, {
          width: getContentWidth(canvas),
          align: block.align ?? 'left',
          ...getLineSpacing(block.size),
        })
      return
    case 'prose':
      return drawProse(canvas, block)
    case 'signature':
      return drawSignature(canvas, block)
    case 'rule':
      pdf
        .lineWidth(block.thickness)
        .moveTo(margin, pdf.y)
        .lineTo(margin + getContentWidth(canvas), pdf.y)
        .stroke()
      return
    case 'space':
      makeRoom(canvas, block.height)
      pdf.y += block.height
      return
    case 'fields':
      return drawFields(canvas, block)
    case 'table':
      return drawTable(canvas, block)
  }
}

/** The height of a block that is not split. */
export function measureHeight(canvas: PageCanvas, block: PdfFlowBlock): number {
  switch (block.kind) {
    case 'line':
      return measureTextHeight(canvas, block, getContentWidth(canvas))
    case 'prose':
      return proseHeight(canvas, block)
    case 'signature':
      return signatureHeight()
    case 'rule':
      return 0
    case 'space':
      return block.height
    case 'fields':
      return block.rows.reduce(
        (sum, row) =>
          sum +
          measureTextHeight(canvas, { ...row, text: row.value, size: block.size }, valueWidth(canvas, block.size)),
        0,
      )
    case 'table':
      return tableHeight(canvas, block)
  }
}

type Signature = Extract<PdfFlowBlock, { kind: 'signature' }>

/** 18 mm: an office's 직인. */
const stampSide = 51
const stampInk = '#b0271e'

/** A centered name with the stamp centered on its last letter (행정 효율과 협업 촉진에 관한 규정 제14조). */
function drawSignature(canvas: PageCanvas, { text, size, stamp }: Signature): void {
  const { pdf, margin } = canvas
  const name = canvas.toPrint(text)
  const top = pdf.y + (stampSide - size) / 2
  pdf.font('bold').fontSize(size)
  const width = pdf.widthOfString(name)
  const left = margin + (getContentWidth(canvas) - width) / 2
  // Draws the stamp first: its picture may be opaque, and the letter has to be printed over it.
  drawStamp(canvas, stamp, { x: left + width - size / 2, y: top + pdf.heightOfString(name) / 2 })
  pdf.fillColor('black').text(name, left, top, { lineBreak: false, ...getLineSpacing(size) })
  pdf.y = top + size + (stampSide - size) / 2
  pdf.x = margin
}

function signatureHeight(): number {
  return stampSide
}

interface Point {
  readonly x: number
  readonly y: number
}

function drawStamp(canvas: PageCanvas, stamp: PdfStamp, middle: Point): void {
  if (!('picture' in stamp)) return drawStrokes(canvas, stamp, middle)
  const topLeft = [middle.x - stampSide / 2, middle.y - stampSide / 2] as const
  canvas.pdf.image(Buffer.from(stamp.picture), ...topLeft, {
    fit: [stampSide, stampSide],
    align: 'center',
    valign: 'center',
  })
}

function drawStrokes({ pdf }: PageCanvas, stamp: OfficeStamp, middle: Point): void {
  const scale = stampSide / stamp.side
  const { inset, width } = stamp.frame
  const inner = stamp.side - 2 * inset
  pdf.save()
  pdf
    .translate(middle.x - stampSide / 2, middle.y - stampSide / 2)
    .scale(scale)
    .strokeColor(stampInk)
    .lineCap('square')
  pdf.lineWidth(width).roundedRect(inset, inset, inner, inner, 3).stroke()
  pdf.lineWidth(width * 0.9)
  for (const stroke of stamp.strokes) pdf.path(stroke).stroke()
  pdf.restore()
}

type FieldsBlock = Extract<PdfBlock, { kind: 'fields' }>

/** Labels in one column, values next to them. */
function drawFields(canvas: PageCanvas, { rows, size }: FieldsBlock): void {
  const { pdf, margin } = canvas
  for (const row of rows) {
    makeRoom(canvas, measureTextHeight(canvas, { ...row, text: row.value, size }, valueWidth(canvas, size)))
    const top = pdf.y
    pdf
      .font('regular')
      .fontSize(size)
      .text(canvas.toPrint(row.label), margin, top, { lineBreak: false, ...getLineSpacing(size) })
    const width = valueWidth(canvas, size)
    pdf.font(row.isBold ? 'bold' : 'regular')
    pdf.text(toPrintableText(canvas, row.value, width), margin + labelWidth(size), top, {
      width,
      ...getLineSpacing(size),
    })
  }
}

function labelWidth(size: number): number {
  return size * 5.5
}

function valueWidth(canvas: PageCanvas, size: number): number {
  return getContentWidth(canvas) - labelWidth(size)
}

type Prose = Extract<PdfBlock, { kind: 'prose' }>

/**
 * Draws the text of a letter: items indented by level with hanging indents
 * (`domain/deposit-cases/letter-text.ts`), and the end mark after the last letter.
 */
function drawProse(canvas: PageCanvas, prose: Prose): void {
  const { pdf, margin } = canvas
  const { size } = prose
  pdf.font('regular').fontSize(size)
  for (const { indent, marker, rest, width } of layoutLines(canvas, prose)) {
    makeRoom(canvas, pdf.currentLineHeight(true))
    const top = pdf.y
    if (marker !== '') pdf.text(marker, margin + indent, top, { lineBreak: false, ...getLineSpacing(size) })
    const left = indent + pdf.widthOfString(marker)
    pdf.text(rest || ' ', margin + left, top, { width, ...getLineSpacing(size) })
  }
}

function proseHeight(canvas: PageCanvas, prose: Prose): number {
  const { pdf } = canvas
  pdf.font('regular').fontSize(prose.size)
  return layoutLines(canvas, prose).reduce((sum, line) => sum + measureLineHeight(canvas, line, prose.size), 0)
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

function layoutLines(canvas: PageCanvas, { text, size, end }: Prose): ProseLine[] {
  const { pdf } = canvas
  const lines = splitLetterLines(text).map((line): ProseLine => {
    const marker = canvas.toPrint(line.marker)
    // Limits the indent, so that a line pushed off the page with blanks is still printed.
    const indent = Math.min(line.indent * size + pdf.widthOfString(line.behind), getContentWidth(canvas) / 2)
    const width = getContentWidth(canvas) - indent - pdf.widthOfString(marker)
    const rest = keepMarksWhole(canvas, canvas.toPrint(line.text).replace(unbreakableRun, '$&\n'), width)
    return { indent, marker, rest, width }
  })
  return end === undefined ? lines : appendEndMark(canvas, { lines, end, size })
}

/**
 * Adds the end mark two blanks after the last letter or, if it does not fit, one letter in on the
 * next line.
 */
function appendEndMark(
  canvas: PageCanvas,
  { lines, end, size }: { lines: ProseLine[]; end: string; size: number },
): ProseLine[] {
  const trimmed = lines.slice(0, lines.findLastIndex(({ rest }) => rest !== '') + 1)
  const last = trimmed.at(-1)
  if (last !== undefined) {
    const marked = { ...last, rest: `${last.rest}  ${end}` }
    if (measureLineHeight(canvas, marked, size) === measureLineHeight(canvas, last, size))
      return [...trimmed.slice(0, -1), marked]
  }
  return [...trimmed, { indent: size, marker: '', rest: end, width: getContentWidth(canvas) - size }]
}

function measureLineHeight({ pdf }: PageCanvas, { rest, width }: ProseLine, size: number): number {
  return pdf.heightOfString(rest || ' ', { width, ...getLineSpacing(size) })
}

type TableBlock = Extract<PdfBlock, { kind: 'table' }>

const padding = 5

/**
 * A ruled table with a bold header. A row that does not fit begins the next page, under a repeated
 * header.
 */
function drawTable(canvas: PageCanvas, table: TableBlock): void {
  const { pdf } = canvas
  const header = table.columns.map((column) => column.header)
  const headerHeight = rowHeight(canvas, table, { cells: header, isHeader: true })
  let page: unknown
  for (const cells of table.rows) {
    const height = rowHeight(canvas, table, { cells })
    makeRoom(canvas, page === pdf.page ? height : height + headerHeight)
    if (page !== pdf.page) drawRow(canvas, table, { cells: header, isHeader: true })
    drawRow(canvas, table, { cells })
    page = pdf.page
  }
}

function tableHeight(canvas: PageCanvas, table: TableBlock): number {
  const header = table.columns.map((column) => column.header)
  return table.rows.reduce(
    (sum, cells) => sum + rowHeight(canvas, table, { cells }),
    rowHeight(canvas, table, { cells: header, isHeader: true }),
  )
}

interface PdfRow {
  readonly cells: readonly string[]
  readonly isHeader?: true
}

function drawRow(canvas: PageCanvas, table: TableBlock, row: PdfRow): void {
  const { pdf, margin } = canvas
  const height = rowHeight(canvas, table, row)
  const top = pdf.y
  let left = margin
  table.columns.forEach((column, index) => {
    const width = column.share * getContentWidth(canvas)
    pdf.lineWidth(0.6).rect(left, top, width, height)
    if (row.isHeader) pdf.fillAndStroke('#f3f1eb', '#1c2126').fillColor('#000000')
    else pdf.stroke('#1c2126')
    pdf
      .font(row.isHeader ? 'bold' : 'regular')
      .fontSize(table.size)
      .text(toPrintableText(canvas, row.cells[index] ?? '', width - 2 * padding), left + padding, top + padding, {
        width: width - 2 * padding,
        align: row.isHeader ? 'center' : 'left',
        ...getLineSpacing(table.size),
      })
    left += width
  })
  pdf.y = top + height
}

function rowHeight(canvas: PageCanvas, table: TableBlock, row: PdfRow): number {
  const heights = table.columns.map((column, index) => {
    const text = { text: row.cells[index] ?? '', size: table.size, ...(row.isHeader && { isBold: true as const }) }
    return measureTextHeight(canvas, text, column.share * getContentWidth(canvas) - 2 * padding)
  })
  return Math.max(...heights) + 2 * padding
}
