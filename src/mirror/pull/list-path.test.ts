import { expect, test } from 'vitest'
import { getBook } from '#contract/books/collections.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import { buildListPath } from './list-path.ts'

const newest: Query = { filters: [], search: '', sort: [{ field: 'created_at', direction: 'desc' }] }

test('turns a query into the parameters of the book’s own list', () => {
  const filters: Filter[] = [
    { op: 'one_of', field: 'status', values: ['pending', 'completed'] },
    { op: 'contains', field: 'purpose', text: '소유권' },
    { op: 'between', field: 'receipted_at', from: '2026-01-01', to: null },
  ]
  const path = buildListPath('deposit-cases', { ...newest, filters, search: '김가온' }, 200) ?? ''
  expect(path.startsWith('/api/mysql/deposition/list/?')).toBe(true)
  expect(Object.fromEntries(new URLSearchParams(path.slice(path.indexOf('?'))))).toEqual({
    ordering: '-created_at',
    page_size: '200',
    purpose: '소유권',
    receipted_at_end: '',
    receipted_at_start: '2026-01-01',
    search: '김가온',
    status: 'pending,completed',
  })
})

test("omits the ordering when the query uses the book's own order", () => {
  const { order } = getBook('real-estate')
  expect(buildListPath('real-estate', { ...newest, sort: [...(order ?? [])] }, 20)).toBe(
    '/api/mysql/realestate/list/?search=&page_size=20',
  )
  expect(
    buildListPath('real-estate', { ...newest, sort: [{ field: 'fees', direction: 'desc', empty: 'first' }] }, 20),
  ).toBeNull()
})

test('returns null for what the list cannot express or would order differently', () => {
  const region = { op: 'contains', field: 'group_id.region', text: '서울' } as const
  const unsupported: Partial<Query>[] = [
    { filters: [{ op: 'equals', field: 'owner', value: '김가온' }] },
    { filters: [{ op: 'contains', field: 'purpose', text: '소유권' }] },
    { filters: [{ op: 'one_of', field: 'group_id', values: ['a'] }] },
    { filters: [{ op: 'between', field: 'created_at', from: null, to: null }] },
    { filters: [{ op: 'between', field: 'fees', from: 1, to: 2 }] },
    { filters: [region, region] },
    { sort: [{ field: 'owner', direction: 'asc' }] },
    { sort: [{ field: 'group_id.name', direction: 'asc' }] },
    { sort: [...newest.sort, { field: 'fees', direction: 'asc' }] },
  ]
  for (const part of unsupported) expect(buildListPath('real-estate', { ...newest, ...part }, 200)).toBeNull()
  expect(buildListPath('quick-deliveries', newest, 200)).toBeNull()
})
