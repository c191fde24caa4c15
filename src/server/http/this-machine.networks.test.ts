import { expect, test } from 'vitest'
import { createNetworkMatcher } from './this-machine.ts'

test.each([
  [['192.168.0.0/24'], '192.168.0.77', true],
  [['192.168.0.0/24'], '::ffff:192.168.0.77', true],
  [['192.168.0.0/24'], '192.168.1.77', false],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.70', false],
  [['2001:db8:1::/48', '10.0.0.1'], '2001:db8:1:2::3', true],
  [['2001:db8:1::/48'], '2001:db8:2::3', false],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [[], '127.0.0.1', false],
  [['10.0.0.0/8'], '', false],
])('%o contains %s: %s', (list, ipAddress, isIn) => {
  expect(createNetworkMatcher(list)(ipAddress)).toBe(isIn)
})
