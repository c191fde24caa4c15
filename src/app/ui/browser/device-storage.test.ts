import { expect, test } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { createDeviceStorage, parseStoredJson } from './device-storage.ts'

/** One browser's storage, and the storage events it sends to every page but the writing one. */
function openBrowser({ isFull = false } = {}) {
  const stored = new Map<string, string>()
  const page = new EventTarget() as Window
  const storage = createFakeStorage(stored)
  const full = createFakeStorage(stored, () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  return {
    stored,
    storage: createDeviceStorage(() => (isFull ? full : storage), page),
    writeElsewhere(key: string, text: string) {
      stored.set(key, text)
      page.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
    clearElsewhere() {
      stored.clear()
      page.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
    },
  }
}

test('stores, lists and removes texts', () => {
  const { storage, stored } = openBrowser()
  expect(storage.setItem('theme', 'dark')).toBe(true)
  expect([storage.getItem('theme'), storage.listKeys()]).toEqual(['dark', ['theme']])
  storage.removeItem('theme')
  expect([storage.getItem('theme'), stored.size]).toEqual([null, 0])
})

test('holds what a full device refuses for this page, until another page changes it', () => {
  const { storage, writeElsewhere, clearElsewhere } = openBrowser({ isFull: true })
  expect(storage.setItem('theme', 'dark')).toBe(false)
  expect([storage.getItem('theme'), storage.listKeys()]).toEqual(['dark', ['theme']])
  writeElsewhere('density', 'dense')
  expect(storage.getItem('theme')).toBe('dark')
  writeElsewhere('theme', 'light')
  expect(storage.getItem('theme')).toBe('light')
  storage.setItem('theme', 'dark')
  clearElsewhere()
  expect(storage.getItem('theme')).toBeNull()
})

test('works in memory where the browser forbids any access', () => {
  const storage = createDeviceStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  }, new EventTarget())
  expect([storage.getItem('theme'), storage.listKeys()]).toEqual([null, []])
  expect(storage.setItem('theme', 'dark')).toBe(false)
  expect(storage.getItem('theme')).toBe('dark')
  storage.removeItem('theme')
  expect(storage.getItem('theme')).toBeNull()
})

test('notifies of changes to a key here and elsewhere, until stopped', () => {
  const { storage, writeElsewhere, clearElsewhere } = openBrowser()
  const seen: (string | null)[] = []
  const stop = storage.subscribe('theme', () => seen.push(storage.getItem('theme')))
  storage.setItem('theme', 'dark')
  storage.setItem('density', 'dense')
  writeElsewhere('theme', 'light')
  writeElsewhere('density', 'roomy')
  storage.removeItem('theme')
  clearElsewhere()
  expect(seen).toEqual(['dark', 'light', null, null])
  stop()
  storage.setItem('theme', 'dark')
  writeElsewhere('theme', 'light')
  expect(seen).toHaveLength(4)
})

test('reads text that is no JSON as nothing', () => {
  expect([null, '', '{"a":', '{"a":1}'].map(parseStoredJson)).toEqual([null, null, null, { a: 1 }])
})
