import { expect, test } from 'vitest'
import { classifyEntry } from './entry-state.ts'

test('puts refused and conflicting entries under attention, and those waiting for a sign-in under waiting', () => {
  expect(classifyEntry({ state: 'rejected' })).toBe('attention')
  expect(classifyEntry({ state: 'conflict' })).toBe('attention')
  expect(classifyEntry({ state: 'held_old' })).toBe('attention')
  expect(classifyEntry({ state: 'held_auth' })).toBe('waiting')
  expect(classifyEntry({ state: 'acked' })).toBeNull()
})
