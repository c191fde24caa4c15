import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'
import type { Download } from '@playwright/test'

/** Cells of a downloaded file's first sheet, row by row. */
export async function readSheet(file: Download): Promise<unknown[][]> {
  const book = XLSX.read(readFileSync(await file.path()))
  const [name = ''] = book.SheetNames
  const sheet = book.Sheets[name]
  return sheet ? XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }) : []
}

/** Media type of the result of `buildWorkbook`. */
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook with one sheet of these cells, for an import. */
export function buildWorkbook(rows: readonly (readonly unknown[])[]): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '시트')
  return Buffer.from(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

/** Removes the last column, which holds the version of each exported record. */
export function withoutVersions(cells: unknown[][]): unknown[][] {
  return cells.map((line) => line.slice(0, -1))
}
