import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CellPosition,
  clampPosition,
  entryRow,
  type GridShape,
  headerRow,
  type Move,
  movePosition,
} from './cell-navigation.ts'

function makeShape(part: Partial<GridShape> = {}): GridShape {
  return { rows: 100, columns: 5, hasEntry: true, pageRows: 20, isEmpty: () => false, isSkipped: () => false, ...part }
}

function at(row: number, column = 0): CellPosition {
  return { row, column }
}

describe('where keys lead', () => {
  test('moves up from the first row to the entry line, then the header, and no further', () => {
    expect(movePosition(at(0), 'up', makeShape())).toEqual(at(entryRow))
    expect(movePosition(at(entryRow), 'up', makeShape())).toEqual(at(headerRow))
    expect(movePosition(at(headerRow), 'up', makeShape())).toEqual(at(headerRow))
  })

  test('without an entry line moves between the first row and the header, in both directions', () => {
    const withoutEntry = makeShape({ hasEntry: false })
    expect(movePosition(at(0), 'up', withoutEntry)).toEqual(at(headerRow))
    expect(movePosition(at(headerRow), 'down', withoutEntry)).toEqual(at(0))
  })

  test('in an empty result only the entry line or the header can be active', () => {
    expect(clampPosition(at(40, 9), makeShape({ rows: 0 }))).toEqual(at(entryRow, 4))
    expect(clampPosition(at(40), makeShape({ rows: 0, hasEntry: false }))).toEqual(at(headerRow))
    expect(movePosition(at(headerRow), 'down', makeShape({ rows: 0, hasEntry: false }))).toEqual(at(headerRow))
  })

  test('Tab moves line by line and leaves the table at its ends', () => {
    expect(movePosition(at(3, 4), 'next', makeShape())).toEqual(at(4, 0))
    expect(movePosition(at(4, 0), 'previous', makeShape())).toEqual(at(3, 4))
    expect(movePosition(at(entryRow, 4), 'next', makeShape())).toEqual(at(0, 0))
    expect(movePosition(at(99, 4), 'next', makeShape())).toBeNull()
    expect(movePosition(at(entryRow, 0), 'previous', makeShape())).toBeNull()
  })

  test('Tab skips cells that need no typing, in both directions and across lines; arrows do not', () => {
    const passing = makeShape({ isSkipped: ({ row, column }) => row === entryRow && [0, 2, 4].includes(column) })
    expect(movePosition(at(entryRow, 1), 'next', passing)).toEqual(at(entryRow, 3))
    expect(movePosition(at(entryRow, 3), 'previous', passing)).toEqual(at(entryRow, 1))
    expect(movePosition(at(entryRow, 3), 'next', passing)).toEqual(at(0, 0))
    expect(movePosition(at(entryRow, 1), 'previous', passing)).toBeNull()
    expect(movePosition(at(entryRow, 1), 'right', passing)).toEqual(at(entryRow, 2))
  })

  test('Ctrl+arrow stops before a gap, then jumps over it, then ends at the edge', () => {
    const gap = makeShape({ isEmpty: ({ row }) => row >= 10 && row < 20 })
    expect(movePosition(at(3), 'edge-down', gap)).toEqual(at(9))
    expect(movePosition(at(9), 'edge-down', gap)).toEqual(at(20))
    expect(movePosition(at(20), 'edge-down', gap)).toEqual(at(99))
    expect(movePosition(at(15), 'edge-up', gap)).toEqual(at(9))
  })

  test('Ctrl+arrow into rows that are not loaded goes to the edge of the grid', () => {
    const loaded = makeShape({ isEmpty: ({ row }) => (row < 30 ? false : undefined) })
    expect(movePosition(at(3), 'edge-down', loaded)).toEqual(at(99))
  })

  const moves: readonly Move[] = ['up', 'down', 'left', 'right', 'edge-up', 'edge-down', 'edge-left', 'edge-right']
  const furtherMoves: readonly Move[] = [
    'page-up',
    'page-down',
    'row-start',
    'row-end',
    'grid-start',
    'grid-end',
    'next',
    'previous',
  ]

  test('never moves outside the grid', () => {
    fc.assert(
      fc.property(
        fc.record({ rows: fc.nat(30), columns: fc.integer({ min: 1, max: 6 }), hasEntry: fc.boolean() }),
        fc.array(fc.constantFrom(...moves, ...furtherMoves), { maxLength: 30 }),
        fc.func(fc.constantFrom(true, false, undefined)),
        (size, trace, emptiness) => {
          const grid = makeShape({ ...size, isEmpty: ({ row, column }) => emptiness(row, column) })
          let position = clampPosition(at(0), grid)
          for (const move of trace) {
            position = movePosition(position, move, grid) ?? position
            expect(clampPosition(position, grid)).toEqual(position)
            expect(position.row !== entryRow || grid.hasEntry).toBe(true)
          }
        },
      ),
    )
  })
})
