import { expect, test } from 'vitest'
import { computeEdgeSpeed } from './drag-select.ts'

const rows = { from: 100, to: 700 }

test('does not scroll in the middle, nor with a mouse before it leaves the rows', () => {
  expect(computeEdgeSpeed(400, rows, 36)).toBe(0)
  expect(computeEdgeSpeed(700, rows, 0)).toBe(0)
  expect(computeEdgeSpeed(701, rows, 0)).toBeGreaterThan(0)
})

test('starts before the edge for touch, equally in both directions', () => {
  expect(computeEdgeSpeed(664, rows, 36)).toBe(0)
  expect(computeEdgeSpeed(680, rows, 36)).toBeGreaterThan(0)
  expect(computeEdgeSpeed(120, rows, 36)).toBe(-computeEdgeSpeed(680, rows, 36))
})

test('scrolls faster further out, up to a limit', () => {
  const speeds = [670, 700, 740, 784, 900].map((at) => computeEdgeSpeed(at, rows, 36))
  expect(speeds).toEqual(speeds.toSorted((a, b) => a - b))
  expect(speeds[0]).toBeLessThan(0.3)
  expect(speeds[3]).toBe(speeds[4])
})

test('leaves the middle third of a two-row list alone', () => {
  expect(computeEdgeSpeed(145, { from: 100, to: 190 }, 44)).toBe(0)
})
