import './sheet-writer-globals.ts'
import XLSX from 'sheetjs-style'
import { type SheetCell, type SheetColumn, sheetNumberFormats } from '#domain/sheets/record-sheet.ts'
import { freezeHeader } from './freeze-header-in-worker.ts'

/** Writes a book as .xlsx off the main thread. Only writes; this library never reads a file. */
export type SheetWorkerRequest =
  | { type: 'start'; name: string; columns: readonly SheetColumn[] }
  | { type: 'rows'; rows: SheetCell[][] }
  /** Null: the last row is an ordinary row. */
  | { type: 'finish'; total: SheetCell[] | null }
export interface SheetWorkerResult {
  file: ArrayBuffer
}

const sheetRows: SheetCell[][] = []
const currentSheet: { name: string; columns: readonly SheetColumn[] } = { name: '', columns: [] }

self.addEventListener('message', ({ data }: MessageEvent<SheetWorkerRequest>) => {
  if (data.type === 'start') {
    currentSheet.name = data.name
    currentSheet.columns = data.columns
    return
  }
  if (data.type === 'rows') {
    sheetRows.push(...data.rows)
    return
  }
  const result: SheetWorkerResult = {
    file: writeWorkbook(data.total ? [...sheetRows, data.total] : sheetRows, data.total !== null),
  }
  self.postMessage(result, { transfer: [result.file] })
})

const borderLine = { style: 'thin', color: { rgb: 'C9C3B6' } }
const headerStyle = {
  font: { bold: true },
  fill: { fgColor: { rgb: 'F3F1EB' } },
  alignment: { horizontal: 'center' },
  border: { bottom: borderLine },
}
const totalStyle = { font: { bold: true }, border: { top: borderLine } }

function writeWorkbook(rows: readonly SheetCell[][], hasTotal: boolean): ArrayBuffer {
  const { name, columns } = currentSheet
  const sheet: XLSX.WorkSheet = {}
  for (const [position, column] of columns.entries()) {
    sheet[XLSX.utils.encode_cell({ r: 0, c: position })] = { t: 's', v: column.header, s: headerStyle }
  }
  for (const [index, cells] of rows.entries()) {
    const isTotal = hasTotal && index === rows.length - 1
    for (const [position, value] of cells.entries()) {
      if (value === null) continue
      const format = sheetNumberFormats[columns[position]?.kind ?? 'text']
      const cell = {
        t: typeof value === 'number' ? 'n' : 's',
        v: value,
        z: format,
        s: { numFmt: format, ...(isTotal ? totalStyle : {}) },
      }
      sheet[XLSX.utils.encode_cell({ r: index + 1, c: position })] = cell
    }
  }
  sheet['!ref'] = XLSX.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: rows.length, c: columns.length - 1 },
  })
  sheet['!cols'] = columns.map(({ width, hidden = false }) => ({ wch: width, hidden }))
  // The filter ends above the total row.
  const lastRow = rows.length - (hasTotal ? 1 : 0)
  sheet['!autofilter'] = {
    ref: XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow, c: columns.length - 1 } }),
  }
  const workbook = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(workbook, sheet, name)
  return freezeHeader(XLSX.write(workbook, { type: 'array', bookType: 'xlsx', compression: false }) as ArrayBuffer)
}
