import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

test('leaving asks while an edit is still being taken down on the device, and no longer than that', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const { guardLeaving, holdPageDuring } = await import('./hold-page.ts')
  const asksOnLeaving = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  guardLeaving()
  expect(asksOnLeaving()).toBe(false)
  const [kept, refused] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const first = holdPageDuring(kept.promise)
  const second = holdPageDuring(refused.promise)
  expect(asksOnLeaving()).toBe(true)
  kept.resolve('op')
  expect(await first).toBe('op')
  expect(asksOnLeaving()).toBe(true)
  refused.reject(new Error('full'))
  await expect(second).rejects.toThrow('full')
  expect(asksOnLeaving()).toBe(false)
})
