import { expect, test } from 'vitest'
import { geometryOf } from './geometry.ts'
import { isTooTall } from './height-guard.ts'
import { rowLines } from '../unfolding/row-lines.ts'

const input = { columns: [], widths: {}, actionWidth: 0, hasEntry: false, isCoarse: false }

test('440,000 rows are one list, 450,000 are not; with a finger rows are taller, unfolded rows too', () => {
  expect(isTooTall(geometryOf(input), 440_000)).toBe(false)
  expect(isTooTall(geometryOf(input), 450_000)).toBe(true)
  expect(isTooTall(geometryOf({ ...input, isCoarse: true }), 440_000)).toBe(true)
  const lines = rowLines({ extra: 3, isAll: true, exceptions: [] })
  expect(isTooTall(geometryOf({ ...input, lines }), 120_000)).toBe(true)
})
