import { expect, test } from 'vitest'
import { recordId, storedOp } from '../../../../tests/support/outbox-fixtures.ts'
import { baseForNew, rebaseVersion, type StoredOp } from '../stored-op.ts'

function acked(ifMatch: number | null, version: number): StoredOp {
  const body = JSON.stringify({ id: recordId(1) })
  const method = ifMatch === null ? ('POST' as const) : ('PUT' as const)
  return storedOp({
    kind: ifMatch === null ? 'create' : 'update',
    state: 'acked',
    request: { method, path: '/', body, ifMatch },
    ack: { version, changeSeq: '1.1', stamp: 1 },
  })
}

test('the next edit is based on the acknowledged version when nobody wrote in between', () => {
  expect(rebaseVersion(5, acked(5, 6))).toBe(6)
  expect(rebaseVersion(0, acked(null, 1))).toBe(1)
  expect(baseForNew(5, [acked(5, 6), acked(6, 7)])).toBe(7)
})

test('does not treat what the server merged into an acknowledged version as seen', () => {
  expect(rebaseVersion(5, acked(5, 8))).toBe(5)
  expect(baseForNew(5, [acked(5, 8)])).toBe(5)
  expect(baseForNew(5, [acked(5, 6), acked(6, 9)])).toBe(6)
})

test('an edit based on a version pulled later keeps it', () => {
  expect(baseForNew(12, [acked(5, 8)])).toBe(12)
  expect(rebaseVersion(12, acked(5, 6))).toBe(12)
})
