import { expect, test } from 'vitest'
import {
  countChecked,
  getHeaderCheck,
  isIdChecked,
  noRows,
  selectAllMatching,
  selectionForQuery,
  withRows,
} from './row-checks.ts'

test('stores a selection of all results as a predicate with exceptions, never as a list', () => {
  const some = withRows(selectAllMatching('q'), ['a'], false)
  expect(some).toEqual({ kind: 'matching', queryKey: 'q', excluded: new Set(['a']) })
  expect([isIdChecked(some, 'a'), isIdChecked(some, 'b')]).toEqual([false, true])
  expect(countChecked(some, 1000)).toBe(999)
  expect(getHeaderCheck(some, ['b'])).toBe('some')
})

test('drops a selection of all results under another search', () => {
  expect(selectionForQuery(selectAllMatching('q'), 'other')).toBe(noRows)
  expect(selectionForQuery(selectAllMatching('q'), 'q').kind).toBe('matching')
})

test('keeps rows ticked by hand under another search', () => {
  const two = withRows(noRows, ['a', 'b'], true)
  expect(selectionForQuery(two, 'other')).toBe(two)
  expect([getHeaderCheck(two, ['a', 'b']), getHeaderCheck(two, ['a', 'c']), getHeaderCheck(noRows, ['a'])]).toEqual([
    true,
    'some',
    false,
  ])
})
