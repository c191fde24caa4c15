import { afterEach, expect, test, vi } from 'vitest'
import { openOutbox } from '#mirror/outbox/open-outbox.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { createBrowserRuntime } from './browser-runtime.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a browser without BroadcastChannel and Web Locks gets channels and locks that do nothing', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', {})
  const { openChannel, locks } = createBrowserRuntime()
  const channel = openChannel('name')
  const stop = channel.listen(() => undefined)
  channel.post({ type: 'any' })
  stop()
  channel.close()
  const [first, second] = [vi.fn<() => Promise<number>>(), vi.fn<() => Promise<number>>()]
  first.mockImplementation(() => locks.request('name', { steal: true }, second))
  second.mockResolvedValue(2)
  expect(await locks.request('name', first)).toBe(2)
})

test('a browser without IndexedDB is recognized as one that stores nothing', async () => {
  const opening = openOutbox(createBrowserRuntime(), testUserId).catch((error: unknown) => error)
  expect(await opening).toMatchObject({ name: 'OutboxWriteError', reason: 'refused' })
  await expect(createBrowserRuntime().indexedDB.databases()).rejects.toMatchObject({ name: 'NotSupportedError' })
})
