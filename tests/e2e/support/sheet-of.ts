import type { Download } from '@playwright/test'
import { readFileSync } from 'node:fs'
import XLSX from '@e965/xlsx'

/** The cells of a downloaded file's first sheet, row by row. */
export async function sheetOf(file: Download): Promise<unknown[][]> {
  const book = XLSX.read(readFileSync(await file.path()))
  const [name = ''] = book.SheetNames
  const sheet = book.Sheets[name]
  return sheet ? XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null }) : []
}

/** The media type of what `workbookOf` makes. */
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook of one sheet with these cells, to be handed to an import. */
export function workbookOf(rows: readonly (readonly unknown[])[]): Buffer {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), '시트')
  return Buffer.from(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

/** Without the last column, which says which version of a record was taken out. */
export function withoutVersions(cells: unknown[][]): unknown[][] {
  return cells.map((line) => line.slice(0, -1))
}
