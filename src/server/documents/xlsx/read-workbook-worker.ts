import { parentPort, workerData } from 'node:worker_threads'
import * as XLSX from '@e965/xlsx'
import { dayOfExcelSerial, timeOfExcelSerial } from '#domain/excel-day.ts'
import type { ReadCell, ReadSheet } from './sheet.ts'
import type { ReadLimits } from './read-workbook.ts'

const port = parentPort
if (port === null) throw new Error('read-workbook-worker runs in a worker thread only')

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: ReadLimits }

// Old .xls files (Excel 95) keep Korean text in code page 949; the tables are large and nothing else needs them.
const isOle = bytes[0] === 0xd0
if (isOle) XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))

try {
  port.postMessage({ type: 'sheet', sheet: readFirstSheet() })
} catch (error) {
  port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}

/** The first sheet that is visible and not empty. Formulas, HTML and macros are not even looked at; a formula's stored result is its value. */
function readFirstSheet(): ReadSheet | null {
  const book = XLSX.read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellDates: false,
    bookVBA: false,
    sheetRows: limits.maxRows + 1,
  })
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  for (const [index, name] of book.SheetNames.entries()) {
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) continue
    const sheet = book.Sheets[name]
    if (sheet?.['!ref'] === undefined) continue
    const rows = readRows(sheet, is1904)
    if (rows.some((row) => row.length > 0)) return { name, rows, isCut: rows.length > limits.maxRows }
  }
  return null
}

function readRows(sheet: XLSX.WorkSheet, is1904: boolean): ReadCell[][] {
  const rows: ReadCell[][] = []
  for (const [index, cells] of (sheet['!data'] ?? []).entries()) {
    rows[index] = withoutTail((cells ?? []).slice(0, limits.maxColumns), is1904)
  }
  for (let index = 0; index < rows.length; index += 1) rows[index] ??= []
  spreadMergedText(rows, sheet['!merges'] ?? [])
  return rows
}

function withoutTail(cells: readonly (XLSX.CellObject | undefined)[], is1904: boolean): ReadCell[] {
  const row = Array.from(cells, (cell) => readCell(cell, is1904))
  while (row.length > 0 && row.at(-1) === null) row.pop()
  return row
}

function readCell(cell: XLSX.CellObject | undefined, is1904: boolean): ReadCell {
  if (cell === undefined) return null
  const { v: value } = cell
  if (cell.t === 's' && typeof value === 'string') return value.slice(0, limits.maxCellLength + 1) || null
  if (cell.t === 'n' && typeof value === 'number') return readNumber(cell, value, is1904)
  if (cell.t === 'b') return { broken: value === true ? 'TRUE' : 'FALSE' }
  if (cell.t === 'e') return { broken: cell.w ?? '#VALUE!' }
  return null
}

function readNumber(cell: XLSX.CellObject, value: number, is1904: boolean): ReadCell {
  const shown = (cell.w ?? String(value)).trim()
  if (typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)) {
    const time = timeOfExcelSerial(value)
    return { day: dayOfExcelSerial(value, is1904), shown, ...(time !== null && { time }) }
  }
  // What is shown matters where it is more than the digits: 00123 in a column formatted so.
  const isPlain = cell.z === 'General' || cell.z === undefined || shown.replaceAll(',', '') === String(value)
  return isPlain ? value : { n: value, shown }
}

/** People merge the cells of one section over its rows; each row is then meant to have it. Only text: merged money is one amount, not many. */
function spreadMergedText(rows: ReadCell[][], merges: readonly XLSX.Range[]): void {
  for (const { s: start, e: end } of merges) {
    const value = rows[start.r]?.[start.c]
    if (typeof value !== 'string' || start.c !== end.c) continue
    for (let index = start.r + 1; index <= Math.min(end.r, rows.length - 1); index += 1) {
      const row = rows[index]
      if (row === undefined || row.length === 0) continue
      while (row.length <= start.c) row.push(null)
      row[start.c] ??= value
    }
  }
}
