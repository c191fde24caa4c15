import { expect, test } from 'vitest'
import { countShownActions } from './count-shown-actions.ts'

const room = { available: 1000, widths: [100, 100, 100], gap: 8, moreWidth: 80, total: 5 }

test('shows three actions in the bar and the rest behind 더보기', () => {
  expect(countShownActions(room)).toBe(3)
})

test('leaves out 더보기 and its width when there are only three actions', () => {
  expect(countShownActions({ ...room, total: 3, available: 316 })).toBe(3)
  expect(countShownActions({ ...room, total: 4, available: 316 })).toBe(2)
})

test.each([
  [404, 3],
  [403, 2],
  [296, 2],
  [295, 1],
  [10, 1],
])('in %i pixels shows %i of five actions', (available, count) => {
  expect(countShownActions({ ...room, available })).toBe(count)
})

test('shows nothing for a bar without actions', () => {
  expect(countShownActions({ ...room, widths: [], total: 0 })).toBe(0)
})
