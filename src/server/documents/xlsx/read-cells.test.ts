import { Buffer } from 'node:buffer'
import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'

const limits = { maxBytes: 10_485_760, maxRows: 30, maxColumns: 10, maxCellLength: 50 }

const read = (sheet: XLSX.WorkSheet) => readBytes(writeSheetBytes(sheet, { compression: true }))

function writeSheetBytes(sheet: XLSX.WorkSheet, { compression }: { compression: boolean }): Uint8Array {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, '내역')
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression }) as ArrayBuffer)
}

async function readBytes(bytes: Uint8Array) {
  const result = await readWorkbook({ name: 'a.xlsx', bytes }, limits)
  if ('refused' in result) throw new Error(result.refused.message)
  return result.sheet
}

test('a number has the fifteen digits that Excel shows; an invalid one is marked as broken', async () => {
  const cells = [1.1 + 2.2, 4.35 * 100, 110_123_456_789, -0.000_1, 10_001, 777, 100_002]
  // Some programs write values that Excel never does.
  const written = writeSheetBytes(XLSX.utils.aoa_to_sheet([cells]), { compression: false })
  const file = Buffer.from(written).toString('latin1')
  const odd = file.replace('<v>10001<', '<v>7E999<').replace('<v>777<', '<v>NaN<').replace('<v>100002<', '<v>-1e309<')
  const { rows } = await readBytes(Buffer.from(odd, 'latin1'))
  const broken = { broken: '#NUM!' }
  expect(rows).toEqual([[3.3, 435, 110_123_456_789, -0.000_1, broken, broken, broken]])
})

test('rows whose formulas show nothing do not count', async () => {
  const filled = Array.from({ length: 29 }, (_, index) => [`${index}행`, index])
  const empty = Array.from({ length: 24_000 }, () => ['', ' '])
  const { rows, isCut } = await read(XLSX.utils.aoa_to_sheet([...filled, ...empty, ['끝', 1]]))
  expect([rows.length, rows.at(-1), isCut]).toEqual([24_030, ['끝', 1], false])
  expect((await read(XLSX.utils.aoa_to_sheet([...filled, ...empty]))).rows).toHaveLength(29)
  expect((await read(XLSX.utils.aoa_to_sheet([...filled, ...empty, ['끝', 1], ['더', 1]]))).isCut).toBe(true)
})

test('merged texts and dates apply to all rows; a merged number is marked', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['구간', '일자', '금액', '소유자'],
    ['달빛', { t: 'n', v: 46_100, z: 'yyyy-mm-dd' }, 70_000, '가'],
    [null, null, null, '나'],
    [null, null, null, '다'],
  ])
  sheet['!merges'] = ['A2:A4', 'B2:B4', 'C2:C4'].map((range) => XLSX.utils.decode_range(range))
  const day = { day: '2026-03-19', shown: '2026-03-19' }
  const { rows } = await read(sheet)
  expect(rows.slice(1)).toEqual([
    ['달빛', day, 70_000, '가'],
    ['달빛', day, { n: 70_000, shown: '70000', merged: 'C2:C4' }, '나'],
    ['달빛', day, { n: 70_000, shown: '70000', merged: 'C2:C4' }, '다'],
  ])
})
