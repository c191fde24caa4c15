import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CellRange,
  clipRange,
  countCells,
  createRange,
  isInSpans,
  serializeSpans,
  splitOverlaps,
  toBlock,
} from './cell-range.ts'

const position = fc.record({ row: fc.nat(8), column: fc.nat(8) })
const range = fc.tuple(position, position).map(([a, b]) => createRange(a, b))
const ranges = fc.array(range, { maxLength: 6 })

function listCells(list: readonly CellRange[]): string[] {
  return list.flatMap(({ top, bottom, left, right }) =>
    Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (_cell, column) => `${top + row}-${left + column}`),
    ).flat(),
  )
}

test('splits overlapping rectangles into the same cells, each once', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const disjoint = listCells(splitOverlaps(list))
      expect(new Set(disjoint)).toEqual(new Set(listCells(list)))
      expect(disjoint).toHaveLength(new Set(disjoint).size)
      expect(countCells(splitOverlaps(list))).toBe(disjoint.length)
    }),
  )
})

test('gives each row exactly the selected columns in it', () => {
  fc.assert(
    fc.property(ranges, position, (list, { row, column }) => {
      expect(isInSpans(serializeSpans(list, row), column)).toBe(listCells(list).includes(`${row}-${column}`))
    }),
  )
})

test('clips a range at the edges of the grid', () => {
  expect(clipRange({ top: -1, left: 2, bottom: 9, right: 9 }, { rows: 5, columns: 4 })).toEqual({
    top: 0,
    left: 2,
    bottom: 4,
    right: 3,
  })
  expect(clipRange({ top: 7, left: 0, bottom: 9, right: 0 }, { rows: 5, columns: 4 })).toBeNull()
})

test('copies rectangles of the same rows or columns as one block, and refuses others', () => {
  const left = { top: 1, left: 0, bottom: 2, right: 0 }
  expect(toBlock([left, { ...left, left: 3, right: 4 }])).toEqual({ rows: [1, 2], columns: [0, 3, 4] })
  expect(toBlock([left, { ...left, top: 5, bottom: 5 }])).toEqual({ rows: [1, 2, 5], columns: [0] })
  expect(toBlock([left, { top: 5, left: 3, bottom: 5, right: 3 }])).toBeNull()
})
