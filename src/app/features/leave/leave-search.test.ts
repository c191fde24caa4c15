import { expect, test } from 'vitest'
import { leaveQuery, leaveSearch } from './leave-search.ts'

test("shows the user's own requests of the current year for an invalid URL", () => {
  const search = { tab: 'nobody', state: 'x', year: '2026', sort: '-secret', page_size: 7, page: 0, open: 5 }
  expect(leaveSearch.schema.parse(search)).toEqual(leaveSearch.empty)
  expect(leaveSearch.empty).toMatchObject({ tab: 'mine', state: '', year: 0, page: 1, page_size: 20 })
  expect(leaveSearch.schema.parse({ page_size: 10_000 }).page_size).toBe(10_000)
})

test('finds requests with a day in the year, latest first, including own ones without a name yet', () => {
  const search = leaveSearch.schema.parse({ state: 'pending', search: '병원' })
  expect(leaveQuery(search, { year: 2026, requesterId: 'me' })).toEqual({
    filters: [
      { op: 'between', field: 'startDate', from: null, to: '2026-12-31' },
      { op: 'between', field: 'endDate', from: '2026-01-01', to: null },
      { op: 'equals', field: 'state', value: 'pending' },
      { op: 'one_of', field: 'requester_id', values: ['me', null] },
    ],
    search: '병원',
    sort: [{ field: 'startDate', direction: 'desc' }],
  })
  expect(leaveQuery(leaveSearch.schema.parse({ sort: 'type' }), { year: 2026, requesterId: null })).toMatchObject({
    filters: [{ field: 'startDate' }, { field: 'endDate' }],
    sort: [{ field: 'type', direction: 'asc' }],
  })
})
