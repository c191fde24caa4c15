import { expect, test } from 'vitest'
import { allMatching, isTicked, noRows, selectionUnder, tickedCount, tickOfAll, withRows } from './row-checks.ts'

test('everything the search finds is a predicate with exceptions, never a list', () => {
  const some = withRows(allMatching('q'), ['a'], false)
  expect(some).toEqual({ kind: 'matching', queryKey: 'q', excluded: new Set(['a']) })
  expect([isTicked(some, 'a'), isTicked(some, 'b')]).toEqual([false, true])
  expect(tickedCount(some, 1000)).toBe(999)
  expect(tickOfAll(some, ['b'])).toBe('some')
})

test('applies only to its own search', () => {
  expect(selectionUnder(allMatching('q'), 'other')).toBe(noRows)
  expect(selectionUnder(allMatching('q'), 'q').kind).toBe('matching')
})

test('keeps rows ticked by hand under another search; the header checkbox is on when all rows of the screen are', () => {
  const two = withRows(noRows, ['a', 'b'], true)
  expect(selectionUnder(two, 'other')).toBe(two)
  expect([tickOfAll(two, ['a', 'b']), tickOfAll(two, ['a', 'c']), tickOfAll(noRows, ['a'])]).toEqual([
    true,
    'some',
    false,
  ])
})
