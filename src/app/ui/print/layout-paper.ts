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

function block(drawn: PaperBlock): HTMLElement[] {
  if (drawn.kind === 'table') return [table(drawn, null)]
  return [element('h2', drawn.title), drawn.kind === 'bars' ? bars(drawn) : entries(drawn)]
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
  const drawn = element('table', '')
  drawn.style.fontSize = `${fit.font}pt`
  drawn.append(widths(fit.widths), header(columns, top))
  const body = element('tbody', '')
  const pattern = line(columns)
  for (const cells of rows) body.append(filled(pattern, cells))
  if (total) {
    const last = fitsOneLine(total, fit) ? filled(pattern, total) : totalInWords(columns, total)
    last.dataset['total'] = ''
    body.append(last)
  }
  drawn.append(body)
  return drawn
}

function widths(shares: readonly number[]): HTMLElement {
  const group = element('colgroup', '')
  const all = shares.reduce((sum, one) => sum + one, 0)
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
    group.append(rowOf([cell]))
  }
  const names = rowOf(columns.map(({ label, align }) => aligned(element('th', label), align)))
  names.dataset['columns'] = ''
  group.append(names)
  return group
}

/** An empty row, cloned for every record. */
function line(columns: PaperTable['columns']): HTMLTableRowElement {
  return rowOf(
    columns.map(({ align, isUnbroken }) => {
      const cell = aligned(element('td', ''), align)
      if (isUnbroken) cell.dataset['whole'] = ''
      return cell
    }),
  )
}

function filled(pattern: HTMLTableRowElement, cells: readonly string[]): HTMLTableRowElement {
  const row = pattern.cloneNode(true) as HTMLTableRowElement
  for (const [at, text] of cells.entries()) row.cells[at]?.append(...withUnbrokenMarks(text))
  return row
}

/** A totals line that spans the whole width. */
function totalInWords(columns: PaperTable['columns'], total: readonly string[]): HTMLTableRowElement {
  const cell = element('td', totalWords(columns, total))
  cell.colSpan = columns.length
  return rowOf([cell])
}

function bars({ bars: drawn }: PaperBars): HTMLElement {
  const longest = Math.max(1, ...drawn.map(({ value }) => value))
  const rows = drawn.map(({ label, value, text }) => {
    const cell = element('td', '')
    cell.append(bar(Math.max(0, value) / longest))
    return rowOf([element('td', label), cell, aligned(element('td', text), 'end')])
  })
  return tableOf(rows, [30, 50, 20])
}

/** An SVG, because printers that save ink drop backgrounds. */
function bar(share: number): SVGElement {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 100 8')
  drawing.setAttribute('preserveAspectRatio', 'none')
  drawing.setAttribute('data-bar', '')
  const length = document.createElementNS(svg, 'rect')
  length.setAttribute('width', String(share * 100))
  length.setAttribute('height', '8')
  length.setAttribute('fill', '#444')
  drawing.append(length)
  return drawing
}

const svg = 'http://www.w3.org/2000/svg'

function entries({ entries: drawn, columnCount }: PaperEntries): HTMLElement {
  const cells = drawn.map(({ label, text }) => {
    const [name, value] = [element('th', label), element('td', text)]
    name.dataset['label'] = ''
    value.dataset['wraps'] = ''
    return [name, value]
  })
  const rows = cells.flatMap((_, at) =>
    at % columnCount === 0 ? [rowOf(cells.slice(at, at + columnCount).flat())] : [],
  )
  return tableOf(rows, columnCount === 1 ? [30, 70] : [15, 35, 15, 35])
}

function tableOf(rows: readonly HTMLElement[], shares: readonly number[]): HTMLElement {
  const drawn = element('table', '')
  const body = element('tbody', '')
  body.append(...rows)
  drawn.append(widths(shares), body)
  return drawn
}

function rowOf(cells: readonly HTMLElement[]): HTMLTableRowElement {
  const row = element('tr', '')
  row.append(...cells)
  return row
}

function aligned<One extends HTMLElement>(cell: One, align: string): One {
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
  return splitAtMarks(text).map((piece, at) => {
    if (at % 2 === 0) return piece
    const whole = document.createElement('span')
    whole.dataset['mark'] = ''
    whole.append(piece)
    return whole
  })
}

/**
 * Totals as one line, for figures wider than their columns: `합계 · 보수료 1,234,567,890 · 부가세
 * 123,456,789`.
 */
export function totalWords(columns: readonly Pick<PaperColumn, 'label'>[], total: readonly string[]): string {
  const [name = '', ...sums] = total
  const sumTexts = sums.flatMap((sum, at) => (sum === '' ? [] : [`${columns[at + 1]?.label ?? ''} ${sum}`]))
  return [name, ...sumTexts].join(' · ')
}
