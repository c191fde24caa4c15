import './paper.css'
import { splitAtMarks } from '#domain/text/company-marks.ts'
import { fitsOneLine } from './fit-columns.ts'
import type { Paper, PaperBars, PaperBlock, PaperEntries, PaperTable, PaperColumn } from './paper.ts'

/**
 * Renders a print as plain tables, which browsers split into pages with repeated headers. Built
 * with the DOM instead of React, because thousands of rows must appear at once and never change.
 */
export function layoutPaper(paper: Paper): HTMLElement {
  const sheet = element('div', '')
  sheet.dataset['paper'] = paper.orientation
  sheet.lang = 'ko'
  const [first, ...others] = paper.blocks
  if (first?.kind === 'table') sheet.append(table(first, head(paper)))
  else sheet.append(head(paper), ...(first ? block(first) : []))
  sheet.append(...others.flatMap(block))
  return sheet
}

function block(content: PaperBlock): HTMLElement[] {
  if (content.kind === 'table') return [table(content, null)]
  return [element('h2', content.title), content.kind === 'bars' ? bars(content) : entries(content)]
}

/** Title, who prints and when, and the lines below. */
function head({ title, printed, subtitleLines }: Paper): HTMLElement {
  const top = element('div', '')
  top.dataset['head'] = ''
  const named = element('div', '')
  named.dataset['title'] = ''
  named.append(element('strong', title), element('span', printed))
  top.append(named, ...subtitleLines.map((fact) => element('div', fact)))
  return top
}

function table({ columns, fit, rows, total }: PaperTable, top: HTMLElement | null): HTMLElement {
  const content = element('table', '')
  content.style.fontSize = `${fit.font}pt`
  content.append(widths(fit.widths), header(columns, top))
  const body = element('tbody', '')
  const pattern = line(columns)
  for (const cells of rows) body.append(fillRow(pattern, cells))
  if (total) {
    const last = fitsOneLine(total, fit) ? fillRow(pattern, total) : writtenTotalRow(columns, total)
    last.dataset['total'] = ''
    body.append(last)
  }
  content.append(body)
  return content
}

function widths(shares: readonly number[]): HTMLElement {
  const group = element('colgroup', '')
  const all = shares.reduce((sum, share) => sum + share, 0)
  for (const share of shares) {
    const column = element('col', '')
    column.style.width = `${(share / all) * 100}%`
    group.append(column)
  }
  return group
}

function header(columns: PaperTable['columns'], top: HTMLElement | null): HTMLElement {
  const group = element('thead', '')
  if (top) {
    const cell = element('td', '')
    cell.colSpan = columns.length
    cell.dataset['head'] = ''
    cell.append(top)
    group.append(buildRow([cell]))
  }
  const names = buildRow(columns.map(({ label, align }) => alignCell(element('th', label), align)))
  names.dataset['columns'] = ''
  group.append(names)
  return group
}

/** An empty row, cloned for every record. */
function line(columns: PaperTable['columns']): HTMLTableRowElement {
  return buildRow(
    columns.map(({ align, isUnbroken }) => {
      const cell = alignCell(element('td', ''), align)
      if (isUnbroken) cell.dataset['whole'] = ''
      return cell
    }),
  )
}

function fillRow(pattern: HTMLTableRowElement, cells: readonly string[]): HTMLTableRowElement {
  const row = pattern.cloneNode(true) as HTMLTableRowElement
  for (const [at, text] of cells.entries()) row.cells[at]?.append(...withUnbrokenMarks(text))
  return row
}

/** A totals line that spans the whole width. */
function writtenTotalRow(columns: PaperTable['columns'], total: readonly string[]): HTMLTableRowElement {
  const cell = element('td', totalText(columns, total))
  cell.colSpan = columns.length
  return buildRow([cell])
}

function bars({ bars: content }: PaperBars): HTMLElement {
  const longest = Math.max(1, ...content.map(({ value }) => value))
  const rows = content.map(({ label, value, text }) => {
    const cell = element('td', '')
    cell.append(bar(Math.max(0, value) / longest))
    return buildRow([element('td', label), cell, alignCell(element('td', text), 'end')])
  })
  return buildTable(rows, [30, 50, 20])
}

/** An SVG, because printers that save ink drop backgrounds. */
function bar(share: number): SVGElement {
  const svgElement = document.createElementNS(svg, 'svg')
  svgElement.setAttribute('viewBox', '0 0 100 8')
  svgElement.setAttribute('preserveAspectRatio', 'none')
  svgElement.setAttribute('data-bar', '')
  const length = document.createElementNS(svg, 'rect')
  length.setAttribute('width', String(share * 100))
  length.setAttribute('height', '8')
  length.setAttribute('fill', '#444')
  svgElement.append(length)
  return svgElement
}

const svg = 'http://www.w3.org/2000/svg'

function entries({ entries: content, columnCount }: PaperEntries): HTMLElement {
  const cells = content.map(({ label, text }) => {
    const [name, value] = [element('th', label), element('td', text)]
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
  const content = element('table', '')
  const body = element('tbody', '')
  body.append(...rows)
  content.append(widths(shares), body)
  return content
}

function buildRow(cells: readonly HTMLElement[]): HTMLTableRowElement {
  const row = element('tr', '')
  row.append(...cells)
  return row
}

function alignCell<One extends HTMLElement>(cell: One, align: string): One {
  if (align !== 'start') cell.dataset['align'] = align
  return cell
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (text !== '') created.append(...withUnbrokenMarks(text))
  return created
}

/** Keeps lines from ending within (주). */
function withUnbrokenMarks(text: string): (string | HTMLElement)[] {
  return splitAtMarks(text).map((piece, index) => {
    if (index % 2 === 0) return piece
    const fullText = document.createElement('span')
    fullText.dataset['mark'] = ''
    fullText.append(piece)
    return fullText
  })
}

/**
 * Totals as one line, for figures wider than their columns: `합계 · 보수료 1,234,567,890 · 부가세
 * 123,456,789`.
 */
export function totalText(columns: readonly Pick<PaperColumn, 'label'>[], total: readonly string[]): string {
  const [name = '', ...sums] = total
  const sumTexts = sums.flatMap((sum, index) => (sum === '' ? [] : [`${columns[index + 1]?.label ?? ''} ${sum}`]))
  return [name, ...sumTexts].join(' · ')
}
