import { parentPort, workerData } from 'node:worker_threads'
import * as XLSX from '@e965/xlsx'
import { listMergedCells, openText, readCells } from './read-cells.ts'
import type { ReadLimits } from './read-workbook.ts'
import type { MergedCells, ParsedCell, ParsedSheet, SheetHead } from './sheet.ts'

// Silences the parser: its messages about an untrusted file may contain personal data.
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => undefined

const port = parentPort
if (port === null) throw new Error('read-workbook-worker runs in a worker thread only')

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: ReadLimits }

/** Formulas, HTML and macros are not parsed; the value of a formula is its stored result. */
interface OpenedSheet {
  readonly name: string
  /** Rows that are not empty. */
  readonly filledRows: number
  /** The first `limit` rows as cells. */
  readRows(limit: number): ParsedCell[][]
  readonly merges?: readonly MergedCells[]
  readonly encoding?: 'CP949'
}

/** Maximum rows to search; formulas may continue far below the last row that shows anything. */
const maxSearchedRows = 200_000
/** The first rows are enough to choose a sheet. */
const headRows = 20
const maxSheets = 100
/** Maximum characters per cell in those first rows. */
const maxHeadCellChars = 200
/** Maximum characters of a sheet; 20,000 rows of 20 columns have about eight million. */
const maxSheetChars = 30_000_000

try {
  const sheets = (await openSheets()).filter(({ filledRows }) => filledRows > 0).slice(0, maxSheets)
  port.once('message', (index: number) => {
    const selectedSheet = sheets[index]
    const sheet = selectedSheet ? readSheet(selectedSheet) : null
    port.postMessage(isTooLarge(sheet?.rows ?? []) ? { type: 'too_much' } : { type: 'sheet', sheet })
  })
  port.postMessage({ type: 'sheets', sheets: sheets.map(toHead) })
} catch (error) {
  port.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}

async function openSheets(): Promise<OpenedSheet[]> {
  const options: XLSX.ParsingOptions = {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    cellDates: false,
    bookVBA: false,
    sheetRows: maxSearchedRows,
  }
  const isOle = bytes[0] === 0xd0
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isOle || isZip) {
    // Old .xls files (Excel 95) store Korean text in code page 949. Its tables are large, so they
    // are loaded only here.
    if (isOle) XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
    return listVisibleSheets(XLSX.read(bytes, { ...options, type: 'array' }))
  }
  const text = openText(bytes, options)
  const encoding = text.encoding === 'cp949' ? ({ encoding: 'CP949' } as const) : {}
  if ('book' in text) return listVisibleSheets(text.book).map((sheet) => ({ ...sheet, ...encoding }))
  const rows = text.rows.map((row) => row.slice(0, limits.maxColumns).map(cutText))
  return [
    { name: '', filledRows: rows.filter(isFilled).length, readRows: (limit) => rows.slice(0, limit), ...encoding },
  ]
}

function cutText(text: string): ParsedCell {
  return text.slice(0, limits.maxCellLength + 1) || null
}

function listVisibleSheets(book: XLSX.WorkBook): OpenedSheet[] {
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  return book.SheetNames.flatMap((name, index): OpenedSheet[] => {
    const sheet = book.Sheets[name]
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    if (isHidden || sheet?.['!ref'] === undefined) return []
    const filledRows = (sheet['!data'] ?? []).filter(isFilledData).length
    const merges = listMergedCells(sheet)
    return [{ name, filledRows, merges, readRows: (limit) => readCells(sheet, { is1904, limit, ...limits }) }]
  })
}

/** Whether a row shows data; formulas may show nothing. */
function isFilledData(row: readonly (XLSX.CellObject | undefined)[] | undefined): boolean {
  return row?.some((cell) => cell?.v !== undefined && (typeof cell.v !== 'string' || cell.v.trim() !== '')) === true
}

function isFilled(row: readonly ParsedCell[]): boolean {
  return row.some((cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== ''))
}

function toHead({ name, filledRows, readRows }: OpenedSheet): SheetHead {
  const cutCell = (cell: ParsedCell) => (typeof cell === 'string' ? cell.slice(0, maxHeadCellChars) : cell)
  return { name, rows: readRows(headRows).map((row) => row.map(cutCell)), filledRows }
}

/**
 * HAZARD: the parser's cells share equal texts, but each gets its own copy when sent to another
 * thread, outside this thread's memory limit: 40 KB could become 2 GB.
 */
function isTooLarge(rows: ParsedSheet['rows']): boolean {
  let chars = 0
  for (const row of rows) for (const cell of row) chars += countChars(cell)
  return chars > maxSheetChars
}

function countChars(cell: ParsedCell): number {
  if (typeof cell === 'string') return cell.length
  if (typeof cell !== 'object' || cell === null) return 0
  return 'broken' in cell ? cell.broken.length : cell.shown.length
}

/**
 * Reads up to the last row that is not empty. Empty rows in between are included, because they keep
 * the row numbers right, but do not count towards the limit.
 */
function readSheet({ name, readRows, filledRows: _filledRows, ...about }: OpenedSheet): ParsedSheet {
  const all = readRows(maxSearchedRows)
  const filled = all.flatMap((row, index) => (isFilled(row) ? [index] : []))
  const isCut = filled.length > limits.maxRows || all.length >= maxSearchedRows
  const last = filled[Math.min(filled.length, limits.maxRows + 1) - 1] ?? -1
  return { ...about, name, rows: all.slice(0, last + 1), isCut }
}
