import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'

/**
 * An exported sheet without its hidden row ids, as if copied into another file: its rows count as
 * new records.
 */
export function removeRowIds(file: Uint8Array): Buffer {
  const workbook = XLSX.read(file, { type: 'buffer' })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {}
  const rows = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null })
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => row.slice(0, -2))), '시트')
  return Buffer.from(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
