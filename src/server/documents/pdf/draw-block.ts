import type { PdfBlock, PdfFlowBlock, PdfSeal } from './pdf-document.ts'
import { drawProse, proseHeight } from './draw-prose.ts'
import { drawTable, tableHeight } from './draw-table.ts'
import { makeRoom, type Sheet, spacing, textHeight, printableText, widthOf } from './paper.ts'
import type { OfficeSeal } from '#domain/office/office-words.ts'

type Signature = Extract<PdfFlowBlock, { kind: 'signature' }>

/** 18 mm: an office's 직인. */
const sealSide = 51
const sealInk = '#b0271e'

/** A centred name with the seal centred on its last letter (행정 효율과 협업 촉진에 관한 규정 §14). */
function drawSignature(sheet: Sheet, { text, size, seal }: Signature): void {
  const { pdf, margin } = sheet
  const name = sheet.toPrint(text)
  const top = pdf.y + (sealSide - size) / 2
  pdf.font('bold').fontSize(size)
  const width = pdf.widthOfString(name)
  const left = margin + (widthOf(sheet) - width) / 2
  // Draws the seal first: its picture may be opaque, and the letter has to be printed over it.
  drawSeal(sheet, seal, { x: left + width - size / 2, y: top + pdf.heightOfString(name) / 2 })
  pdf.fillColor('black').text(name, left, top, { lineBreak: false, ...spacing(size) })
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

function drawStrokes({ pdf }: Sheet, seal: OfficeSeal, middle: Point): void {
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

/** Draws one block below the last one, on a new page when it does not fit. */
export function drawBlock(sheet: Sheet, block: PdfFlowBlock): void {
  const { pdf, margin } = sheet
  switch (block.kind) {
    case 'line':
      pdf
        .font(block.isBold ? 'bold' : 'regular')
        .fontSize(block.size)
        .text(printableText(sheet, block.text, widthOf(sheet)), margin, pdf.y, {
          width: widthOf(sheet),
          align: block.align ?? 'left',
          ...spacing(block.size),
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
        .lineTo(margin + widthOf(sheet), pdf.y)
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
export function heightOf(sheet: Sheet, block: PdfFlowBlock): number {
  switch (block.kind) {
    case 'line':
      return textHeight(sheet, block, widthOf(sheet))
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
          sum + textHeight(sheet, { ...row, text: row.value, size: block.size }, valueWidth(sheet, block.size)),
        0,
      )
    case 'table':
      return tableHeight(sheet, block)
  }
}

type Fields = Extract<PdfBlock, { kind: 'fields' }>

/** Labels in one column, values next to them. */
function drawFields(sheet: Sheet, { rows, size }: Fields): void {
  const { pdf, margin } = sheet
  for (const row of rows) {
    makeRoom(sheet, textHeight(sheet, { ...row, text: row.value, size }, valueWidth(sheet, size)))
    const top = pdf.y
    pdf
      .font('regular')
      .fontSize(size)
      .text(sheet.toPrint(row.label), margin, top, { lineBreak: false, ...spacing(size) })
    const width = valueWidth(sheet, size)
    pdf.font(row.isBold ? 'bold' : 'regular')
    pdf.text(printableText(sheet, row.value, width), margin + labelWidth(size), top, { width, ...spacing(size) })
  }
}

function labelWidth(size: number): number {
  return size * 5.5
}

function valueWidth(sheet: Sheet, size: number): number {
  return widthOf(sheet) - labelWidth(size)
}
