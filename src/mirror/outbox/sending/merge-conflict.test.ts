import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { recordId, storedOp } from '../../../../tests/support/outbox-fixtures.ts'
import { mergeConflict } from './merge-conflict.ts'

function said(current: Record<string, FieldValue>) {
  const conflicts = Object.entries(current).map(([field, theirs]) => ({
    field,
    base: null,
    theirs,
    changed_by: '동료',
    changed_at: '2026-11-20T09:00:00+09:00',
  }))
  return problem('conflict', { current: { id: recordId(1), version: 9, ...current }, conflicts })
}

const op = storedOp({
  baseVersion: 5,
  changes: {
    owner: { old: '가', new: '나' },
    fees: { old: 100, new: 200 },
    created_at: { old: null, new: '2026-11-20' },
  },
})

test('a field that somebody brought to a third value asks, with who and when', () => {
  expect(mergeConflict(op, said({ owner: '다', fees: 100, created_at: null }))).toEqual({
    kind: 'ask',
    conflicts: [
      { field: 'owner', base: null, theirs: '다', changed_by: '동료', changed_at: '2026-11-20T09:00:00+09:00' },
    ],
  })
})

test('a stale base without any collision goes out again on the current row by itself', () => {
  expect(mergeConflict(op, said({ owner: '나', fees: 100, created_at: null }))).toMatchObject({
    kind: 'rebase',
    op: { baseVersion: 9, changes: { owner: { old: '나', new: '나' }, fees: { old: 100, new: 200 } } },
  })
})

test.each<[string, Record<string, FieldValue>]>([
  ['money', { owner: '가', fees: 150, created_at: null }],
  ['a date', { owner: '가', fees: 100, created_at: '2026-11-19' }],
  ['money that was emptied', { owner: '가', fees: null, created_at: null }],
])('%s changed by both always asks', (_, current) => {
  expect(mergeConflict(op, said(current)).kind).toBe('ask')
})

test('text that differs only in normal form or outer blanks does not ask', () => {
  const current = { owner: '나'.normalize('NFD') + ' ', fees: 100, created_at: null }
  expect(mergeConflict(op, said(current)).kind).toBe('rebase')
})

test('deleting a record that somebody has changed always asks', () => {
  expect(mergeConflict({ ...op, kind: 'delete', changes: {} }, said({ owner: '다' }))).toMatchObject({
    kind: 'ask',
    conflicts: [{ field: 'owner', theirs: '다' }],
  })
})

test('VAT after fees is one value: whoever chooses about the fee has chosen about its tax', () => {
  const taxed = storedOp({
    baseVersion: 5,
    changes: { fees: { old: 100, new: 200 }, fees_vat: { old: 10, new: 20 } },
  })
  const both = mergeConflict(taxed, said({ fees: 300, fees_vat: 30 }))
  expect(both.kind === 'ask' && both.conflicts.map(({ field }) => field)).toEqual(['fees'])
  const tax = mergeConflict(taxed, said({ fees: 100, fees_vat: 0 }))
  expect(tax.kind === 'ask' && tax.conflicts.map(({ field }) => field)).toEqual(['fees_vat'])
})
