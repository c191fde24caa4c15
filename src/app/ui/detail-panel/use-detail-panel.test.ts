import { expect, test } from 'vitest'
import { computeRecordPosition } from './use-detail-panel.ts'

test.each([
  { at: 0, last: 0, total: 3, previous: null, next: 1 },
  { at: 2, last: 2, total: 3, previous: 1, next: null },
  // A record that left the result has the neighbors of its last position.
  { at: -1, last: 1, total: 2, previous: 0, next: 1 },
  { at: -1, last: 2, total: 2, previous: 1, next: null },
  { at: -1, last: 5, total: 2, previous: 1, next: null },
  { at: -1, last: -1, total: 2, previous: null, next: null },
])('record $at (last seen at $last of $total) is between $previous and $next', ({ at, last, total, ...neighbors }) => {
  expect(computeRecordPosition(at, last, total)).toMatchObject(neighbors)
})
