import { setImmediate } from 'node:timers/promises'
import { problem } from '#contract/problem.ts'
import { importLimits } from '#contract/records/excel-import.ts'
import { isDate } from '#contract/records/values.ts'
import type { AttachedTable } from '#domain/chat/knowledge.ts'
import { isEmptyEntry, normalizeEntry, parseNumberEntry } from '#domain/entry/number-entry.ts'
import { parseWon } from '#domain/money/won.ts'
import { isTotalRow } from '#domain/sheets/record-sheet.ts'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { decodeText } from '#server/documents/decode-text.ts'
import type { ParsedCell, SheetHead } from '#server/documents/xlsx/sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'

type FileCell = string | number | null
type ColumnType = AttachedTable['columns'][number]['type']

/**
 * Finds the titles of rows as read and gives every column one type. Titles are in the row with the
 * most words among the first ones.
 */
export async function toTable(name: string, rows: readonly (readonly ParsedCell[])[]): Promise<AttachedTable> {
  const header = findHeader(rows)
  const titles = rows[header] ?? []
  const classified = await mapWithPauses(rows.slice(header + 1), (row) => ({ row, kind: classifyRow(row) }))
  const nonEmpty = classified.filter(({ kind }) => kind !== 'empty')
  const dataRows = nonEmpty.filter(({ kind }) => kind === 'data').map(({ row }) => row)
  const width = dataRows.reduce((widest, row) => Math.max(widest, row.length), titles.length)
  const columns: (AttachedTable['columns'][number] & { readonly cells: readonly FileCell[] })[] = []
  for (let column = 0; column < width; column += 1) {
    const values = await mapWithPauses(dataRows, (row) => plainCell(row[column] ?? null))
    const title = plainCell(titles[column] ?? null)
    const type = detectType(await mapWithPauses(values, detectCellType), String(title ?? ''))
    columns.push({
      name: title === null ? `${column + 1}열` : String(title).slice(0, 200),
      type,
      cells: await mapWithPauses(values, (cell) => toTypedCell(cell, type)),
    })
  }
  return {
    name,
    columns: columns.map(({ name: title, type }) => ({ name: title, type })),
    totals: nonEmpty.length - dataRows.length,
    rows: await mapWithPauses(dataRows, (_, row) => columns.map(({ cells }) => cells[row] ?? null)),
  }
}

/**
 * Like `map`, with a pause after each thousand: a file may have millions of cells, and the thread
 * serves everybody.
 */
export async function mapWithPauses<From, To>(
  items: readonly From[],
  toOne: (item: From, index: number) => To,
): Promise<To[]> {
  const results: To[] = []
  for (const [index, item] of items.entries()) {
    if (index % 1000 === 999) await setImmediate()
    results.push(toOne(item, index))
  }
  return results
}

function classifyRow(row: readonly ParsedCell[]): 'empty' | 'total' | 'data' {
  if (row.every((cell) => plainCell(cell) === null)) return 'empty'
  return isTotalRow(row.map(getWord)) ? 'total' : 'data'
}

/**
 * How much a sheet looks like a table: its number of titles, if rows follow them. The best sheet of
 * a workbook is read.
 */
export function countTitles({ rows, filledRows }: SheetHead): number {
  const header = findHeader(rows)
  const titles = (rows[header] ?? []).filter((cell) => isTitle(cell)).length
  const above = rows.slice(0, header + 1).filter((row) => row.some((cell) => plainCell(cell) !== null)).length
  return filledRows > above ? titles : 0
}

const searchedRows = 20

/** -1: there are no titles, every row is data. */
function findHeader(rows: readonly (readonly ParsedCell[])[]): number {
  const counts = rows.slice(0, searchedRows).map((row) => row.filter((cell) => isTitle(cell)).length)
  const maxColumns = Math.max(0, ...counts)
  return maxColumns === 0 ? -1 : counts.indexOf(maxColumns)
}

function isTitle(cell: ParsedCell): boolean {
  return typeof cell === 'string' && cell.trim() !== '' && parseNumber(cell) === undefined && parseDay(cell) === null
}

function plainCell(cell: ParsedCell): FileCell {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return cell.trim() === '' ? null : cell.normalize('NFC').trim()
  if ('broken' in cell) return cell.broken
  if ('day' in cell) return cell.day ?? cell.shown
  return Number(cell.shown.replace(/[^\d.-]/g, '')) === cell.n && !/^0\d/.test(cell.shown) ? cell.n : cell.shown
}

/** The text of a cell; null for amounts, which do not tell a total row from others. */
function getWord(cell: ParsedCell): string | null {
  const plainValue = plainCell(cell)
  return typeof plainValue === 'string' && parseNumber(plainValue) === undefined ? plainValue : null
}

/**
 * A column is numeric if most cells are: a single 미정 among amounts stays and is left out of sums.
 */
function detectType(types: readonly ColumnType[], title: string): ColumnType {
  const filled = types.filter((type) => type !== 'empty')
  if (filled.length === 0) return 'empty'
  const numbers = filled.filter((type) => type === 'number').length
  if (numbers === filled.length || (numbers * 3 >= filled.length * 2 && !nonAmountTitle.test(title))) return 'number'
  return filled.every((type) => type === 'date') ? 'date' : 'text'
}

function detectCellType(value: FileCell): ColumnType {
  if (value === null || isEmptyEntry(normalizeEntry(String(value)))) return 'empty'
  if (typeof value === 'number' || parseNumber(value) !== undefined) return 'number'
  return parseDay(value) === null ? 'text' : 'date'
}

const nonAmountTitle = /번호|연락처|전화|계좌|지번|동호|호수|코드|우편|no\.?$/i

function toTypedCell(value: FileCell, type: ColumnType): FileCell {
  if (value === null || isEmptyEntry(normalizeEntry(String(value)))) return null
  if (type === 'number') return typeof value === 'number' ? value : (parseNumber(value) ?? value)
  return type === 'date' ? parseDay(String(value)) : String(value)
}

/**
 * Reads an amount, with (500) and △300 as negative. Text that begins with 0 or has more digits than
 * any sum is not an amount but a phone or account number.
 */
function parseNumber(text: string): number | undefined {
  const plainValue = normalizeEntry(text)
  if (/^0\d/.test(plainValue) || plainValue.startsWith('=') || plainValue.replace(/\D/g, '').length > 12)
    return undefined
  const won = parseWon(plainValue)
  const result = won.ok ? won : parseNumberEntry(plainValue)
  return result.ok && result.value !== null ? result.value : undefined
}

function parseDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?$/.exec(text) ?? []
  const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(isoDay) ? isoDay : null
}

/**
 * The lines of a text as cells: a table if tabs or commas split every line into equally many,
 * otherwise one cell per line under a title.
 */
export function readChatText(bytes: Uint8Array): ParsedCell[][] {
  const text = decodeText(bytes)?.replace(/^\ufeff/, '')
  if (text === undefined) throw new HttpProblem(problem('unsupported_file', { message: unreadable }))
  if (text.trim() === '') throw new HttpProblem(problem('refused', { message: '파일에 내용이 없습니다.' }))
  const table = ['\t', ','].map((delimiter) => splitByDelimiter(text, delimiter)).find((rows) => rows !== null)
  if (table) return table
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return [['내용'], ...lines.map((line) => [line])]
}

const unreadable = '글자를 읽을 수 없는 파일입니다. 텍스트 파일(.txt)로 다시 저장한 뒤 올려 주세요.'

function splitByDelimiter(text: string, delimiter: string): string[][] | null {
  if (!text.includes(delimiter)) return null
  const rows = readDelimited(text, delimiter)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.length > 1 || row[0] !== '')
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2 || width > importLimits.maxColumns) return null
  return rows.every((row) => row.length === width) ? rows : null
}
