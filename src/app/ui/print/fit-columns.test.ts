import { expect, test } from 'vitest'
import { estimateTextWidth, fitColumns, fitsOneLine, minFontSize, printableWidth } from './fit-columns.ts'
import { formatTotals } from './layout-print-sheet.ts'
import type { PrintColumn } from './print-sheet.ts'

const text: PrintColumn = { label: '소재지', align: 'start', isUnbroken: false, width: 200 }
const won: PrintColumn = { label: '보수료', align: 'end', isUnbroken: true, width: 112 }
const room = printableWidth.landscape

test('prints a few columns in the largest font and fills the page', () => {
  const fit = fitOrThrow([text, won], [['가온시 솔빛동 1-1', '100,000']])
  expect(fit.font).toBe(9)
  expect(sumWidths(fit.widths)).toBeCloseTo(room)
})

test('gives width to the column of long texts, where it saves lines', () => {
  const address = '가온시 솔빛동 산업단지로 123번길 45-6 푸른마을아파트 101동 1203호'
  const wide = { ...text, label: '소유자', width: 900 }
  const rows = Array.from({ length: 20 }, () => ['김하나', address, ...Array.from({ length: 10 }, () => '1,234,567')])
  const fit = fitOrThrow([wide, text, ...Array.from({ length: 10 }, () => won)], rows)
  const [owner = 0, long = 0, figure = 0] = fit.widths
  expect(long).toBeGreaterThan(owner * 3)
  expect(figure).toBeGreaterThanOrEqual(estimateTextWidth('1,234,567') * fit.font)
})

test('uses a smaller font where that saves lines, but not for one long text among many short ones', () => {
  const columns = [text, ...Array.from({ length: 12 }, () => won)]
  const makeRow = (address: string) => [address, ...Array.from({ length: 12 }, () => '1,234,567')]
  const long = '가온시 솔빛동 산업단지로 123번길 45-6 푸른마을아파트 101동 1203호'
  const short = Array.from({ length: 40 }, () => makeRow('가온시 솔빛동 1-1'))
  expect(fitOrThrow(columns, [...short, makeRow(long)]).font).toBe(9)
  expect(
    fitOrThrow(
      columns,
      short.map(() => makeRow(long)),
    ).font,
  ).toBeLessThan(9)
})

test('shares width that no text needs among all columns', () => {
  const [figure = 0, short = 0] = fitOrThrow([won, text], [['1', '가온시']]).widths
  expect(figure / short).toBeGreaterThan(0.4)
})

test('never breaks a number: its column is as wide as the longest', () => {
  const fit = fitOrThrow(
    Array.from({ length: 12 }, () => won),
    [Array.from({ length: 12 }, () => '1,234,567,890')],
  )
  for (const width of fit.widths) expect(width).toBeGreaterThanOrEqual(estimateTextWidth('1,234,567,890') * fit.font)
})

test('uses a smaller font for many columns, down to 7 pt', () => {
  const columns = Array.from({ length: 23 }, () => text)
  const fit = fitOrThrow(columns, [columns.map(() => '가온시 솔빛동 1-1')])
  expect(fit.font).toBe(minFontSize)
  expect(sumWidths(fit.widths)).toBeCloseTo(room)
})

test('reports how many columns would fit when not all do', () => {
  const columns = Array.from({ length: 40 }, () => won)
  const result = fitColumns(columns, [columns.map(() => '123,456,789')], room)
  expect(result).toEqual({ fitting: expect.any(Number) })
  const { fitting } = result as { fitting: number }
  expect(fitting).toBeGreaterThan(8)
  expect(fitting).toBeLessThan(40)
  expect(fitColumns(columns.slice(0, fitting), [columns.map(() => '123,456,789')], room)).toHaveProperty('font')
})

test('detects totals wider than their columns and puts them into words', () => {
  const fit = fitOrThrow([won, won], [['1,000', '2,000']])
  expect(fitsOneLine(['합계', '2,000'], fit)).toBe(true)
  expect(fitsOneLine(['합계', '2,000'.repeat(200)], fit)).toBe(false)
  const columns = ['순번', '소유자', '보수료', '부가세'].map((label) => ({ label }))
  expect(formatTotals(columns, ['합계', '', '1,234,567', '123,456'])).toBe('합계 · 보수료 1,234,567 · 부가세 123,456')
})

function fitOrThrow(columns: readonly PrintColumn[], rows: readonly (readonly string[])[]) {
  const fit = fitColumns(columns, rows, room)
  if (!('font' in fit)) throw new Error(`only ${fit.fitting} columns fit`)
  return fit
}

function sumWidths(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}
