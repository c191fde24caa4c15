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

/** Without the last column, which says which version of a record was taken out. */
export function withoutVersions(cells: unknown[][]): unknown[][] {
  return cells.map((line) => line.slice(0, -1))
}
