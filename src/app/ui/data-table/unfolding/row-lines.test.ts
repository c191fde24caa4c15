import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRowLines } from './row-lines.ts'

describe('rows that are unfolded', () => {
  test('assigns every line to one row, in order, for any unfolded rows', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.boolean(), fc.uniqueArray(fc.nat(40), { maxLength: 12 }), (extra, isAll, rows) => {
        const lines = createRowLines({ extra, isAll, exceptions: rows.toSorted((a, b) => a - b) })
        const expected: { row: number; part: number }[] = []
        for (let row = 0; row < 45; row += 1) {
          const isUnfolded = extra > 0 && rows.includes(row) !== isAll
          expect(lines.isUnfolded(row)).toBe(isUnfolded)
          expect(lines.lineOf(row)).toBe(expected.length)
          const parts = isUnfolded ? extra + 1 : 1
          expected.push(...Array.from({ length: parts }, (_, part) => ({ row, part })))
        }
        expect(expected.map((_, line) => lines.at(line))).toEqual(expected)
      }),
    )
  })

  test('computes the position of row 50,000 with 100,000 rows unfolded', () => {
    const lines = createRowLines({ extra: 3, isAll: true, exceptions: [10, 20, 99_999] })
    expect(lines.lineOf(50_000)).toBe(200_000 - 6)
    expect(lines.at(200_000 - 6)).toEqual({ row: 50_000, part: 0 })
    expect(lines.at(200_000 - 4)).toEqual({ row: 50_000, part: 2 })
  })
})
