import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { measureCpuMs } from '#tests/support/runner/measure-cpu.ts'
import { readRawCells, writeCopiedHtml, writeTsv } from './clipboard-html.ts'

const copied = {
  columns: [
    { kind: 'text' as const, refers: null },
    { kind: 'reference' as const, refers: 'groups' },
  ],
  headers: null,
  texts: [['007 "가"\n<나>', '솔빛']],
  values: [['007 "가"\n<나>', 'id-1']],
}

test('keeps leading zeros of text in Excel, and a line break within its cell', () => {
  const html = writeCopiedHtml(copied)
  expect(html).toContain(
    String.raw`<td style='mso-number-format:"\@"'>007 &quot;가&quot;<br style="mso-data-placement:same-cell">&lt;나&gt;</td>`,
  )
})

test('reads the raw values back from our own copy', () => {
  expect(readRawCells(writeCopiedHtml(copied))).toEqual({ columns: copied.columns, values: copied.values })
})

test('reads no values from Excel’s HTML or from a tampered marker', () => {
  expect(readRawCells('<table border=0><tr><td>가</td></tr></table>')).toBeNull()
  expect(readRawCells('<table data-ongyeol-cells="{&quot;columns&quot;:1}">')).toBeNull()
  expect(readRawCells('<table data-ongyeol-cells="{">')).toBeNull()
})

test('scans an HTML text with very many unclosed tables in a short time', { timeout: 5000 }, () => {
  expect(readRawCells('<table a '.repeat(50_000))).toBeNull()
})

test.each([
  [
    'Excel ends with a line break, which is no further row',
    '가\t나\r\n다\t라\r\n',
    [
      ['가', '나'],
      ['다', '라'],
    ],
  ],
  ['a line break inside a cell (Alt+Enter) is in quotes', '"첫 줄\n둘째 줄"\t나\r\n', [['첫 줄\n둘째 줄', '나']]],
  ['quotes inside are doubled', '"그는 ""예""라고 했다"\r\n', [['그는 "예"라고 했다']]],
  ['a tab inside a cell is in quotes', '"가\t나"\t다', [['가\t나', '다']]],
  ['an inch sign at the start is no quoted cell', '5" 배관\t"3" 배관\r\n', [['5" 배관', '"3" 배관']]],
  ['a quote that never closes is text', '"가\t나\r\n다', [['"가', '나'], ['다']]],
  ['zeros at the start stay', '007\t010-1234-5678\r\n', [['007', '010-1234-5678']]],
  [
    'of merged cells the covered ones are empty',
    '합친 칸\t\t\r\n1\t2\t3\r\n',
    [
      ['합친 칸', '', ''],
      ['1', '2', '3'],
    ],
  ],
  ['rows may be ragged', '가\t나\t다\r\n라\r\n', [['가', '나', '다'], ['라']]],
  ['Google Sheets and Linux break with a line feed, old Macs with a return', '가\n나\r다', [['가'], ['나'], ['다']]],
  ['an empty last row is kept, and the final line break adds none', '가\r\n\r\n', [['가'], ['']]],
  ['one word is one cell', '가람', [['가람']]],
])('%s', (_title, text, rows) => {
  expect(readDelimited(text)).toEqual(rows)
})

test('reads back exactly what was written for any contents of the cells', () => {
  const cell = fc.stringMatching(/^[가나 "\t\na1,=']{0,8}$/)
  const rows = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .chain(([height, width]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    )
  fc.assert(
    fc.property(rows, (block) => {
      expect(readDelimited(writeTsv(block))).toEqual(block)
    }),
  )
})

test('reads 100,000 cells in a short time', () => {
  const text = writeTsv(
    Array.from({ length: 10_000 }, (_, row) => Array.from({ length: 10 }, (_cell, index) => `${row}-${index}`)),
  )
  expect(measureCpuMs(() => expect(readDelimited(text)).toHaveLength(10_000))).toBeLessThan(2000)
})
