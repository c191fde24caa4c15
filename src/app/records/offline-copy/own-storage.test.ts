import { afterEach, expect, test } from 'vitest'
import { createUserStorage } from '#app/session/device-data/own-keys.ts'
import { createDeviceStorage, type DeviceStorage } from '#app/ui/browser/device-storage.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { createOwnStorage, openOwnStorage } from './own-storage.ts'

const viewsKey = 'saved-filters:book@u1'
const answersKey = 'reference-answers-u1'
const opened: (() => void)[] = []

afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** One browser's storage, as any of its windows sees it. */
function openBrowser(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries))
  const tabs = new Map<string, string>()
  const page = new EventTarget()
  const openWindow = () => ({
    local: createDeviceStorage(() => createFakeStorage(stored), page),
    tab: createDeviceStorage(() => createFakeStorage(tabs), page),
  })
  /** The storage event that the browser fires in every window except the writing one. */
  const notify = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  return { stored, tabs, openWindow, notify }
}

async function open(storage: Record<'local' | 'tab', DeviceStorage>, seals: Seals | undefined, userId = 'u1') {
  opened.push(await openOwnStorage({ userId, seals, ...storage }))
}

const findNames = (text: string) => [...text.matchAll(/홍길동|한도담/g)]

test('leaves nothing readable next to a sealed copy and restores it with the keys', async () => {
  const seals = createTestSeals('u1')
  const { stored, tabs, openWindow } = openBrowser()
  await open(openWindow(), seals)
  const userStorage = createUserStorage('u1', createOwnStorage('u1'))
  userStorage.setItem('saved-filters:book', '["홍길동"]')
  createOwnStorage('u1').setItem(answersKey, '{"manager":"한도담"}')
  createOwnStorage('u1', 'tab').setItem('chat-draft-u1', '홍길동은')
  expect(userStorage.getItem('saved-filters:book')).toBe('["홍길동"]')
  await expect.poll(() => stored.size + tabs.size).toBe(3)
  for (const text of [...stored.values(), ...tabs.values()]) expect(text).toMatch(/^sealed:\w+:[\w-]+$/)

  await open(openWindow(), seals)
  expect(createOwnStorage('u1').getItem(viewsKey)).toBe('["홍길동"]')
  expect(createOwnStorage('u1').getItem(answersKey)).toBe('{"manager":"한도담"}')
  expect(createOwnStorage('u1', 'tab').getItem('chat-draft-u1')).toBe('홍길동은')
  expect(createOwnStorage('u2').getItem(viewsKey)).toBeNull()
})

test('seals unencrypted values, also those without an owner, when the copy first opens with keys', async () => {
  const { stored, openWindow } = openBrowser({
    [viewsKey]: '["홍길동"]',
    [answersKey]: '{"manager":"한도담"}',
    'recent-records-u1': '[{"id":"홍길동"}]',
    'saved-filters:units': '["한도담"]',
    'saved-filters:book@u2': '["홍길동"]',
    'column-layout:book': '{}',
  })
  await open(openWindow(), createTestSeals('u1'))
  await expect.poll(() => [...stored.values()].flatMap(findNames).length).toBe(1)
  expect(stored.get('saved-filters:book@u2')).toBe('["홍길동"]')
  expect(stored.get('column-layout:book')).toBe('{}')
  expect(stored.has('saved-filters:units')).toBe(false)
  expect(createOwnStorage('u1').getItem('saved-filters:units@u1')).toBe('["한도담"]')
  expect(createOwnStorage('u1').getItem('recent-records-u1')).toBe('[{"id":"홍길동"}]')
})

test('drops what the server can send again after a forgotten PIN, and keeps saved views', async () => {
  const [before, after] = [createTestSeals('before'), createTestSeals('after')]
  const { stored, openWindow } = openBrowser({ [viewsKey]: '["홍길동"]', [answersKey]: '{"manager":"한도담"}' })
  await open(openWindow(), before)
  await open(openWindow(), { mirror: after.mirror, outbox: before.outbox })
  expect(createOwnStorage('u1').getItem(viewsKey)).toBe('["홍길동"]')
  expect(createOwnStorage('u1').getItem(answersKey)).toBeNull()
  expect([...stored.keys()]).toEqual([viewsKey])
})

test('stores values unencrypted next to an unsealed copy', async () => {
  const { stored, openWindow } = openBrowser({ [viewsKey]: '["홍길동"]' })
  await open(openWindow(), undefined)
  expect(createOwnStorage('u1').getItem(viewsKey)).toBe('["홍길동"]')
  createOwnStorage('u1').setItem(answersKey, '{}')
  expect(stored.get(answersKey)).toBe('{}')
  createOwnStorage('u1').removeItem(answersKey)
  expect(stored.has(answersKey)).toBe(false)
})

test('reads and writes nothing while the copy is closed', async () => {
  const seals = createTestSeals('u1')
  const { stored, openWindow } = openBrowser()
  await open(openWindow(), seals)
  createOwnStorage('u1').setItem(answersKey, '{"manager":"한도담"}')
  await expect.poll(() => stored.size).toBe(1)
  // This value is still being sealed when the storage closes.
  createOwnStorage('u1').setItem('recent-records-u1', '[]')
  opened.pop()?.()
  createOwnStorage('u1').setItem(viewsKey, '["홍길동"]')
  expect(createOwnStorage('u1').getItem(answersKey)).toBeNull()
  await seals.outbox.seal({})
  expect([...stored.keys()]).toEqual([answersKey])
})

test("follows another window's changes and keeps the last of two writes", async () => {
  const seals = createTestSeals('u1')
  const { stored, openWindow, notify } = openBrowser()
  await open(openWindow(), seals)
  const thisWindow = createOwnStorage('u1')
  thisWindow.setItem(viewsKey, '["홍길동"]')
  thisWindow.setItem(viewsKey, '["한도담"]')
  await expect.poll(() => stored.get(viewsKey)).toBeDefined()
  const text = stored.get(viewsKey) ?? ''

  const otherWindow = openWindow()
  await open(otherWindow, seals)
  expect(createOwnStorage('u1').getItem(viewsKey)).toBe('["한도담"]')
  stored.delete(viewsKey)
  notify(viewsKey)
  expect(createOwnStorage('u1').getItem(viewsKey)).toBeNull()
  stored.set(viewsKey, text)
  notify(viewsKey)
  await expect.poll(() => createOwnStorage('u1').getItem(viewsKey)).toBe('["한도담"]')
  createOwnStorage('u1').setItem(viewsKey, '["x"]')
  createOwnStorage('u1').removeItem(viewsKey)
  await seals.outbox.seal({})
  expect(stored.has(viewsKey)).toBe(false)
})
