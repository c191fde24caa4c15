import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { freezeHeader } from './freeze-header-in-worker.ts'

test('keeps header and first column in view, in a file that still reads', () => {
  const rows = [
    ['등록일시', '금액'],
    ['2026-11-20', 8000],
  ]
  const book = { SheetNames: ['퀵기록'], Sheets: { 퀵기록: XLSX.utils.aoa_to_sheet(rows) } }
  const file = XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  const frozen = freezeHeader(file)
  expect(XLSX.utils.sheet_to_json(XLSX.read(frozen).Sheets['퀵기록'] ?? {}, { header: 1 })).toEqual(rows)
  expect(readSheetXml(frozen)).toContain('<pane xSplit="1" ySplit="1"')
  expect(readSheetXml(file)).not.toContain('<pane')
})

function readSheetXml(file: ArrayBuffer): string {
  const { files } = XLSX.read(file, { bookFiles: true }) as { files?: Record<string, { content: Uint8Array }> }
  return new TextDecoder().decode(files?.['xl/worksheets/sheet1.xml']?.content)
}
