import { expect, test } from 'vitest'
import { resolveOrigin } from './own-origin.ts'

test.each([
  ['https://office.test/', 'anything', 'https://office.test'],
  [undefined, 'office.test:8080', 'http://office.test:8080'],
  [undefined, '[::1]:8080', 'http://[::1]:8080'],
  [undefined, '온결.test', 'http://xn--p89az69b.test'],
  [undefined, 'a"onerror=alert(1)"', ''],
  [undefined, 'a b', ''],
])('with PUBLIC_URL %s a request to %s has the origin %s', (publicUrl, host, origin) => {
  expect(resolveOrigin({ protocol: 'http', host }, { publicUrl })).toBe(origin)
})
