import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

test('a day is written the Korean way, without zeros in front', () => {
  expect(dayText('2026-11-05')).toBe('2026. 11. 5.')
})
