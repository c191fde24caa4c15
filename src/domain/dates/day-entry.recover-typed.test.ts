import { expect, test } from 'vitest'
import { recoverTypedText } from './day-entry.ts'

test.each([
  ['12월 3일', '12-3'],
  ['04월 09일', '4-9'],
  ['7/21', '7-21'],
  ['5-6', '5-6'],
])('restores the text of the Excel date %s: %s', (shown, typed) => {
  expect(recoverTypedText(shown)).toBe(typed)
})

test.each(['Jan-32', 'Dec-26', '2026-12-03', '2026년 12월 3일', '2026년 12월', '1-2-3', '오후 3:00'])(
  'restores nothing from %s',
  (shown) => {
    expect(recoverTypedText(shown)).toBeNull()
  },
)
