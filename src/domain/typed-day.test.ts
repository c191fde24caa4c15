import { expect, test } from 'vitest'
import { parseTypedDay } from './typed-day.ts'

test.each([
  ['1125', '2026-11-25'],
  ['0229', null],
  ['1301', null],
  ['2026', null],
  ['+3', '2026-11-24'],
  ['-21', '2026-10-31'],
  ['+0', '2026-11-21'],
  ['１１２５', '2026-11-25'],
  ['11/20', '2026-11-20'],
  ['오늘', '2026-11-21'],
  ['20261120', '2026-11-20'],
  ['+', null],
  ['5', null],
])('%j typed on 2026-11-21 means %s', (text, value) => {
  expect(parseTypedDay(text, '2026-11-21')).toEqual(value === null ? { ok: false } : { ok: true, value })
})

test('nothing typed is no day, and no mistake', () => {
  expect(parseTypedDay(' ', '2026-11-21')).toEqual({ ok: true, value: null })
})
