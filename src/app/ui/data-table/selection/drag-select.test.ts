import { expect, test } from 'vitest'
import { edgeSpeed } from './drag-select.ts'

const rows = { from: 100, to: 700 }

test('does not scroll in the middle, nor with a mouse before it leaves the rows', () => {
  expect(edgeSpeed(400, rows, 36)).toBe(0)
  expect(edgeSpeed(700, rows, 0)).toBe(0)
  expect(edgeSpeed(701, rows, 0)).toBeGreaterThan(0)
})

test('starts before the edge for touch, equally in both directions', () => {
  expect(edgeSpeed(664, rows, 36)).toBe(0)
  expect(edgeSpeed(680, rows, 36)).toBeGreaterThan(0)
  expect(edgeSpeed(120, rows, 36)).toBe(-edgeSpeed(680, rows, 36))
})

test('scrolls faster further out, up to a limit', () => {
  const speeds = [670, 700, 740, 784, 900].map((at) => edgeSpeed(at, rows, 36))
  expect(speeds).toEqual(speeds.toSorted((a, b) => a - b))
  expect(speeds[0]).toBeLessThan(0.3)
  expect(speeds[3]).toBe(speeds[4])
})

test('leaves the middle third of a two-row list alone', () => {
  expect(edgeSpeed(145, { from: 100, to: 190 }, 44)).toBe(0)
})
