import { expect, test } from 'vitest'
import { type DevicePage, openSavedLayouts } from './saved-layouts.ts'

function createDevice(isFull = false) {
  const stored = new Map<string, string>()
  const listeners = new Set<(event: Pick<StorageEvent, 'key'>) => void>()
  const page: DevicePage = {
    localStorage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem(key, value) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        stored.set(key, value)
      },
      removeItem: (key) => void stored.delete(key),
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
  return { page, stored, listeners, notify: (key: string | null) => listeners.forEach((listener) => listener({ key })) }
}

test('stores one layout per table and reads it back', () => {
  const { page, stored } = createDevice()
  const saved = openSavedLayouts(page)
  expect(saved.writeLayout('book', 'one')).toBe(true)
  expect(saved.readLayout('book')).toBe('one')
  expect(saved.readLayout('other')).toBeNull()
  expect([...stored.keys()]).toEqual(['column-layout:book'])
  saved.writeLayout('book', null)
  expect(stored.size).toBe(0)
})

test('holds the layout for this page when the device is full, and reports it', () => {
  const saved = openSavedLayouts(createDevice(true).page)
  expect(saved.writeLayout('book', 'one')).toBe(false)
  expect(saved.readLayout('book')).toBe('one')
})

test('notifies subscribers of changes to its own key in another tab', () => {
  const { page, stored, listeners, notify } = createDevice()
  const saved = openSavedLayouts(page)
  let notifications = 0
  const stop = saved.subscribe(() => (notifications += 1))
  stored.set('column-layout:book', 'theirs')
  notify('column-layout:book')
  expect([notifications, saved.readLayout('book')]).toEqual([1, 'theirs'])
  notify('user_info')
  expect(notifications).toBe(1)
  stop()
  expect(listeners.size).toBe(0)
})
