import { expect, test } from 'vitest'
import { createRowLines } from '../unfolding/row-lines.ts'
import { computeGeometry } from './geometry.ts'
import { isTooTall } from './use-pages-when-too-tall.ts'

const input = { columns: [], widths: {}, actionWidth: 0, hasEntry: false, isCoarse: false }

test('keeps 440,000 rows as one list but not 450,000; fewer for tall touch rows and unfolded rows', () => {
  expect(isTooTall(computeGeometry(input), 440_000)).toBe(false)
  expect(isTooTall(computeGeometry(input), 450_000)).toBe(true)
  expect(isTooTall(computeGeometry({ ...input, isCoarse: true }), 440_000)).toBe(true)
  const lines = createRowLines({ extra: 3, isAll: true, exceptions: [] })
  expect(isTooTall(computeGeometry({ ...input, lines }), 120_000)).toBe(true)
})
