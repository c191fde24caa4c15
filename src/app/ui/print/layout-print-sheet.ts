import './print-sheet.css'
import { splitAtMarks } from '#domain/text/company-marks.ts'
import { fitsOneLine } from './fit-columns.ts'
import type { PrintBars, PrintBlock, PrintColumn, PrintEntries, PrintSheet, PrintTable } from './print-sheet.ts'

/**
 * Renders a print as plain tables, which browsers split into pages with repeated headers. Built
 * with the DOM instead of React, because thousands of rows must appear at once and never change.
 */
export function layoutPrintSheet(printSheet: PrintSheet): HTMLElement {
  const sheet = createElement('div', '')
  sheet.dataset['paper'] = printSheet.orientation
  sheet.lang = 'ko'
  const [first, ...otherBlocks] = printSheet.blocks
  if (first?.kind === 'table') sheet.append(buildRecordTable(first, buildHead(printSheet)))
  else sheet.append(buildHead(printSheet), ...(first ? buildBlock(first) : []))
  sheet.append(...otherBlocks.flatMap(buildBlock))
  return sheet
}

function buildBlock(content: PrintBlock): HTMLElement[] {
  if (content.kind === 'table') return [buildRecordTable(content, null)]
  return [createElement('h2', content.title), content.kind === 'bars' ? buildBars(content) : buildEntries(content)]
}

/** Title, who prints and when, and the lines below. */
function buildHead({ title, printed, subtitleLines }: PrintSheet): HTMLElement {
  const top = createElement('div', '')
  top.dataset['head'] = ''
  const titleLine = createElement('div', '')
  titleLine.dataset['title'] = ''
  titleLine.append(createElement('strong', title), createElement('span', printed))
  top.append(titleLine, ...subtitleLines.map((subtitle) => createElement('div', subtitle)))
  return top
}

function buildRecordTable({ columns, fit, rows, sumRows, total }: PrintTable, top: HTMLElement | null): HTMLElement {
  const content = createElement('table', '')
  content.style.fontSize = `${fit.font}pt`
  content.append(buildColumnGroup(fit.widths), buildHeader(columns, top))
  const body = createElement('tbody', '')
  const emptyRow = buildEmptyRow(columns)
  for (const [index, cells] of rows.entries()) {
    const row = fillRow(emptyRow, cells)
    if (sumRows?.has(index)) row.dataset['total'] = ''
    body.append(row)
  }
  if (total) {
    const last = fitsOneLine(total, fit) ? fillRow(emptyRow, total) : buildTotalTextRow(columns, total)
    last.dataset['total'] = ''
    body.append(last)
  }
  content.append(body)
  return content
}

function buildColumnGroup(shares: readonly number[]): HTMLElement {
  const group = createElement('colgroup', '')
  const shareSum = shares.reduce((sum, share) => sum + share, 0)
  for (const share of shares) {
    const column = createElement('col', '')
    column.style.width = `${(share / shareSum) * 100}%`
    group.append(column)
  }
  return group
}

function buildHeader(columns: PrintTable['columns'], top: HTMLElement | null): HTMLElement {
  const group = createElement('thead', '')
  if (top) {
    const cell = createElement('td', '')
    cell.colSpan = columns.length
    cell.dataset['head'] = ''
    cell.append(top)
    group.append(buildRow([cell]))
  }
  const names = buildRow(columns.map(({ label, align }) => alignCell(createElement('th', label), align)))
  names.dataset['columns'] = ''
  group.append(names)
  return group
}

/** An empty row, cloned for every record. */
function buildEmptyRow(columns: PrintTable['columns']): HTMLTableRowElement {
  return buildRow(
    columns.map(({ align, isUnbroken }) => {
      const cell = alignCell(createElement('td', ''), align)
      if (isUnbroken) cell.dataset['whole'] = ''
      return cell
    }),
  )
}

function fillRow(emptyRow: HTMLTableRowElement, cells: readonly string[]): HTMLTableRowElement {
  const row = emptyRow.cloneNode(true) as HTMLTableRowElement
  for (const [index, text] of cells.entries()) row.cells[index]?.append(...withUnbrokenMarks(text))
  return row
}

/** A totals line that spans the whole width. */
function buildTotalTextRow(columns: PrintTable['columns'], total: readonly string[]): HTMLTableRowElement {
  const cell = createElement('td', formatTotals(columns, total))
  cell.colSpan = columns.length
  return buildRow([cell])
}

function buildBars({ bars: content }: PrintBars): HTMLElement {
  const maxValue = Math.max(1, ...content.map(({ value }) => value))
  const rows = content.map(({ label, value, text }) => {
    const cell = createElement('td', '')
    cell.append(buildBar(Math.max(0, value) / maxValue))
    return buildRow([createElement('td', label), cell, alignCell(createElement('td', text), 'end')])
  })
  return buildTable(rows, [30, 50, 20])
}

/** An SVG, because printers that save ink drop backgrounds. */
function buildBar(share: number): SVGElement {
  const svgElement = document.createElementNS(svgNamespace, 'svg')
  svgElement.setAttribute('viewBox', '0 0 100 8')
  svgElement.setAttribute('preserveAspectRatio', 'none')
  svgElement.setAttribute('data-bar', '')
  const rect = document.createElementNS(svgNamespace, 'rect')
  rect.setAttribute('width', String(share * 100))
  rect.setAttribute('height', '8')
  rect.setAttribute('fill', '#444')
  svgElement.append(rect)
  return svgElement
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function buildEntries({ entries: content, columnCount }: PrintEntries): HTMLElement {
  const cells = content.map(({ label, text }) => {
    const [name, value] = [createElement('th', label), createElement('td', text)]
    name.dataset['label'] = ''
    value.dataset['wraps'] = ''
    return [name, value]
  })
  const rows = cells.flatMap((_, index) =>
    index % columnCount === 0 ? [buildRow(cells.slice(index, index + columnCount).flat())] : [],
  )
  return buildTable(rows, columnCount === 1 ? [30, 70] : [15, 35, 15, 35])
}

function buildTable(rows: readonly HTMLElement[], shares: readonly number[]): HTMLElement {
  const content = createElement('table', '')
  const body = createElement('tbody', '')
  body.append(...rows)
  content.append(buildColumnGroup(shares), body)
  return content
}

function buildRow(cells: readonly HTMLElement[]): HTMLTableRowElement {
  const row = createElement('tr', '')
  row.append(...cells)
  return row
}

function alignCell<One extends HTMLElement>(cell: One, align: string): One {
  if (align !== 'start') cell.dataset['align'] = align
  return cell
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (text !== '') created.append(...withUnbrokenMarks(text))
  return created
}

/** Keeps lines from ending within (주). */
function withUnbrokenMarks(text: string): (string | HTMLElement)[] {
  return splitAtMarks(text).map((piece, index) => {
    if (index % 2 === 0) return piece
    const markSpan = document.createElement('span')
    markSpan.dataset['mark'] = ''
    markSpan.append(piece)
    return markSpan
  })
}

/**
 * Totals as one line, for figures wider than their columns: `합계 · 보수료 1,234,567,890 · 부가세
 * 123,456,789`.
 */
export function formatTotals(columns: readonly Pick<PrintColumn, 'label'>[], total: readonly string[]): string {
  const [name = '', ...sums] = total
  const sumTexts = sums.flatMap((sum, index) => (sum === '' ? [] : [`${columns[index + 1]?.label ?? ''} ${sum}`]))
  return [name, ...sumTexts].join(' · ')
}
