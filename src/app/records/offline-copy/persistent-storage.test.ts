import { afterEach, expect, test, vi } from 'vitest'
import { requestPersistence, storageProtection } from './persistent-storage.ts'

afterEach(() => {
  storageProtection.state = 'unknown'
})

test('asks until the browser promises to keep the storage', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))
  const storage = { persisted: () => Promise.resolve(false), persist }
  await requestPersistence(storage)
  expect(storageProtection.state).toBe('evictable')
  persist.mockResolvedValue(true)
  await requestPersistence(storage)
  await requestPersistence(storage)
  expect([storageProtection.state, persist.mock.calls.length]).toEqual(['kept', 2])
})

test('does not ask where the storage is kept already', async () => {
  const persist = vi.fn<() => Promise<boolean>>()
  await requestPersistence({ persisted: () => Promise.resolve(true), persist })
  expect([storageProtection.state, persist.mock.calls.length]).toEqual(['kept', 0])
})

test.each<[string, Partial<StorageManager> | undefined]>([
  ['has no storage manager', undefined],
  ['has no such question', { estimate: () => Promise.resolve({}) }],
  [
    'refuses the question',
    { persisted: () => Promise.reject(new TypeError('private')), persist: vi.fn<() => never>() },
  ],
])('leaves the answer open when the browser %s', async (_name, storage) => {
  await requestPersistence(storage)
  expect(storageProtection.state).toBe('unknown')
})
