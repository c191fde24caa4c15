import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from './free-port.ts'

test('chooses a port below the range of outgoing connections, and keeps the wanted one if it is free', async () => {
  const port = await findFreePort()
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(32_768)
  expect(await findFreePort(port)).toBe(port)
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))
  try {
    expect(await findFreePort(port)).not.toBe(port)
  } finally {
    holder.close()
  }
})
