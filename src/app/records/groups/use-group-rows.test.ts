import { expect, test } from 'vitest'
import { buildGroupFilter } from './use-group-rows.ts'

const month = { field: 'created_at', part: 'month' } as const
const ofDays = { kind: 'date', current: undefined } as const

test('opens a group as the filter that finds its records, including the empty group', () => {
  const text = { kind: 'text', current: undefined } as const
  expect(buildGroupFilter({ field: 'owner' }, '김가온', text)).toEqual({
    op: 'equals',
    field: 'owner',
    value: '김가온',
  })
  expect(buildGroupFilter({ field: 'owner' }, null, text)).toEqual({ op: 'equals', field: 'owner', value: null })
  expect(buildGroupFilter(month, null, ofDays)).toEqual({ op: 'equals', field: 'created_at', value: null })
})

test('turns a month or a year into a range of days', () => {
  const buildRange = (value: string, part: 'month' | 'year') =>
    buildGroupFilter({ field: 'created_at', part }, value, ofDays)
  expect(buildRange('2026-02', 'month')).toMatchObject({ op: 'between', from: '2026-02-01', to: '2026-02-28' })
  expect(buildRange('2026', 'year')).toMatchObject({ from: '2026-01-01', to: '2026-12-31' })
  expect(buildGroupFilter(month, '2026-11', { ...ofDays, kind: 'datetime' })).toMatchObject({
    from: '2026-10-31T15:00:00+00:00',
    to: '2026-11-30T14:59:59.999999+00:00',
  })
})

test('narrows an existing range, so that the list has as many records as its group', () => {
  const current = { op: 'between', field: 'created_at', from: '2026-11-10', to: null } as const
  expect(buildGroupFilter(month, '2026-11', { kind: 'date', current: current })).toMatchObject({
    from: '2026-11-10',
    to: '2026-11-30',
  })
  expect(buildGroupFilter(month, '2026-12', { kind: 'date', current: current })).toMatchObject({
    from: '2026-12-01',
    to: '2026-12-31',
  })
})
