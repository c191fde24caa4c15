import { expect, test } from 'vitest'
import { makeRecordId, makeStoredEntry } from '#tests/support/outbox/outbox-fixtures.ts'
import { addOwnVersion, computeBaseVersion, rebaseVersion } from './base-version.ts'
import { type StoredEntry } from './stored-entry.ts'

function makeAcked(ifMatch: number | null, version: number): StoredEntry {
  const body = JSON.stringify({ id: makeRecordId(1) })
  const method = ifMatch === null ? ('POST' as const) : ('PUT' as const)
  return makeStoredEntry({
    kind: ifMatch === null ? 'create' : 'update',
    state: 'acked',
    request: { method, path: '/', body, ifMatch },
    ack: { version, changeSeq: '1.1', stamp: 1 },
  })
}

test('the next edit is based on the acknowledged version when nobody wrote in between', () => {
  expect(rebaseVersion(5, makeAcked(5, 6))).toBe(6)
  expect(rebaseVersion(0, makeAcked(null, 1))).toBe(1)
  expect(computeBaseVersion(5, [makeAcked(5, 6), makeAcked(6, 7)])).toBe(7)
})

test('does not treat what the server merged into an acknowledged version as seen', () => {
  expect(rebaseVersion(5, makeAcked(5, 8))).toBe(5)
  expect(computeBaseVersion(5, [makeAcked(5, 8)])).toBe(5)
  expect(computeBaseVersion(5, [makeAcked(5, 6), makeAcked(6, 9)])).toBe(6)
})

test('an edit made over an own sent entry without a response has not seen what was pulled meanwhile', () => {
  const request = { method: 'PUT' as const, path: '/', body: JSON.stringify({ id: makeRecordId(1) }), ifMatch: 5 }
  const sent = makeStoredEntry({ kind: 'update', state: 'queued', request, ack: null })
  expect(computeBaseVersion(7, [sent])).toBe(5)
  expect(computeBaseVersion(5, [sent])).toBe(5)
  expect(computeBaseVersion(7, [makeAcked(5, 6), { ...sent, request: { ...request, ifMatch: 6 } }])).toBe(6)
  const unsent = makeStoredEntry({ kind: 'update', state: 'conflict', request: null, ack: null })
  expect(computeBaseVersion(7, [unsent])).toBe(7)
})

test('an edit based on a version pulled later keeps it', () => {
  expect(computeBaseVersion(12, [makeAcked(5, 8)])).toBe(12)
  expect(rebaseVersion(12, makeAcked(5, 6))).toBe(12)
})

test('own versions that the mirror holds by now were seen, up to the first write of somebody else', () => {
  const three = addOwnVersion(undefined, makeAcked(2, 3))
  expect(three).toEqual({ from: 2, to: 3 })
  const four = addOwnVersion(three ?? undefined, makeAcked(3, 4))
  expect(four).toEqual({ from: 2, to: 4 })
  for (const [seen, base] of [
    [1, 1],
    [2, 4],
    [3, 4],
    [4, 4],
    [5, 5],
  ] as const)
    expect(computeBaseVersion(seen, [], four ?? undefined), String(seen)).toBe(base)
  expect(addOwnVersion(four ?? undefined, makeAcked(5, 6)), 'after a write of somebody else').toEqual({
    from: 5,
    to: 6,
  })
  expect(addOwnVersion(undefined, makeAcked(4, 6)), 'merged with a write of somebody else').toBeNull()
  expect(addOwnVersion(undefined, makeAcked(null, 1))).toEqual({ from: 0, to: 1 })
})

test('own versions count before the entries that still wait', () => {
  expect(computeBaseVersion(2, [makeAcked(4, 5)], { from: 2, to: 4 })).toBe(5)
  expect(computeBaseVersion(2, [makeAcked(4, 7)], { from: 2, to: 4 })).toBe(4)
})
