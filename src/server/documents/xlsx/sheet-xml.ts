import { escapeXml } from './escape-xml.ts'
import type { SheetChunk, SheetLayout, WrittenCell } from './sheet.ts'
import { declaration, mainNamespace, styleOf } from './workbook-parts.ts'

/** Excel's own limit. */
const maxRows = 1_048_576

/**
 * Characters per string. Kept short so that it dies in V8's young generation: longer strings are
 * collected late, and memory grew with the sheet.
 */
const pieceLength = 16_384

/**
 * The sheet part, yielded piece by piece as rows arrive. Built by plain string concatenation:
 * writing 100,000 cases took half of sheetjs-style's time with a general library, where every cell
 * went through a style table, and a sixth this way.
 */
export async function* sheetXml(layout: SheetLayout, chunks: AsyncIterable<SheetChunk>): AsyncGenerator<string> {
  const style = styleOf(layout)
  const letters = layout.columns.map((_, index) => columnLetters(index))
  const heading = layout.heading ?? []
  const headerRow = heading.length + 1
  yield opening(layout, headerRow)
  for (const [index, { text, look }] of heading.entries()) {
    yield rowXml([text], { number: index + 1, letters, styleOf: () => style.heading(look) })
  }
  yield rowXml(
    layout.columns.map(({ header }) => header),
    { number: headerRow, letters, styleOf: () => style.header },
  )
  let rows = headerRow
  let dataRows = headerRow
  for await (const chunk of chunks) {
    if (rows + chunk.rows.length > maxRows) throw new RangeError(`a sheet holds ${maxRows} rows`)
    const styleOfColumn = chunk.isTotal ? style.total : style.body
    let piece = ''
    for (const cells of chunk.rows) {
      rows += 1
      piece += rowXml(cells, { number: rows, letters, styleOf: styleOfColumn })
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    if (!chunk.isTotal) dataRows = rows
    if (piece !== '') yield piece
  }
  const last = letters.at(-1) ?? 'A'
  const merged = heading.map((_, index) => `A${index + 1}:${last}${index + 1}`)
  yield closing(`A${headerRow}:${last}${dataRows}`, merged)
}

type RowPosition = { number: number; letters: readonly string[]; styleOf: (column: number) => number }

/**
 * Empty cells are omitted; their style comes from the column. In a total row they are written for
 * its top border.
 */
function rowXml(cells: readonly WrittenCell[], { number, letters, styleOf: styleAt }: RowPosition): string {
  let xml = `<row r="${number}">`
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? null
    if (cell === null) continue
    const start = `<c r="${letters[column]}${number}" s="${styleAt(column)}"`
    xml +=
      typeof cell === 'number'
        ? `${start}><v>${cell}</v></c>`
        : `${start} t="inlineStr"><is><t${spaceOf(cell)}>${escapeXml(cell)}</t></is></c>`
  }
  return `${xml}</row>`
}

function spaceOf(text: string): string {
  return /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
}

function opening(layout: SheetLayout, headerRow: number): string {
  const style = styleOf(layout)
  const columns = layout.columns.map(
    ({ width, hidden }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style.body(index)}"${hidden ? ' hidden="1"' : ''} customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${mainNamespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView tabSelected="1" workbookViewId="0">${pane(layout.frozenColumns, headerRow)}</sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="17"/><cols>${columns.join('')}</cols><sheetData>`
}

function pane(frozenColumns: number, headerRow: number): string {
  const corner = `${columnLetters(frozenColumns)}${headerRow + 1}`
  const rows = `ySplit="${headerRow}" topLeftCell="${corner}"`
  if (frozenColumns === 0) return `<pane ${rows} activePane="bottomLeft" state="frozen"/>`
  return `<pane xSplit="${frozenColumns}" ${rows} activePane="bottomRight" state="frozen"/>`
}

/**
 * The end of the sheet: a filter down to the last data row, and page setup: A4 landscape, one page
 * wide, numbered.
 */
function closing(filtered: string, merged: readonly string[]): string {
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
  return `</sheetData><autoFilter ref="${filtered}"/>${merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`}\
<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>\
<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>\
<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}
