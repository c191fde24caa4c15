import type { PdfBlock } from './pdf-document.ts'
import { makeRoom, type Sheet, spacing, textHeight, printableText, widthOf } from './paper.ts'

type Table = Extract<PdfBlock, { kind: 'table' }>

const padding = 5

/**
 * A ruled table with a bold header. A row that does not fit begins the next page, under a repeated
 * header.
 */
export function drawTable(sheet: Sheet, table: Table): void {
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

export function tableHeight(sheet: Sheet, table: Table): number {
  const header = table.columns.map((column) => column.header)
  return table.rows.reduce(
    (sum, cells) => sum + rowHeight(sheet, table, { cells }),
    rowHeight(sheet, table, { cells: header, isHeader: true }),
  )
}

interface Row {
  readonly cells: readonly string[]
  readonly isHeader?: true
}

function drawRow(sheet: Sheet, table: Table, row: Row): void {
  const { pdf, margin } = sheet
  const height = rowHeight(sheet, table, row)
  const top = pdf.y
  let left = margin
  table.columns.forEach((column, index) => {
    const width = column.share * widthOf(sheet)
    pdf.lineWidth(0.6).rect(left, top, width, height)
    if (row.isHeader) pdf.fillAndStroke('#f3f1eb', '#1c2126').fillColor('#000000')
    else pdf.stroke('#1c2126')
    pdf
      .font(row.isHeader ? 'bold' : 'regular')
      .fontSize(table.size)
      .text(printableText(sheet, row.cells[index] ?? '', width - 2 * padding), left + padding, top + padding, {
        width: width - 2 * padding,
        align: row.isHeader ? 'center' : 'left',
        ...spacing(table.size),
      })
    left += width
  })
  pdf.y = top + height
}

function rowHeight(sheet: Sheet, table: Table, row: Row): number {
  const heights = table.columns.map((column, index) => {
    const text = { text: row.cells[index] ?? '', size: table.size, ...(row.isHeader && { isBold: true as const }) }
    return textHeight(sheet, text, column.share * widthOf(sheet) - 2 * padding)
  })
  return Math.max(...heights) + 2 * padding
}
