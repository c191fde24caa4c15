import { expect, test } from 'vitest'
import { shownActions } from './shown-actions.ts'

const room = { available: 1000, widths: [100, 100, 100], gap: 8, moreWidth: 80, total: 5 }

test('three actions stand in the bar, the rest behind 더보기', () => {
  expect(shownActions(room)).toBe(3)
})

test('three actions need no 더보기, and its room is theirs', () => {
  expect(shownActions({ ...room, total: 3, available: 316 })).toBe(3)
  expect(shownActions({ ...room, total: 4, available: 316 })).toBe(2)
})

test.each([
  [404, 3],
  [403, 2],
  [296, 2],
  [295, 1],
  [10, 1],
])('in %i pixels %i of five stand in the bar', (available, count) => {
  expect(shownActions({ ...room, available })).toBe(count)
})

test('a bar without actions shows none', () => {
  expect(shownActions({ ...room, widths: [], total: 0 })).toBe(0)
})
