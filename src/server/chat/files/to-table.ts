import { setImmediate } from 'node:timers/promises'
import { isDate } from '#contract/records/is-date.ts'
import type { AttachedTable } from '#domain/chat/attached-table.ts'
import { readNumber } from '#domain/entry/number-entry.ts'
import { isEmptyEntry, plainEntry } from '#domain/entry/plain-entry.ts'
import { isTotalRow } from '#domain/sheets/total-row.ts'
import { readWon } from '#domain/money/won.ts'
import type { ReadCell, SheetHead } from '../../documents/xlsx/sheet.ts'

type Cell = string | number | null
type ColumnType = AttachedTable['columns'][number]['type']

/**
 * Finds the titles of rows as read and gives every column one type. Titles are in the row with the
 * most words among the first ones.
 */
export async function toTable(name: string, read: readonly (readonly ReadCell[])[]): Promise<AttachedTable> {
  const header = headerOf(read)
  const titles = read[header] ?? []
  const found = await mapInTurns(read.slice(header + 1), (row) => ({ row, kind: kindOfRow(row) }))
  const filled = found.filter(({ kind }) => kind !== 'empty')
  const below = filled.filter(({ kind }) => kind === 'data').map(({ row }) => row)
  const width = below.reduce((widest, row) => Math.max(widest, row.length), titles.length)
  const columns: (AttachedTable['columns'][number] & { readonly cells: readonly Cell[] })[] = []
  for (let at = 0; at < width; at += 1) {
    const values = await mapInTurns(below, (row) => plainCell(row[at] ?? null))
    const title = plainCell(titles[at] ?? null)
    const type = typeOf(await mapInTurns(values, typeOfCell), String(title ?? ''))
    columns.push({
      name: title === null ? `${at + 1}열` : String(title).slice(0, 200),
      type,
      cells: await mapInTurns(values, (cell) => typedCell(cell, type)),
    })
  }
  return {
    name,
    columns: columns.map(({ name: title, type }) => ({ name: title, type })),
    totals: filled.length - below.length,
    rows: await mapInTurns(below, (_, row) => columns.map(({ cells }) => cells[row] ?? null)),
  }
}

/**
 * Like `map`, with a pause after each thousand: a file may have millions of cells, and the thread
 * serves everybody.
 */
export async function mapInTurns<From, To>(
  all: readonly From[],
  toOne: (one: From, index: number) => To,
): Promise<To[]> {
  const results: To[] = []
  for (const [index, one] of all.entries()) {
    if (index % 1000 === 999) await setImmediate()
    results.push(toOne(one, index))
  }
  return results
}

function kindOfRow(row: readonly ReadCell[]): 'empty' | 'total' | 'data' {
  if (row.every((cell) => plainCell(cell) === null)) return 'empty'
  return isTotalRow(row.map(wordIn)) ? 'total' : 'data'
}

/**
 * How much a sheet looks like a table: its number of titles, if rows follow them. The best sheet of
 * a workbook is read.
 */
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
  const maxColumns = Math.max(0, ...counts)
  return maxColumns === 0 ? -1 : counts.indexOf(maxColumns)
}

function isTitle(cell: ReadCell): boolean {
  return typeof cell === 'string' && cell.trim() !== '' && numberIn(cell) === undefined && dayOf(cell) === null
}

function plainCell(cell: ReadCell): Cell {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return cell.trim() === '' ? null : cell.normalize('NFC').trim()
  if ('broken' in cell) return cell.broken
  if ('day' in cell) return cell.day ?? cell.shown
  return Number(cell.shown.replace(/[^\d.-]/g, '')) === cell.n && !/^0\d/.test(cell.shown) ? cell.n : cell.shown
}

/** The text of a cell; null for amounts, which do not tell a total row from others. */
function wordIn(cell: ReadCell): string | null {
  const plain = plainCell(cell)
  return typeof plain === 'string' && numberIn(plain) === undefined ? plain : null
}

/**
 * A column is numeric if most cells are: a single 미정 among amounts stays and is left out of sums.
 */
function typeOf(types: readonly ColumnType[], title: string): ColumnType {
  const filled = types.filter((type) => type !== 'empty')
  if (filled.length === 0) return 'empty'
  const numbers = filled.filter((type) => type === 'number').length
  if (numbers === filled.length || (numbers * 3 >= filled.length * 2 && !namesThings.test(title))) return 'number'
  return filled.every((type) => type === 'date') ? 'date' : 'text'
}

function typeOfCell(value: Cell): ColumnType {
  if (value === null || isEmptyEntry(plainEntry(String(value)))) return 'empty'
  if (typeof value === 'number' || numberIn(value) !== undefined) return 'number'
  return dayOf(value) === null ? 'text' : 'date'
}

const namesThings = /번호|연락처|전화|계좌|지번|동호|호수|코드|우편|no\.?$/i

function typedCell(value: Cell, type: ColumnType): Cell {
  if (value === null || isEmptyEntry(plainEntry(String(value)))) return null
  if (type === 'number') return typeof value === 'number' ? value : (numberIn(value) ?? value)
  return type === 'date' ? dayOf(String(value)) : String(value)
}

/**
 * Reads an amount, with (500) and △300 as negative. Text that begins with 0 or has more digits than
 * any sum is not an amount but a phone or account number.
 */
function numberIn(text: string): number | undefined {
  const plain = plainEntry(text)
  if (/^0\d/.test(plain) || plain.startsWith('=') || plain.replace(/\D/g, '').length > 12) return undefined
  const won = readWon(plain)
  const read = won.ok ? won : readNumber(plain)
  return read.ok && read.value !== null ? read.value : undefined
}

function dayOf(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?$/.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(written) ? written : null
}
