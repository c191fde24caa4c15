import { expect, test } from 'vitest'
import { readRawCells, writeCopiedHtml } from './clipboard-html.ts'

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

test('scans a page that opens many tables in a short time', { timeout: 5000 }, () => {
  expect(readRawCells('<table a '.repeat(50_000))).toBeNull()
})
