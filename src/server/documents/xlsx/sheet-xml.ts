import { escapeWorkbookText } from '../xml-text.ts'
import type { CellValue, HeadingStyle, SheetChunk, SheetLayout } from './sheet.ts'

/** Excel's own limit. */
const maxRows = 1_048_576

/**
 * Characters per string. Kept short so that it dies in V8's young generation: longer strings are
 * collected late, and memory grew with the sheet.
 */
const pieceLength = 16_384

/**
 * The sheet part, yielded piece by piece as rows arrive. For 100,000 cases plain string
 * concatenation takes a sixth of the time of sheetjs-style. General libraries look up a style for
 * every cell and still take half as long as sheetjs-style.
 */
export async function* writeSheetXml(layout: SheetLayout, chunks: AsyncIterable<SheetChunk>): AsyncGenerator<string> {
  const styleIds = indexStyles(layout)
  const letters = layout.columns.map((_, index) => columnLetters(index))
  const heading = layout.heading ?? []
  const headerRow = heading.length + 1
  yield buildSheetStart(layout, headerRow)
  for (const [index, { text, style: look }] of heading.entries()) {
    yield buildRow([text], { number: index + 1, letters, getStyle: () => styleIds.heading(look) })
  }
  yield buildRow(
    layout.columns.map(({ header }) => header),
    { number: headerRow, letters, getStyle: () => styleIds.header },
  )
  let rowNumber = headerRow
  let lastDataRow = headerRow
  for await (const chunk of chunks) {
    if (rowNumber + chunk.rows.length > maxRows) throw new RangeError(`a sheet holds ${maxRows} rows`)
    const styleOfColumn = chunk.isTotal ? styleIds.total : styleIds.body
    let piece = ''
    for (const cells of chunk.rows) {
      rowNumber += 1
      piece += buildRow(cells, { number: rowNumber, letters, getStyle: styleOfColumn })
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    if (!chunk.isTotal) lastDataRow = rowNumber
    if (piece !== '') yield piece
  }
  const last = letters.at(-1) ?? 'A'
  const merged = heading.map((_, index) => `A${index + 1}:${last}${index + 1}`)
  yield buildSheetEnd(`A${headerRow}:${last}${lastDataRow}`, merged)
}

interface SheetRowOptions {
  number: number
  letters: readonly string[]
  getStyle: (column: number) => number
}

/**
 * Empty cells are omitted; their style comes from the column. In a total row they are written for
 * its top border.
 */
function buildRow(cells: readonly CellValue[], { number, letters, getStyle }: SheetRowOptions): string {
  let xml = `<row r="${number}">`
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? null
    if (cell === null) continue
    const start = `<c r="${letters[column]}${number}" s="${getStyle(column)}"`
    xml +=
      typeof cell === 'number'
        ? `${start}><v>${cell}</v></c>`
        : `${start} t="inlineStr"><is><t${buildSpaceAttribute(cell)}>${escapeWorkbookText(cell)}</t></is></c>`
  }
  return `${xml}</row>`
}

function buildSpaceAttribute(text: string): string {
  return /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
}

function buildSheetStart(layout: SheetLayout, headerRow: number): string {
  const styleIds = indexStyles(layout)
  const columns = layout.columns.map(
    ({ width, hidden }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${styleIds.body(index)}"${hidden ? ' hidden="1"' : ''} customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${mainNamespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView tabSelected="1" workbookViewId="0">${buildPane(layout.frozenColumns, headerRow)}</sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="17"/><cols>${columns.join('')}</cols><sheetData>`
}

function buildPane(frozenColumns: number, headerRow: number): string {
  const corner = `${columnLetters(frozenColumns)}${headerRow + 1}`
  const rows = `ySplit="${headerRow}" topLeftCell="${corner}"`
  if (frozenColumns === 0) return `<pane ${rows} activePane="bottomLeft" state="frozen"/>`
  return `<pane xSplit="${frozenColumns}" ${rows} activePane="bottomRight" state="frozen"/>`
}

/**
 * The end of the sheet: a filter down to the last data row, and page setup: A4 landscape, one page
 * wide, numbered.
 */
function buildSheetEnd(filtered: string, merged: readonly string[]): string {
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

/**
 * The parts of a workbook besides its sheet, by ECMA-376 part 1; only those that Excel, Numbers,
 * LibreOffice and Hancom require.
 */
export function buildWorkbookParts(layout: SheetLayout): { name: string; xml: string }[] {
  return [
    { name: '[Content_Types].xml', xml: contentTypes },
    { name: '_rels/.rels', xml: buildRelations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', xml: buildWorkbook(layout) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      xml: buildRelations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', xml: buildStyles(layout) },
  ]
}

export const sheetPart = 'xl/worksheets/sheet1.xml'

/**
 * Indices into the styles part. Columns with the same format share a style, which makes the
 * compressed sheet a fifth smaller.
 */
function indexStyles(layout: SheetLayout) {
  const cellStyles = listStyles(layout)
  const styleIndexes = layout.columns.map((column) => cellStyles.indexOf(toStyleKey(column)))
  return {
    header: 1,
    body: (column: number) => 2 + (styleIndexes[column] ?? 0),
    total: (column: number) => 2 + cellStyles.length + (styleIndexes[column] ?? 0),
    heading: (style: HeadingStyle) => 2 + 2 * cellStyles.length + headingStyles.indexOf(style),
  }
}

const headingStyles = ['title', 'centered', 'left'] as const satisfies readonly HeadingStyle[]

type WorkbookColumn = SheetLayout['columns'][number]

/** `align:format`: distinguishes the cell styles of columns. */
function toStyleKey({ align, numberFormat }: WorkbookColumn): string {
  return `${align}:${numberFormat}`
}

function listStyles({ columns }: SheetLayout): string[] {
  return [...new Set(columns.map(toStyleKey))]
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packageNamespace}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/>\
<Override PartName="/${sheetPart}" ContentType="${partType}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/></Types>`

function buildRelations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${officeNamespace}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${items.join('')}</Relationships>`
}

/** The header row is repeated on every printed page. */
function buildWorkbook({ name, heading = [] }: SheetLayout): string {
  const headerRow = heading.length + 1
  const quoted = escapeWorkbookText(`'${name.replaceAll("'", "''")}'`)
  return `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets>\
<sheet name="${escapeWorkbookText(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames>\
<definedName name="_xlnm.Print_Titles" localSheetId="0">${quoted}!$${headerRow}:$${headerRow}</definedName></definedNames></workbook>`
}

function buildStyles(layout: SheetLayout): string {
  const cellStyles = listStyles(layout)
  // Number format ids below 164 are reserved by Excel.
  const numberFormats = cellStyles.map(
    (style, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${escapeWorkbookText(style.slice(style.indexOf(':') + 1))}"/>`,
  )
  const cellFormat = (style: string, index: number, kind: { font: number; border: number }) =>
    `<xf numFmtId="${164 + index}" fontId="${kind.font}" fillId="0" borderId="${kind.border}" xfId="0" \
applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">\
<alignment horizontal="${style.slice(0, style.indexOf(':'))}" vertical="center"/></xf>`
  const formats = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">\
<alignment horizontal="center" vertical="center"/></xf>',
    ...cellStyles.map((style, index) => cellFormat(style, index, { font: 0, border: 0 })),
    ...cellStyles.map((style, index) => cellFormat(style, index, { font: 1, border: 2 })),
    ...headingStyles.map(
      (style) => `<xf numFmtId="49" fontId="${style === 'title' ? 2 : 0}" fillId="0" borderId="0" xfId="0" \
applyNumberFormat="1" applyFont="1" applyAlignment="1">\
<alignment horizontal="${style === 'left' ? 'left' : 'center'}" vertical="center"/></xf>`,
    ),
  ]
  return `${declaration}<styleSheet xmlns="${mainNamespace}">\
<numFmts count="${cellStyles.length}">${numberFormats.join('')}</numFmts>\
<fonts count="3">${buildFont('')}${buildFont('<b/>')}${buildFont('<b/>', 16)}</fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFF3F1EB"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="3">${buildBorder('', '')}${buildBorder('', buildBorderLine('bottom', 'FFC9C3B6'))}${buildBorder(buildBorderLine('top', 'FF1C2126'), '')}</borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function buildFont(weight: string, size = 11): string {
  return `<font>${weight}<sz val="${size}"/><color rgb="FF1C2126"/><name val="맑은 고딕"/><family val="2"/><charset val="129"/></font>`
}

function buildBorder(top: string, bottom: string): string {
  return `<border><left/><right/>${top || '<top/>'}${bottom || '<bottom/>'}<diagonal/></border>`
}

function buildBorderLine(side: 'top' | 'bottom', color: string): string {
  return `<${side} style="thin"><color rgb="${color}"/></${side}>`
}
