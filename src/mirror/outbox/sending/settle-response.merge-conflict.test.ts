import { expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { makeRecordId, makeStoredEntry } from '#tests/support/outbox/outbox-fixtures.ts'
import { mergeConflict } from './settle-response.ts'

function makeConflict(current: Record<string, FieldValue>) {
  const conflicts = Object.entries(current).map(([field, theirs]) => ({
    field,
    base: null,
    theirs,
    changed_by: '동료',
    changed_at: '2026-11-20T09:00:00+09:00',
  }))
  return problem('conflict', { current: { id: makeRecordId(1), version: 9, ...current }, conflicts })
}

const entry = makeStoredEntry({
  baseVersion: 5,
  changes: {
    owner: { old: '가', new: '나' },
    fees: { old: 100, new: 200 },
    created_at: { old: null, new: '2026-11-20' },
  },
})

test('asks about a field that somebody changed to a third value, with author and time', () => {
  expect(mergeConflict(entry, makeConflict({ owner: '다', fees: 100, created_at: null }))).toEqual({
    kind: 'ask',
    entry,
    conflicts: [
      { field: 'owner', base: null, theirs: '다', changed_by: '동료', changed_at: '2026-11-20T09:00:00+09:00' },
    ],
  })
})

test('a stale base without a collision is resent on the current row without asking', () => {
  expect(mergeConflict(entry, makeConflict({ owner: '나', fees: 100, created_at: null }))).toMatchObject({
    kind: 'rebase',
    entry: { baseVersion: 9, changes: { owner: { old: '나', new: '나' }, fees: { old: 100, new: 200 } } },
  })
})

test.each<[string, Record<string, FieldValue>]>([
  ['money', { owner: '가', fees: 150, created_at: null }],
  ['a date', { owner: '가', fees: 100, created_at: '2026-11-19' }],
  ['an amount that was cleared', { owner: '가', fees: null, created_at: null }],
])('always asks about %s changed by both', (_, current) => {
  expect(mergeConflict(entry, makeConflict(current)).kind).toBe('ask')
})

test('does not ask about text that differs only in normal form or outer whitespace', () => {
  const current = { owner: '나'.normalize('NFD') + ' ', fees: 100, created_at: null }
  expect(mergeConflict(entry, makeConflict(current)).kind).toBe('rebase')
})

test('always asks before deleting a record that somebody has changed', () => {
  expect(mergeConflict({ ...entry, kind: 'delete', changes: {} }, makeConflict({ owner: '다' }))).toMatchObject({
    kind: 'ask',
    conflicts: [{ field: 'owner', theirs: '다' }],
  })
})

const colleague = { changed_by: '동료', changed_at: '2026-11-20T09:00:00+09:00' }

/** The server's response about a pair: both fields with their old and current values. */
function makePairConflict({ fees, fees_vat }: { fees: [number, number]; fees_vat: [number, number] }) {
  const conflicts = [
    { field: 'fees', base: fees[0], theirs: fees[1], ...colleague },
    { field: 'fees_vat', base: fees_vat[0], theirs: fees_vat[1], ...colleague },
  ]
  return problem('conflict', {
    current: { id: makeRecordId(1), version: 9, fees: fees[1], fees_vat: fees_vat[1] },
    conflicts,
  })
}

const fee = { fees: { old: 100, new: 200 } }
const tax = { fees_vat: { old: 10, new: 20 } }

test.each<[string, Parameters<typeof makePairConflict>[0]]>([
  ['they changed both', { fees: [100, 300], fees_vat: [10, 30] }],
  ['they changed only the fee', { fees: [100, 300], fees_vat: [10, 10] }],
  ['they changed only the tax', { fees: [100, 100], fees_vat: [10, 0] }],
])('fee and tax are one value, if I changed either of them: %s', (_, theirs) => {
  for (const changes of [{ ...fee, ...tax }, fee, tax]) {
    const merge = mergeConflict(makeStoredEntry({ baseVersion: 5, changes }), makePairConflict(theirs))
    expect(merge.kind === 'ask' && merge.conflicts.map(({ field }) => field)).toEqual(['fees', 'fees_vat'])
  }
})

test('a change of the tax alone also asks about the fee it was seen with', () => {
  const ours = makeStoredEntry({ baseVersion: 5, changes: { fees_vat: { old: 10, new: 0 } } })
  const merge = mergeConflict(ours, makePairConflict({ fees: [100, 300], fees_vat: [10, 30] }))
  expect(merge).toMatchObject({
    kind: 'ask',
    entry: { changes: { fees: { old: 100, new: 100 }, fees_vat: { old: 10, new: 0 } } },
  })
})

test('does not ask when both have the same fee and tax', () => {
  const same = makePairConflict({ fees: [100, 200], fees_vat: [10, 20] })
  expect(mergeConflict(makeStoredEntry({ baseVersion: 5, changes: { ...fee, ...tax } }), same).kind).toBe('rebase')
})
