import { expect, test } from 'vitest'
import { sortOf } from '#app/records/address/sort-in-address.ts'
import { companyKind, projectKind, titleKind } from './master-kinds.ts'
import { masterQuery, masterSearchSchema } from './master-search.ts'

test('without anything asked, twenty records stand in the order of their names', () => {
  const search = masterSearchSchema(companyKind).parse({ tab: 'company' })
  expect(search).toMatchObject({ page: 1, page_size: 20, search: '', filters: [] })
  expect(sortOf(search)).toBeNull()
  expect(masterQuery(search).sort).toEqual([{ field: 'name', direction: 'asc' }])
})

test('a reference sorts by the name of what it points at', () => {
  const search = masterSearchSchema(projectKind).parse({ sort: '-manager.name' })
  expect(sortOf(search)).toEqual({ field: 'manager.name', direction: 'desc' })
})

test('an address of another tab opens the list with its own defaults', () => {
  const search = masterSearchSchema(companyKind).parse({
    sort: '-created_at',
    page_size: 10_000,
    page: 'x',
    filters: [{ op: 'equals', field: 'business_section', value: '제1공구' }],
  })
  expect(search).toMatchObject({ sort: '', page_size: 20, page: 1, filters: [] })
})

test('titles can be filtered by the manager of their project', () => {
  const filter = { op: 'equals', field: 'project.manager', value: 'm1' } as const
  expect(masterSearchSchema(titleKind).parse({ filters: [filter] }).filters).toEqual([filter])
})
