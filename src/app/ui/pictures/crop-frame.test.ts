import { expect, test } from 'vitest'
import { createFrame, type CropFrame, fullFrame, moveFrame, pullCorner, turnFrame } from './crop-frame.ts'

const middle: CropFrame = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 }

test('drags a corner as far as the picture and the other corners allow', () => {
  expect(pullCorner(middle, 'top-left', { x: 0.25, y: -0.5 })).toEqual({ ...middle, left: 0.5, top: 0 })
  expect(pullCorner(middle, 'bottom-right', { x: 0.5, y: -1 })).toEqual({ ...middle, right: 1, bottom: 0.3 })
})

test('moves a frame within the picture without resizing it', () => {
  expect(moveFrame(middle, { x: 0.5, y: -0.125 })).toEqual({ left: 0.5, top: 0.125, right: 1, bottom: 0.625 })
})

test('draws a frame between any two corners, but none for a mere touch', () => {
  expect(createFrame({ x: 0.75, y: 0.25 }, { x: 0.25, y: 2 })).toEqual({ ...middle, bottom: 1 })
  expect(createFrame({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull()
})

test('four turns to the same side, or one there and one back, change nothing', () => {
  const frame: CropFrame = { left: 0.125, top: 0.25, right: 0.5, bottom: 1 }
  expect(turnFrame(frame, 1)).toEqual({ left: 0, top: 0.125, right: 0.75, bottom: 0.5 })
  expect(turnFrame(turnFrame(frame, 1), -1)).toEqual(frame)
  expect([1, 1, 1, 1].reduce((turned) => turnFrame(turned, 1), frame)).toEqual(frame)
  expect(turnFrame(fullFrame, -1)).toEqual(fullFrame)
})
