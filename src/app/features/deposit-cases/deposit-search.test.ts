import { expect, test } from 'vitest'
import type { FilterQuery } from '#app/ui/filter-bar/filter-query.ts'
import { depositSearch } from './deposit-search.ts'

const { empty, toListParams, filterQuery, schema, toSearchParams } = depositSearch

test('writes several states into the address as one parameter, and a single one too', () => {
  const several: FilterQuery = {
    search: '',
    filters: [{ op: 'one_of', field: 'status', values: ['pending', 'on_hold'] }],
  }
  expect(toSearchParams(several, empty)).toMatchObject({ status: 'pending,on_hold', filters: [] })
  const single: FilterQuery = { search: '', filters: [{ op: 'equals', field: 'status', value: 'completed' }] }
  expect(toSearchParams(single, empty)).toMatchObject({ status: 'completed', filters: [] })
})

test('drops unknown states from the address', () => {
  expect(schema.parse({ status: 'pending,nonsense' }).status).toBe('pending')
  expect(schema.parse({ status: 'nonsense' }).status).toBe('')
})

test('restores every filter of the filter bar from the address', () => {
  const queries: FilterQuery[] = [
    {
      search: 'ㅎㄱㄷ',
      filters: [
        { op: 'contains', field: 'business_section', text: '제1공구' },
        { op: 'contains', field: 'purpose', text: '공탁' },
        { op: 'equals', field: 'status', value: 'pending' },
        { op: 'between', field: 'receipted_at', from: '2026-01-01', to: '2026-06-30' },
        { op: 'equals', field: 'deposit_number', value: null },
      ],
    },
    // Cases without a state cannot be expressed in the status parameter.
    { search: '', filters: [{ op: 'one_of', field: 'status', values: ['pending', null] }] },
  ]
  for (const query of queries) {
    const reopened = schema.parse(JSON.parse(JSON.stringify({ ...empty, ...toSearchParams(query, empty) })))
    expect(filterQuery(reopened)).toEqual(query)
  }
})

test('uses the same filters for the Excel export, without empty ones', () => {
  expect(toListParams(empty)).toEqual({})
  expect(toListParams({ ...empty, status: 'pending,completed', end: '2026-03-31' })).toEqual({
    status: 'pending,completed',
    created_at_end: '2026-03-31',
  })
})
