import { expect, test } from 'vitest'
import { filterEntries } from './services-menu.ts'

test('shows staff entries to staff only', () => {
  const entries = [
    { name: '공개', roles: [] },
    { name: '내부', roles: ['staff'] },
  ] as const
  expect(filterEntries(entries, false).map(({ name }) => name)).toEqual(['공개'])
  expect(filterEntries(entries, true).map(({ name }) => name)).toEqual(['공개', '내부'])
})
