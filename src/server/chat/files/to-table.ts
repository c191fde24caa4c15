import { isDate } from '#contract/is-date.ts'
import type { AttachedTable } from '#domain/chat/attached-table.ts'
import type { ReadCell, SheetHead } from '../../documents/xlsx/sheet.ts'

type Cell = string | number | null
type ColumnType = AttachedTable['columns'][number]['type']

/** Rows as they were read, with their titles found and every column of one type. Titles stand in the first of the fullest rows of words at the top. */
export function toTable(name: string, read: readonly (readonly ReadCell[])[]): AttachedTable {
  const header = headerOf(read)
  const titles = read[header] ?? []
  const below = read.slice(header + 1).filter((row) => row.some((cell) => plainCell(cell) !== null))
  const width = below.reduce((widest, row) => Math.max(widest, row.length), titles.length)
  const columns = Array.from({ length: width }, (_, at) => {
    const values = below.map((row) => plainCell(row[at] ?? null))
    const type = typeOf(values)
    const title = plainCell(titles[at] ?? null)
    return {
      name: title === null ? `${at + 1}열` : String(title).slice(0, 200),
      type,
      cells: values.map((cell) => typed(cell, type)),
    }
  })
  return {
    name,
    columns: columns.map(({ name: title, type }) => ({ name: title, type })),
    rows: below.map((_, row) => columns.map(({ cells }) => cells[row] ?? null)),
  }
}

/** How much like a table a sheet is: its titles, where rows follow them. The best one of a workbook is read. */
export function titleCount({ rows, filledRows }: SheetHead): number {
  const header = headerOf(rows)
  const titles = (rows[header] ?? []).filter((cell) => isTitle(cell)).length
  const above = rows.slice(0, header + 1).filter((row) => row.some((cell) => plainCell(cell) !== null)).length
  return filledRows > above ? titles : 0
}

const searchedRows = 20

/** -1: there are no titles, every row is data. */
function headerOf(read: readonly (readonly ReadCell[])[]): number {
  const counts = read.slice(0, searchedRows).map((row) => row.filter((cell) => isTitle(cell)).length)
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

function isTitle(cell: ReadCell): boolean {
  return typeof cell === 'string' && cell.trim() !== '' && !amount.test(cell.trim()) && dayOf(cell) === null
}

function plainCell(cell: ReadCell): Cell {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return cell.trim() === '' ? null : cell.normalize('NFC').trim()
  if ('broken' in cell) return cell.broken
  if ('day' in cell) return cell.day ?? cell.shown
  return Number(cell.shown.replace(/[^\d.-]/g, '')) === cell.n && !/^0\d/.test(cell.shown) ? cell.n : cell.shown
}

function typeOf(values: readonly Cell[]): ColumnType {
  const filled = values.filter((value) => value !== null)
  if (filled.length === 0) return 'empty'
  if (filled.every((value) => typeof value === 'number' || amount.test(value))) return 'number'
  return filled.every((value) => typeof value === 'string' && dayOf(value) !== null) ? 'date' : 'text'
}

function typed(value: Cell, type: ColumnType): Cell {
  if (value === null) return null
  if (type === 'number') return typeof value === 'number' ? value : Number(value.replace(/[,\s원]/g, ''))
  return type === 'date' ? dayOf(String(value)) : String(value)
}

/** Not what begins with 0 or has more digits than any sum: telephones and accounts stay text. */
const amount = /^-?(?:\d|[1-9]\d{0,11}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.\d{1,6})?\s?원?$/

function dayOf(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?$/.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(written) ? written : null
}
