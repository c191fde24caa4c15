import { expect, test } from 'vitest'
import { findRangeError, findReversedRange } from './office-date.ts'

test.each([
  [{ from: '2026-11-21', to: '2026-11-20' }, '시작일이 종료일보다 늦습니다.'],
  [{ from: '2026-11-20', to: '2026-11-20' }, null],
  [{ from: '2026-11-20', to: null }, null],
  [{ from: '', to: '2026-11-20' }, null],
  [{ from: 2, to: 1 }, '최솟값이 최댓값보다 큽니다.'],
  [{ from: 0, to: 0 }, null],
  [{ from: -1, to: null }, null],
])('explains the range %o: %s', (range, error) => {
  expect(findRangeError(range)).toBe(error)
})

test('explains the first reversed range among filters', () => {
  const filters = [
    { op: 'contains' as const, field: 'owner', text: '가' },
    { op: 'between' as const, field: 'regi_date', from: '2026-01-01', to: '2026-02-01' },
    { op: 'between' as const, field: 'created_at', from: '2026-02-01', to: '2026-01-01' },
  ]
  expect(findReversedRange(filters)).toBe('시작일이 종료일보다 늦습니다.')
  expect(findReversedRange(filters.slice(0, 2))).toBeNull()
})
