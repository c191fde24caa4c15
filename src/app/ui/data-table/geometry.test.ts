import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import { columnsOf } from './columns.ts'
import { geometryOf, scrollPlaceFor, stickyTop } from './geometry.ts'

const columns = columnsOf(realEstateDescription)
const geometry = geometryOf({ columns, widths: {}, actionWidth: 72, hasEntry: true, isCoarse: false })

describe('bringing a cell into view', () => {
  test('wherever the view stands, the cell ends up beside everything that sticks', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(columns.length - 1),
        fc.record({ top: fc.nat(3_600_000), left: fc.nat(1500) }),
        (row, column, from) => {
          const view = { ...from, width: 1000, height: 700 }
          const to = scrollPlaceFor({ row, column }, geometry, view)
          const above = row * geometry.rowHeight
          expect(above).toBeGreaterThanOrEqual(to.top)
          expect(above + geometry.rowHeight).toBeLessThanOrEqual(to.top + view.height - stickyTop(geometry))
          if (column < geometry.pinnedCount) return
          const left = (geometry.lefts[column] ?? 0) - to.left
          expect(left).toBeGreaterThanOrEqual(geometry.pinnedWidth)
          expect(left + (geometry.widths[column] ?? 0)).toBeLessThanOrEqual(view.width - geometry.actionWidth)
        },
      ),
    )
  })

  test('a cell that is seen moves nothing, nor do pinned columns, header and entry line', () => {
    const view = { top: 360, left: 40, width: 1200, height: 700 }
    expect(scrollPlaceFor({ row: 12, column: 2 }, geometry, view)).toEqual({ top: 360, left: 40 })
    expect(scrollPlaceFor({ row: -1, column: 0 }, geometry, view)).toEqual({ top: 360, left: 40 })
  })

  test('rows are 44 px for a finger, and a kept width wins over the description', () => {
    const touch = geometryOf({ columns, widths: { owner: 300 }, actionWidth: 0, hasEntry: false, isCoarse: true })
    expect(touch.rowHeight).toBe(44)
    expect(touch.widths[columns.findIndex((column) => column.key === 'owner')]).toBe(300)
  })
})
