import * as XLSX from '@e965/xlsx'
import { parseExcelDay, parseExcelTime } from '#domain/dates/office-date.ts'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { readText } from '../decode-text.ts'
import type { ReadLimits } from './read-workbook.ts'
import type { MergedCells, ParsedCell } from './sheet.ts'

interface ReadCellsOptions extends ReadLimits {
  readonly is1904: boolean
  /** Maximum rows to read. */
  readonly limit: number
}

/** The rows of a parsed sheet. */
export function readCells(sheet: XLSX.WorkSheet, options: ReadCellsOptions): ParsedCell[][] {
  const rows: ParsedCell[][] = []
  const data = sheet['!data'] ?? []
  for (let index = 0; index < Math.min(data.length, options.limit); index += 1) {
    rows.push(readRow((data[index] ?? []).slice(0, options.maxColumns), options))
  }
  fillMergedCells(rows, sheet['!merges'] ?? [])
  return rows
}

/** More merged ranges than any real table has; an untrusted file may contain any number. */
const maxMerges = 20_000

/**
 * The merged ranges in which `readCells` copies the first cell down, in ascending order of rows.
 */
export function listMergedCells(sheet: XLSX.WorkSheet): readonly MergedCells[] {
  return (sheet['!merges'] ?? [])
    .slice(0, maxMerges)
    .filter(({ s: start, e: end }) => start.c === end.c && end.r > start.r)
    .map((range) => ({
      column: range.s.c,
      firstRow: range.s.r,
      lastRow: range.e.r,
      range: XLSX.utils.encode_range(range),
    }))
    .toSorted((a, b) => a.firstRow - b.firstRow)
}

function readRow(cells: readonly (XLSX.CellObject | undefined)[], options: ReadCellsOptions): ParsedCell[] {
  const row = Array.from(cells, (cell) => readCell(cell, options))
  while (row.length > 0 && row.at(-1) === null) row.pop()
  return row
}

function readCell(cell: XLSX.CellObject | undefined, { is1904, maxCellLength }: ReadCellsOptions): ParsedCell {
  if (cell === undefined) return null
  const { v: value } = cell
  if (cell.t === 's' && typeof value === 'string') return value.slice(0, maxCellLength + 1) || null
  if (cell.t === 'n' && typeof value === 'number') return readNumber(cell, value, is1904)
  if (cell.t === 'b') return { broken: value === true ? 'TRUE' : 'FALSE' }
  if (cell.t === 'e') return { broken: cell.w ?? '#VALUE!' }
  return null
}

function readNumber(cell: XLSX.CellObject, stored: number, is1904: boolean): ParsedCell {
  if (!Number.isFinite(stored)) return { broken: '#NUM!' }
  // Excel shows fifteen digits of its binary result: 0.1 + 0.2 is 0.3.
  const value = Number(stored.toPrecision(15))
  const shown = (cell.w ?? String(value)).trim()
  if (typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)) {
    const time = parseExcelTime(value)
    return { day: parseExcelDay(value, is1904), shown, ...(time !== null && { time }) }
  }
  // The displayed text matters when it differs from the digits: 00123 in a padded column.
  const isPlain = cell.z === 'General' || cell.z === undefined || shown.replaceAll(',', '') === String(value)
  return isPlain ? value : { n: value, shown }
}

/**
 * Users merge a column over the rows of a section; each row then gets the text or date. A number
 * may be one amount for all rows, so it is only marked as merged and the field decides.
 */
function fillMergedCells(rows: ParsedCell[][], merges: readonly XLSX.Range[]): void {
  for (const range of merges) {
    const { s: start, e: end } = range
    const value = rows[start.r]?.[start.c]
    if (value === undefined || value === null || start.c !== end.c) continue
    const copy = toMergedCell(value, XLSX.utils.encode_range(range))
    for (let index = start.r + 1; index <= Math.min(end.r, rows.length - 1); index += 1) {
      const row = rows[index]
      if (row === undefined || row.length === 0) continue
      while (row.length <= start.c) row.push(null)
      row[start.c] ??= copy
    }
  }
}

function toMergedCell(value: NonNullable<ParsedCell>, merged: string): ParsedCell {
  if (typeof value === 'number') return { n: value, shown: String(value), merged }
  return typeof value === 'object' && 'n' in value ? { ...value, merged } : value
}

/** Text files that card companies and courts send with the extension .xls. */
type TextWorkbook = ({ readonly book: XLSX.WorkBook } | { readonly rows: readonly (readonly string[])[] }) & {
  readonly encoding: string
}

/**
 * Opens an HTML page, a SpreadsheetML workbook of Excel 2003, or lines of cells separated by tabs
 * or commas. Throws when it is none of them. Never fetches references or expands scripts or custom
 * entities. Every HTML cell is text; numbers and dates are interpreted by the target field.
 */
export function openText(bytes: Uint8Array, options: XLSX.ParsingOptions): TextWorkbook {
  const decoded = readText(bytes)
  if (decoded === null) throw new Error('no text')
  const { encoding } = decoded
  const text = decoded.text.replace(/^\ufeff/, '').trimStart()
  if (!text.startsWith('<')) return { encoding, rows: readDelimitedRows(text) }
  const markup = withoutComments(text)
  if (/<(?:\w+:)?Workbook[\s>]/.test(markup.slice(0, maxSearchedChars)))
    return { encoding, book: XLSX.read(markup, { ...options, type: 'string' }) }
  return { encoding, book: XLSX.read(keepTables(markup), { ...options, type: 'string', raw: true }) }
}

/**
 * Characters to search for the root element, after a declaration and a processing instruction for
 * Excel.
 */
const maxSearchedChars = 4000

/** Removes comments in one pass. An unclosed one extends to the end, as in browsers. */
function withoutComments(markup: string): string {
  return markup.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
}

/** Keeps the tags by which the parser recognizes HTML. */
function keepTables(markup: string): string {
  const withoutScripts = markup.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
  const start = withoutScripts.search(/<table[\s>]/i)
  if (start < 0) throw new Error('no table')
  return `<html>${withoutScripts.slice(start).replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, decodeEntity)}`
}

/** Decodes numeric entities, which the parser does not support. Markup characters stay escaped. */
function decodeEntity(entity: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code < 0x20 || code > 0x10ffff || '<>&'.includes(String.fromCodePoint(code))
    ? entity
    : String.fromCodePoint(code)
}

function readDelimitedRows(text: string): readonly (readonly string[])[] {
  // A web archive, an e-mail, RTF or PDF is not a table.
  if (/^(?:MIME-Version|From|Content-Type):|^\{\\rtf|^%PDF/i.test(text)) throw new Error('no table')
  const headSeparator = ['\t', ',', ';'].find(
    (separator) => (readDelimited(text.slice(0, maxSearchedChars), separator)[0]?.length ?? 0) > 1,
  )
  // The header may be below a heading, so the separator is the first one used anywhere.
  const chosenSeparator = headSeparator ?? ['\t', ',', ';'].find((separator) => text.includes(separator))
  if (chosenSeparator === undefined) throw new Error('no table')
  return readDelimited(text, chosenSeparator)
}
