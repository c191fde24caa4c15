import { expect, test } from 'vitest'
import { createRefusalStreaks, networkOf } from './refusal-streaks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
])('%s is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a flood of strangers is forgotten rather than kept in memory, the oldest first', () => {
  const streaks = createRefusalStreaks({ first: 2 })
  const now = new Date('2026-11-22T00:00:00Z')
  streaks.count('first', now)
  for (let stranger = 0; stranger < 10_000; stranger += 1) streaks.count(String(stranger), now)
  expect(streaks.count('first', now)).toBeNull()
  expect(streaks.count('9999', now)).toMatchObject({ count: 2 })
})
