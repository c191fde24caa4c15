import { expect, test } from 'vitest'

test.skip('a skipped test proves nothing', () => {
  expect(1).toBe(1)
})
