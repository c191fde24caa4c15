import { expect, test } from 'vitest'
import { chooseReleaseAction, computeSwipeOffset, detectSwipe, isAtEdge } from './use-swipe.ts'

const room = { tray: 200, canTick: true }

test('ignores a shaky tap, and scrolls when a finger moves down more than sideways', () => {
  expect(detectSwipe({ dx: 6, dy: 5 })).toBe('unknown')
  expect(detectSwipe({ dx: -12, dy: 3 })).toBe('sideways')
  expect(detectSwipe({ dx: 12, dy: 11 })).toBe('scroll')
  expect(detectSwipe({ dx: 2, dy: -40 })).toBe('scroll')
})

test('leaves swipes from the screen edges to the browser’s back gesture', () => {
  expect(isAtEdge(8, 390)).toBe(true)
  expect(isAtEdge(385, 390)).toBe(true)
  expect(isAtEdge(60, 390)).toBe(false)
})

test('moves a card only as far as there is something to reveal', () => {
  expect(computeSwipeOffset(-500, 0, room)).toBe(-200)
  expect(computeSwipeOffset(500, 0, room)).toBeLessThanOrEqual(96)
  expect(computeSwipeOffset(80, 0, { tray: 200, canTick: false })).toBe(0)
  // An open card closes first.
  expect(computeSwipeOffset(400, -200, room)).toBe(0)
})

test('on release opens the tray once half of it shows, ticks after a long swipe right, or closes', () => {
  expect(chooseReleaseAction(-110, room)).toBe('open')
  expect(chooseReleaseAction(-90, room)).toBe('close')
  expect(chooseReleaseAction(70, room)).toBe('check')
  expect(chooseReleaseAction(30, room)).toBe('close')
  expect(chooseReleaseAction(0, { tray: 0, canTick: true })).toBe('close')
})
