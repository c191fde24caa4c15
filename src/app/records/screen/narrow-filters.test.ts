import { expect, test } from 'vitest'
import { buildValueFilter, emptyQuery, findFilter, withFilter } from '#app/ui/filter-bar/filter-query.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { dropStaleFilters, findNarrowedFields, listNarrowedFilters } from './narrow-filters.ts'

const filters = listNarrowedFilters('addresses')
const record = (id: string, own: Record<string, string>): AnyRecord => ({
  id,
  version: 1,
  inserted_at: '',
  updated_at: '',
  ...own,
})
const lists = {
  projects: [record('north', { manager: 'kim' }), record('south', { manager: 'lee' })],
  titles: [record('north-1', { project: 'north' }), record('south-1', { project: 'south' })],
}
const queryWith = (values: Record<string, string>) =>
  Object.entries(values).reduce(
    (query, [field, value]) => withFilter(query, buildValueFilter(field, [value])),
    emptyQuery,
  )

test('narrows 사업구간 by 담당자, and 목록 by 사업구간, for an address', () => {
  expect(filters.map(({ field, by }) => [by.key, field])).toEqual([
    ['manager', 'project'],
    ['project', 'title'],
  ])
})

test('a filter is not narrowed by the filters that depend on it', () => {
  expect([...findNarrowedFields(filters, 'manager')]).toEqual(['project', 'title'])
  expect([...findNarrowedFields(filters, 'project')]).toEqual(['title'])
  expect([...findNarrowedFields(filters, 'status')]).toEqual([])
})

test('drops a project of another manager and keeps one of the chosen manager', () => {
  const query = queryWith({ manager: 'lee', project: 'north' })
  expect(findFilter(dropStaleFilters(filters, lists, query), 'project')).toBeUndefined()
  const consistent = queryWith({ manager: 'kim', project: 'north', title: 'north-1' })
  expect(dropStaleFilters(filters, lists, consistent)).toBe(consistent)
})

test('drops a list of another project', () => {
  const query = dropStaleFilters(filters, lists, queryWith({ project: 'south', title: 'north-1' }))
  expect(query.filters).toEqual([{ op: 'equals', field: 'project', value: 'south' }])
})

test('keeps a value this device does not know', () => {
  const query = queryWith({ manager: 'kim', project: 'unheard-of' })
  expect(dropStaleFilters(filters, {}, query)).toBe(query)
})
