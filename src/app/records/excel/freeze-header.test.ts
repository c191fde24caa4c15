import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { freezeHeader } from './freeze-header.ts'

test('keeps header and first column in view, in a file that still reads', () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['등록일시', '금액'],
    ['2026-11-20', 8000],
  ])
  const book = { SheetNames: ['퀵기록'], Sheets: { 퀵기록: sheet } }
  const file = XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: false }) as ArrayBuffer
  const frozen = freezeHeader(file)
  const read = XLSX.read(frozen)
  expect(XLSX.utils.sheet_to_json(read.Sheets['퀵기록'] ?? {}, { header: 1 })).toEqual([
    ['등록일시', '금액'],
    ['2026-11-20', 8000],
  ])
  expect(new TextDecoder('latin1').decode(frozen)).toContain('<pane xSplit="1" ySplit="1"')
  expect(new TextDecoder('latin1').decode(file)).not.toContain('<pane')
})
