import { expect, test } from 'vitest'
import { followed, isAtEdge, releaseSwipe, wayOf } from './swipe-way.ts'

const room = { tray: 200, canTick: true }

test('a trembling tap is no swipe, and a finger that goes down more than sideways scrolls', () => {
  expect(wayOf({ dx: 6, dy: 5 })).toBe('unknown')
  expect(wayOf({ dx: -12, dy: 3 })).toBe('sideways')
  expect(wayOf({ dx: 12, dy: 11 })).toBe('scroll')
  expect(wayOf({ dx: 2, dy: -40 })).toBe('scroll')
})

test('near the sides of the screen the browser goes back', () => {
  expect(isAtEdge(8, 390)).toBe(true)
  expect(isAtEdge(385, 390)).toBe(true)
  expect(isAtEdge(60, 390)).toBe(false)
})

test('a card follows as far as there is something to see', () => {
  expect(followed(-500, 0, room)).toBe(-200)
  expect(followed(500, 0, room)).toBeLessThanOrEqual(96)
  expect(followed(80, 0, { tray: 200, canTick: false })).toBe(0)
  // One that is open closes first.
  expect(followed(400, -200, room)).toBe(0)
})

test('letting go opens from half of the tray on, ticks far to the right, and else closes', () => {
  expect(releaseSwipe(-110, room)).toBe('open')
  expect(releaseSwipe(-90, room)).toBe('close')
  expect(releaseSwipe(70, room)).toBe('tick')
  expect(releaseSwipe(30, room)).toBe('close')
  expect(releaseSwipe(0, { tray: 0, canTick: true })).toBe('close')
})
