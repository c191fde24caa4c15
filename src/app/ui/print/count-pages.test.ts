import { expect, test } from 'vitest'
import { paginate, type PrintPiece } from './count-pages.ts'

const makeRow = (top: number, height = 10): PrintPiece => ({ top, height, header: 20 })
const makeRows = (top: number, count: number) => Array.from({ length: count }, (_, index) => makeRow(top + index * 10))

test('counts the header’s height on every page', () => {
  const header = { top: 0, height: 20, header: 0 }
  expect(paginate([header, ...makeRows(20, 8)], 100)).toBe(1)
  expect(paginate([header, ...makeRows(20, 9)], 100)).toBe(2)
  expect(paginate([header, ...makeRows(20, 16)], 100)).toBe(2)
  expect(paginate([header, ...makeRows(20, 17)], 100)).toBe(3)
})

test('moves a row that would be split to the next page', () => {
  expect(paginate([makeRow(0, 60), makeRow(60, 60), makeRow(120, 60)], 100)).toBe(3)
})

test('counts an empty print as one page', () => {
  expect(paginate([], 100)).toBe(1)
})
