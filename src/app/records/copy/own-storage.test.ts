import { afterEach, expect, test } from 'vitest'
import type { Seals } from '#mirror/store/seal.ts'
import { ownShelf } from '#app/session/own-shelf.ts'
import { fakeStorage } from '../../../../tests/support/local-storage.ts'
import { quickSeals } from '../../../../tests/support/quick-seals.ts'
import { openOwnStorage, ownStorage } from './own-storage.ts'

const views = 'saved-filters:book@u1'
const answers = 'reference-answers-u1'
const opened: (() => void)[] = []

afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** One browser's storage, as any of its windows sees it. */
function browser(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  const tabs = new Map<string, string>()
  const windows: EventTarget[] = []
  const local = fakeStorage(kept)
  const openWindow = () => {
    const page = Object.assign(new EventTarget(), { localStorage: local, sessionStorage: fakeStorage(tabs) })
    windows.push(page)
    return page as unknown as Window
  }
  /** The storage event that the browser fires in every window except the writing one. */
  const notify = (key: string) => {
    for (const page of windows) page.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: local }))
  }
  return { kept, tabs, openWindow, notify }
}

async function open(page: Window, seals: Seals | undefined, userId = 'u1') {
  opened.push(await openOwnStorage({ userId, seals, page }))
}

const read = (text: string) => [...text.matchAll(/홍길동|한도담/g)]

test('leaves nothing readable next to a sealed copy and restores it with the keys', async () => {
  const seals = quickSeals('u1')
  const { kept, tabs, openWindow } = browser()
  await open(openWindow(), seals)
  const shelf = ownShelf('u1', ownStorage('u1'))
  shelf.setItem('saved-filters:book', '["홍길동"]')
  ownStorage('u1').setItem(answers, '{"manager":"한도담"}')
  ownStorage('u1', 'tab').setItem('chat-draft-u1', '홍길동은')
  expect(shelf.getItem('saved-filters:book')).toBe('["홍길동"]')
  await expect.poll(() => kept.size + tabs.size).toBe(3)
  for (const text of [...kept.values(), ...tabs.values()]) expect(text).toMatch(/^sealed:\w+:[\w-]+$/)

  await open(openWindow(), seals)
  expect(ownStorage('u1').getItem(views)).toBe('["홍길동"]')
  expect(ownStorage('u1').getItem(answers)).toBe('{"manager":"한도담"}')
  expect(ownStorage('u1', 'tab').getItem('chat-draft-u1')).toBe('홍길동은')
  expect(ownStorage('u2').getItem(views)).toBeNull()
})

test('seals unencrypted values when the copy is first opened with keys, including views from before shelves had owners', async () => {
  const { kept, openWindow } = browser({
    [views]: '["홍길동"]',
    [answers]: '{"manager":"한도담"}',
    'recent-records-u1': '[{"id":"홍길동"}]',
    'saved-filters:units': '["한도담"]',
    'saved-filters:book@u2': '["홍길동"]',
    'column-layout:book': '{}',
  })
  await open(openWindow(), quickSeals('u1'))
  await expect.poll(() => [...kept.values()].flatMap(read).length).toBe(1)
  expect(kept.get('saved-filters:book@u2')).toBe('["홍길동"]')
  expect(kept.get('column-layout:book')).toBe('{}')
  expect(kept.has('saved-filters:units')).toBe(false)
  expect(ownStorage('u1').getItem('saved-filters:units@u1')).toBe('["한도담"]')
  expect(ownStorage('u1').getItem('recent-records-u1')).toBe('[{"id":"홍길동"}]')
})

test('drops what the server can send again after a forgotten PIN, and keeps saved views, as it does edits', async () => {
  const [before, after] = [quickSeals('before'), quickSeals('after')]
  const { kept, openWindow } = browser({ [views]: '["홍길동"]', [answers]: '{"manager":"한도담"}' })
  await open(openWindow(), before)
  await open(openWindow(), { mirror: after.mirror, outbox: before.outbox })
  expect(ownStorage('u1').getItem(views)).toBe('["홍길동"]')
  expect(ownStorage('u1').getItem(answers)).toBeNull()
  expect([...kept.keys()]).toEqual([views])
})

test('stores values unencrypted next to an unsealed copy', async () => {
  const { kept, openWindow } = browser({ [views]: '["홍길동"]' })
  await open(openWindow(), undefined)
  expect(ownStorage('u1').getItem(views)).toBe('["홍길동"]')
  ownStorage('u1').setItem(answers, '{}')
  expect(kept.get(answers)).toBe('{}')
  ownStorage('u1').removeItem(answers)
  expect(kept.has(answers)).toBe(false)
})

test('reads and writes nothing while the copy is closed', async () => {
  const seals = quickSeals('u1')
  const { kept, openWindow } = browser()
  await open(openWindow(), seals)
  ownStorage('u1').setItem(answers, '{"manager":"한도담"}')
  await expect.poll(() => kept.size).toBe(1)
  // This value is still being sealed when the storage closes.
  ownStorage('u1').setItem('recent-records-u1', '[]')
  opened.pop()?.()
  ownStorage('u1').setItem(views, '["홍길동"]')
  expect(ownStorage('u1').getItem(answers)).toBeNull()
  await seals.outbox.seal({})
  expect([...kept.keys()]).toEqual([answers])
})

test("follows another window's changes and keeps the last of two writes", async () => {
  const seals = quickSeals('u1')
  const { kept, openWindow, notify } = browser()
  await open(openWindow(), seals)
  const here = ownStorage('u1')
  here.setItem(views, '["홍길동"]')
  here.setItem(views, '["한도담"]')
  await expect.poll(() => kept.get(views)).toBeDefined()
  const text = kept.get(views) ?? ''

  const there = openWindow()
  await open(there, seals)
  expect(ownStorage('u1').getItem(views)).toBe('["한도담"]')
  kept.delete(views)
  notify(views)
  expect(ownStorage('u1').getItem(views)).toBeNull()
  kept.set(views, text)
  notify(views)
  await expect.poll(() => ownStorage('u1').getItem(views)).toBe('["한도담"]')
  ownStorage('u1').setItem(views, '["x"]')
  ownStorage('u1').removeItem(views)
  await seals.outbox.seal({})
  expect(kept.has(views)).toBe(false)
})
