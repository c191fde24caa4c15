import { test } from 'vitest'

test('a test without an expectation cannot fail', () => {
  Number('1')
})
