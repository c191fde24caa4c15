import { expect, test } from 'vitest'
import { geometryOf } from './geometry.ts'
import { isTooTall } from './height-guard.ts'
import { rowLines } from '../unfolding/row-lines.ts'

const input = { columns: [], widths: {}, actionWidth: 0, hasEntry: false, isCoarse: false }

test('keeps 440,000 rows as one list but not 450,000; fewer for tall touch rows and unfolded rows', () => {
  expect(isTooTall(geometryOf(input), 440_000)).toBe(false)
  expect(isTooTall(geometryOf(input), 450_000)).toBe(true)
  expect(isTooTall(geometryOf({ ...input, isCoarse: true }), 440_000)).toBe(true)
  const lines = rowLines({ extra: 3, isAll: true, exceptions: [] })
  expect(isTooTall(geometryOf({ ...input, lines }), 120_000)).toBe(true)
})
