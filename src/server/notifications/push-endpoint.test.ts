import { expect, test } from 'vitest'
import { createPushEndpoint, ForeignAddressError } from './push-endpoint.ts'

const endpoint = createPushEndpoint({ pushNetworks: [] })
const withOwnService = createPushEndpoint({ pushNetworks: ['10.1.0.0/16'] })

test.each([
  'https://127.0.0.1/push',
  'https://localhost/push',
  'https://10.0.0.1/push',
  'https://172.16.3.4/push',
  'https://192.168.0.1/push',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/push',
  'https://0.0.0.0/push',
  'https://224.0.0.1/push',
  'https://255.255.255.255/push',
  // 127.0.0.1 in other spellings.
  'https://2130706433/push',
  'https://0x7f.1/push',
  'https://[::1]/push',
  'https://[::ffff:127.0.0.1]/push',
  'https://[::ffff:7f00:1]/push',
  'https://[64:ff9b::7f00:1]/push',
  'https://[2002:7f00:1::]/push',
  'https://[fd00::1]/push',
  'https://[fe80::1]/push',
  // A public address, but not as browsers' push services have it.
  'http://8.8.8.8/push',
  'https://8.8.8.8:8443/push',
  'https://somebody@8.8.8.8/push',
  'ftp://8.8.8.8/push',
  'push',
])('neither accepts nor calls %s', async (url) => {
  expect(await endpoint.findRefusal(url)).toBe('foreign')
  await expect(endpoint.post(url, { headers: {}, body: new Uint8Array() })).rejects.toBeInstanceOf(ForeignAddressError)
})

test('accepts public addresses, and those of the office’s own push service at any port', async () => {
  expect(await endpoint.findRefusal('https://8.8.8.8/push')).toBeNull()
  expect(await endpoint.findRefusal('https://[2606:4700::1111]/push')).toBeNull()
  expect(await withOwnService.findRefusal('https://10.1.2.3:8443/push')).toBeNull()
  expect(await withOwnService.findRefusal('https://10.2.0.1/push')).toBe('foreign')
})

test('a name that does not exist is no reason to refuse it forever', async () => {
  expect(await endpoint.findRefusal('https://push.invalid/push')).toBe('unresolved')
})
