import { expect, test } from 'vitest'
import { computeKeyboardInset } from './keyboard-inset.ts'

const tablet = { layoutHeight: 768, visualHeight: 768, scale: 1, tallest: 768, isTyping: true }

test('takes no space without a keyboard', () => {
  expect(computeKeyboardInset(tablet)).toEqual({ covered: 0, isOpen: false, isCramped: false })
})

test('covers what the visual viewport lost when the keyboard overlays the page', () => {
  expect(computeKeyboardInset({ ...tablet, visualHeight: 398 })).toEqual({
    covered: 370,
    isOpen: true,
    isCramped: true,
  })
  const upright = { ...tablet, layoutHeight: 1194, tallest: 1194 }
  expect(computeKeyboardInset({ ...upright, visualHeight: 804 })).toEqual({
    covered: 390,
    isOpen: true,
    isCramped: false,
  })
})

test('covers nothing where the page shrinks itself, but still reports little space', () => {
  const resized = { ...tablet, layoutHeight: 398, visualHeight: 398 }
  expect(computeKeyboardInset(resized)).toEqual({ covered: 0, isOpen: true, isCramped: true })
})

test('does not count a pinch as a keyboard, and measures a keyboard in px of the page', () => {
  expect(computeKeyboardInset({ ...tablet, scale: 2, visualHeight: 384 }).isOpen).toBe(false)
  expect(computeKeyboardInset({ ...tablet, scale: 2, visualHeight: 199 }).covered).toBe(370)
})

test('ignores browser bars, and everything while nobody types', () => {
  expect(computeKeyboardInset({ ...tablet, visualHeight: 738 })).toEqual({
    covered: 0,
    isOpen: false,
    isCramped: false,
  })
  expect(computeKeyboardInset({ ...tablet, visualHeight: 398, isTyping: false }).covered).toBe(0)
  expect(computeKeyboardInset({ ...tablet, layoutHeight: 398, visualHeight: 398, isTyping: false }).isOpen).toBe(false)
})

test('keeps clear of the bar of a hardware keyboard without hiding anything', () => {
  expect(computeKeyboardInset({ ...tablet, visualHeight: 713 })).toEqual({
    covered: 55,
    isOpen: false,
    isCramped: false,
  })
})
