import { expect, test } from 'vitest'
import { keyboardRoom } from './keyboard-room.ts'

const tablet = { layoutHeight: 768, visualHeight: 768, scale: 1, tallest: 768, isTyping: true }

test('without a keyboard nothing is taken', () => {
  expect(keyboardRoom(tablet)).toEqual({ covered: 0, isOpen: false, isTight: false })
})

test('a keyboard that lies over the page covers what the visual viewport lost', () => {
  expect(keyboardRoom({ ...tablet, visualHeight: 398 })).toEqual({ covered: 370, isOpen: true, isTight: true })
  const upright = { ...tablet, layoutHeight: 1194, tallest: 1194 }
  expect(keyboardRoom({ ...upright, visualHeight: 804 })).toEqual({ covered: 390, isOpen: true, isTight: false })
})

test('where the page gave way by itself nothing is covered, and yet little is left', () => {
  const resized = { ...tablet, layoutHeight: 398, visualHeight: 398 }
  expect(keyboardRoom(resized)).toEqual({ covered: 0, isOpen: true, isTight: true })
})

test('a pinch is no keyboard, and with one the keyboard is measured in px of the page', () => {
  expect(keyboardRoom({ ...tablet, scale: 2, visualHeight: 384 }).isOpen).toBe(false)
  expect(keyboardRoom({ ...tablet, scale: 2, visualHeight: 199 }).covered).toBe(370)
})

test('the bars of a browser take no room, and neither does anything while nobody types', () => {
  expect(keyboardRoom({ ...tablet, visualHeight: 738 })).toEqual({ covered: 0, isOpen: false, isTight: false })
  expect(keyboardRoom({ ...tablet, visualHeight: 398, isTyping: false }).covered).toBe(0)
  expect(keyboardRoom({ ...tablet, layoutHeight: 398, visualHeight: 398, isTyping: false }).isOpen).toBe(false)
})

test('the keys of a real keyboard over a bar at the foot: the bar is kept clear, nothing hides', () => {
  expect(keyboardRoom({ ...tablet, visualHeight: 713 })).toEqual({ covered: 55, isOpen: false, isTight: false })
})
