import { describe, expect, test } from 'vitest'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { computeGeometry, computeStickyTop, findCellAt } from '../layout/geometry.ts'
import { createRange } from './cell-range.ts'
import { computeHandleCenter, computeInsideOffset, getHandleCorners } from './range-handle.ts'

const columns = buildVisibleColumns(realEstateBook)
const geometry = computeGeometry({ columns, widths: {}, actionWidth: 96, hasEntry: true, isCoarse: true })
const range = { top: 4, left: 3, bottom: 6, right: 5 }
const sides = ['start', 'end'] as const

test('moves the held corner and keeps the other; the range always lies between both', () => {
  expect(getHandleCorners(range, 'end')).toEqual({
    fixedCorner: { row: 4, column: 3 },
    movingCorner: { row: 6, column: 5 },
  })
  expect(getHandleCorners(range, 'start')).toEqual({
    fixedCorner: { row: 6, column: 5 },
    movingCorner: { row: 4, column: 3 },
  })
  const { fixedCorner } = getHandleCorners(range, 'end')
  expect(createRange(fixedCorner, { row: 1, column: 4 })).toEqual({ top: 1, left: 3, bottom: 4, right: 4 })
  expect(createRange(fixedCorner, { row: 2, column: 1 })).toEqual({ top: 2, left: 1, bottom: 4, right: 3 })
})

test('places handles on the outer corners', () => {
  const [start, end] = sides.map((side) => computeHandleCenter(range, side, geometry))
  expect(start).toEqual({ x: geometry.lefts[3], y: computeStickyTop(geometry) + 4 * 44 })
  expect(end).toEqual({ x: geometry.lefts[6], y: computeStickyTop(geometry) + 7 * 44 })
})

describe('a held handle', () => {
  const findCellAfterDrag = (side: 'start' | 'end', by: { x: number; y: number }) => {
    const corner = computeHandleCenter(range, side, geometry)
    const inside = computeInsideOffset(range, side, geometry)
    const point = { x: corner.x + inside.x + by.x, y: corner.y - computeStickyTop(geometry) + inside.y + by.y }
    return findCellAt(point, geometry, { left: 0, top: 0 })
  }

  test('keeps its own corner selected if the finger moves only a little', () => {
    for (const side of sides)
      for (const by of [-12, 0, 12])
        expect(findCellAfterDrag(side, { x: by, y: by })).toEqual(getHandleCorners(range, side).movingCorner)
  })

  test('selects the next row after half a row', () => {
    expect(findCellAfterDrag('end', { x: 0, y: 30 })).toEqual({ row: 7, column: 5 })
    expect(findCellAfterDrag('start', { x: 0, y: -30 })).toEqual({ row: 3, column: 3 })
  })
})

test('the cell at a point is a pinned column where it covers scrolled ones', () => {
  const pinned = computeGeometry({
    columns: columns.map((column, index) => ({ ...column, isPinned: index === 0 })),
    widths: {},
    actionWidth: 96,
    hasEntry: false,
    isCoarse: true,
  })
  const scrolled = { left: (pinned.lefts[4] ?? 0) - pinned.pinnedWidth, top: 440 }
  expect(findCellAt({ x: pinned.leadWidth + 4, y: 4 }, pinned, scrolled)).toEqual({ row: 10, column: 0 })
  expect(findCellAt({ x: pinned.pinnedWidth + 4, y: 48 }, pinned, scrolled)).toEqual({ row: 11, column: 4 })
  expect(findCellAt({ x: 0, y: -50 }, pinned, { left: 0, top: 0 })).toEqual({ row: 0, column: 0 })
})
