import { expect, test } from 'vitest'
import { cellAir, doFit, fitColumns, leastFont, paperRoom } from './fit-columns.ts'
import type { PaperColumn } from './paper.ts'
import { textWidth } from './text-width.ts'
import { totalWords } from './total-words.ts'

const text: PaperColumn = { label: '소재지', align: 'start', isWhole: false, width: 200 }
const won: PaperColumn = { label: '보수료', align: 'end', isWhole: true, width: 112 }
const room = paperRoom.landscape

test('a few columns stand in the largest letters and fill the page', () => {
  const fit = fitted([text, won], [['가온시 솔빛동 1-1', '100,000']])
  expect(fit.font).toBe(9)
  expect(total(fit.widths)).toBeCloseTo(room)
})

test('what is left over goes to texts that would wrap, in proportion to their columns on the screen', () => {
  const long = '가온시 솔빛동 산업단지로 123번길 45-6 푸른마을아파트 101동 1203호 '.repeat(3)
  const fit = fitted([won, text, { ...text, width: 400 }], [['1', long, long]])
  const [figure = 0, narrow = 0, wide = 0] = fit.widths
  const least = 9 * 9 + cellAir
  expect((wide - least) / (narrow - least)).toBeCloseTo(2)
  expect(figure).toBeLessThan(50)
})

test('what no text needs goes to all columns', () => {
  const [figure = 0, short = 0] = fitted([won, text], [['1', '가온시']]).widths
  expect(figure / short).toBeGreaterThan(0.4)
})

test('a number is never broken: its column is as wide as the longest', () => {
  const fit = fitted(
    Array.from({ length: 12 }, () => won),
    [Array.from({ length: 12 }, () => '1,234,567,890')],
  )
  for (const width of fit.widths) expect(width).toBeGreaterThanOrEqual(textWidth('1,234,567,890') * fit.font)
})

test('many columns make the letters smaller, down to 7 pt', () => {
  const columns = Array.from({ length: 16 }, () => text)
  const fit = fitted(columns, [columns.map(() => '가온시 솔빛동 1-1')])
  expect(fit.font).toBe(leastFont)
  expect(total(fit.widths)).toBeCloseTo(room)
})

test('columns that do not fit even so are told by how many would', () => {
  const columns = Array.from({ length: 40 }, () => won)
  const told = fitColumns(columns, [columns.map(() => '123,456,789')], room)
  expect(told).toEqual({ fitting: expect.any(Number) })
  const { fitting } = told as { fitting: number }
  expect(fitting).toBeGreaterThan(8)
  expect(fitting).toBeLessThan(40)
  expect(fitColumns(columns.slice(0, fitting), [columns.map(() => '123,456,789')], room)).toHaveProperty('font')
})

test('sums that are wider than their columns are noticed, and said in words instead', () => {
  const fit = fitted([won, won], [['1,000', '2,000']])
  expect(doFit(['합계', '2,000'], fit)).toBe(true)
  expect(doFit(['합계', '2,000'.repeat(200)], fit)).toBe(false)
  const columns = ['순번', '소유자', '보수료', '부가세'].map((label) => ({ label }))
  expect(totalWords(columns, ['합계', '', '1,234,567', '123,456'])).toBe('합계 · 보수료 1,234,567 · 부가세 123,456')
})

function fitted(columns: readonly PaperColumn[], rows: readonly (readonly string[])[]) {
  const fit = fitColumns(columns, rows, room)
  if (!('font' in fit)) throw new Error(`only ${fit.fitting} columns fit`)
  return fit
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}
