import { expect, test } from 'vitest'
import { checkPicture, fitSize } from './draw-picture.ts'

const deps = { maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'], shownSide: 512 }

test('accepts only the three picture types, up to 5 MB', () => {
  expect(checkPicture({ type: 'image/webp', size: 5_242_880 }, deps)).toBeNull()
  expect(checkPicture({ type: 'image/svg+xml', size: 100 }, deps)).toBe('PNG, JPEG, WebP 이미지만 올릴 수 있습니다.')
  expect(checkPicture({ type: 'image/png', size: 5_242_881 }, deps)).toBe('이미지는 5MB 이하만 올릴 수 있습니다.')
})

test('keeps the shape of a picture and never enlarges it', () => {
  expect(fitSize({ width: 4000, height: 1000 }, 512)).toEqual({ width: 512, height: 128 })
  expect(fitSize({ width: 120, height: 40 }, 512)).toEqual({ width: 120, height: 40 })
  expect(fitSize({ width: 5000, height: 2 }, 512)).toEqual({ width: 512, height: 1 })
})
