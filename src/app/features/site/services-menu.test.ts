import { expect, test } from 'vitest'
import { filterEntries, menuStorageKeys, readMenuState, storeMenuState } from './services-menu.ts'

function createStorage(stored: Record<string, string>) {
  const values = new Map(Object.entries(stored))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('opens the first service by default, with the menu folded for staff only', () => {
  expect(readMenuState(createStorage({}), false)).toEqual({ selected: 'real-estate', isCollapsed: false })
  expect(readMenuState(createStorage({}), true)).toEqual({ selected: 'real-estate', isCollapsed: true })
})

test('restores the chosen service and the folded state, also for staff who unfolded the menu', () => {
  const storage = createStorage({})
  storeMenuState(storage, { selected: 'civil' })
  storeMenuState(storage, { isCollapsed: false })
  expect(readMenuState(storage, true)).toEqual({ selected: 'civil', isCollapsed: false })
  storeMenuState(storage, { isCollapsed: true })
  expect(readMenuState(storage, false)).toEqual({ selected: 'civil', isCollapsed: true })
})

test('falls back to the first service if the chosen one is gone', () => {
  expect(readMenuState(createStorage({ [menuStorageKeys.selected]: 'patents' }), false).selected).toBe('real-estate')
})

test('works without storage', () => {
  const denied = {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  }
  expect(readMenuState(denied, false)).toEqual({ selected: 'real-estate', isCollapsed: false })
  expect(() => storeMenuState(denied, { selected: 'civil', isCollapsed: true })).not.toThrow()
})

test('shows staff entries to staff only', () => {
  const entries = [
    { name: '공개', roles: [] },
    { name: '내부', roles: ['staff'] },
  ] as const
  expect(filterEntries(entries, false).map(({ name }) => name)).toEqual(['공개'])
  expect(filterEntries(entries, true).map(({ name }) => name)).toEqual(['공개', '내부'])
})
