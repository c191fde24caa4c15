import { expect, test } from 'vitest'
import { readSavedFilters, renameSavedFilter, saveFilterAs, writeSavedFilters } from './saved-filters.ts'

const question = { search: '홍', filters: [{ op: 'equals' as const, field: 'fees', value: 0 }] }

function shelf(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a saved filter is there again, for its own table only', () => {
  const device = shelf()
  const saved = saveFilterAs([], ' 보수료 없음 ', question)
  writeSavedFilters(device, 'case-book', saved ?? [])
  expect(readSavedFilters(device, 'case-book')).toEqual([{ name: '보수료 없음', ...question }])
  expect(readSavedFilters(device, 'units')).toEqual([])
})

test('the same name again takes the place of the old one, and a name that says nothing is refused', () => {
  const first = saveFilterAs([], '하나', question) ?? []
  const both = saveFilterAs(first, '둘', question) ?? []
  expect(saveFilterAs(both, '하나', { search: '', filters: [] })?.map(({ name, search }) => [name, search])).toEqual([
    ['하나', ''],
    ['둘', '홍'],
  ])
  expect(saveFilterAs(both, '  ', question)).toBeNull()
  expect(renameSavedFilter(both, '하나', '둘')).toBeNull()
  expect(renameSavedFilter(both, '하나', ' 셋 ')?.map(({ name }) => name)).toEqual(['셋', '둘'])
})

test('what the device cannot read is left out, the rest stays', () => {
  const good = { name: '하나', ...question }
  const stored = JSON.stringify([good, { name: '' }, { name: '둘', search: '', filters: [{ op: 'like' }] }, 7])
  expect(readSavedFilters(shelf({ 'saved-filters:t': stored }), 't')).toEqual([good])
  expect(readSavedFilters(shelf({ 'saved-filters:t': '{' }), 't')).toEqual([])
})

test('no saved filter is named by a resident number', () => {
  expect(saveFilterAs([], '홍길동 900101-1234567', question)).toBeNull()
  expect(renameSavedFilter(saveFilterAs([], '하나', question) ?? [], '하나', '900101-1234567')).toBeNull()
})
