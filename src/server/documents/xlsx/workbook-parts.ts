import { escapeXml } from './escape-xml.ts'
import type { HeadingStyle, SheetLayout } from './sheet.ts'

/**
 * The parts of a workbook besides its sheet, by ECMA-376 part 1; only those that Excel, Numbers,
 * LibreOffice and Hancom require.
 */
export function workbookParts(layout: SheetLayout): { name: string; xml: string }[] {
  return [
    { name: '[Content_Types].xml', xml: contentTypes },
    { name: '_rels/.rels', xml: relations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', xml: workbook(layout) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      xml: relations([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', xml: styles(layout) },
  ]
}

export const sheetPart = 'xl/worksheets/sheet1.xml'

/**
 * Indices into the styles part. Columns with the same format share a style, which makes the
 * compressed sheet a fifth smaller.
 */
export function styleOf(layout: SheetLayout) {
  const cellStyles = stylesOf(layout)
  const styleIndexes = layout.columns.map((column) => cellStyles.indexOf(styleOfCell(column)))
  return {
    header: 1,
    body: (column: number) => 2 + (styleIndexes[column] ?? 0),
    total: (column: number) => 2 + cellStyles.length + (styleIndexes[column] ?? 0),
    heading: (style: HeadingStyle) => 2 + 2 * cellStyles.length + headingStyles.indexOf(style),
  }
}

const headingStyles = ['title', 'centred', 'left'] as const satisfies readonly HeadingStyle[]

type Column = SheetLayout['columns'][number]

/** `align:format`: distinguishes the cell styles of columns. */
function styleOfCell({ align, numberFormat }: Column): string {
  return `${align}:${numberFormat}`
}

function stylesOf({ columns }: SheetLayout): string[] {
  return [...new Set(columns.map(styleOfCell))]
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const partType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packageNamespace}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${partType}.sheet.main+xml"/>\
<Override PartName="/${sheetPart}" ContentType="${partType}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${partType}.styles+xml"/></Types>`

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${items.join('')}</Relationships>`
}

/** The header row is repeated on every printed page. */
function workbook({ name, heading = [] }: SheetLayout): string {
  const headerRow = heading.length + 1
  const quoted = escapeXml(`'${name.replaceAll("'", "''")}'`)
  return `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${office}"><sheets>\
<sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets><definedNames>\
<definedName name="_xlnm.Print_Titles" localSheetId="0">${quoted}!$${headerRow}:$${headerRow}</definedName></definedNames></workbook>`
}

function styles(layout: SheetLayout): string {
  const cellStyles = stylesOf(layout)
  // Number format ids below 164 are reserved by Excel.
  const numberFormats = cellStyles.map(
    (style, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(style.slice(style.indexOf(':') + 1))}"/>`,
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
<fonts count="3">${font('')}${font('<b/>')}${font('<b/>', 16)}</fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFF3F1EB"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="3">${border('', '')}${border('', line('bottom', 'FFC9C3B6'))}${border(line('top', 'FF1C2126'), '')}</borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function font(weight: string, size = 11): string {
  return `<font>${weight}<sz val="${size}"/><color rgb="FF1C2126"/><name val="맑은 고딕"/><family val="2"/><charset val="129"/></font>`
}

function border(top: string, bottom: string): string {
  return `<border><left/><right/>${top || '<top/>'}${bottom || '<bottom/>'}<diagonal/></border>`
}

function line(side: 'top' | 'bottom', color: string): string {
  return `<${side} style="thin"><color rgb="${color}"/></${side}>`
}
