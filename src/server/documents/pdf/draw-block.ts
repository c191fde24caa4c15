import type { PdfBlock, PdfFlowBlock } from './pdf-document.ts'
import { drawProse, proseHeight } from './draw-prose.ts'
import { drawSignature, signatureHeight } from './draw-seal.ts'
import { drawTable, tableHeight } from './draw-table.ts'
import { makeRoom, type Sheet, spacing, textHeight, toLay, widthOf } from './paper.ts'

/** Draws one block below the last one, on a new page when it does not fit. */
export function drawBlock(sheet: Sheet, block: PdfFlowBlock): void {
  const { pdf, margin } = sheet
  switch (block.kind) {
    case 'line':
      pdf
        .font(block.isBold ? 'bold' : 'regular')
        .fontSize(block.size)
        .text(toLay(sheet, block.text, widthOf(sheet)), margin, pdf.y, {
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
    pdf.text(toLay(sheet, row.value, width), margin + labelWidth(size), top, { width, ...spacing(size) })
  }
}

function labelWidth(size: number): number {
  return size * 5.5
}

function valueWidth(sheet: Sheet, size: number): number {
  return widthOf(sheet) - labelWidth(size)
}
