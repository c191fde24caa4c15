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

test('digits of text keep their zeros in Excel, and a line break stays in its cell', () => {
  const html = writeCopiedHtml(copied)
  expect(html).toContain(
    String.raw`<td style='mso-number-format:"\@"'>007 &quot;가&quot;<br style="mso-data-placement:same-cell">&lt;나&gt;</td>`,
  )
})

test('our own copy gives its values back', () => {
  expect(readRawCells(writeCopiedHtml(copied))).toEqual({ columns: copied.columns, values: copied.values })
})

test('the HTML of Excel, or a marker that was tampered with, has no values for us', () => {
  expect(readRawCells('<table border=0><tr><td>가</td></tr></table>')).toBeNull()
  expect(readRawCells('<table data-ongyeol-cells="{&quot;columns&quot;:1}">')).toBeNull()
  expect(readRawCells('<table data-ongyeol-cells="{">')).toBeNull()
})

test('a page that begins many tables is looked through at once', { timeout: 5000 }, () => {
  expect(readRawCells('<table a '.repeat(50_000))).toBeNull()
})
