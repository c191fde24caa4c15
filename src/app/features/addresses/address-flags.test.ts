import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { addressFlags } from './address-flags.ts'

function change(
  id: string,
  [address_id, change_kind, decision = 'open']: readonly [string, string, string?],
): AnyRecord {
  return { id, version: 1, inserted_at: '', updated_at: '', address_id, change_kind, decision }
}

function makeRow(id: string, fields: Record<string, string> = {}): SourceRow {
  const record = { id, version: 1, inserted_at: '', updated_at: '', ...fields }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('flags an address and its records with undecided register changes, a change of owner first', () => {
  const flag = addressFlags.flagBy({
    'address-changes': [
      change('1', ['a', 'mortgage_added']),
      change('2', ['a', 'owner_changed']),
      change('3', ['b', 'mortgage_lifted']),
      change('4', ['b', 'owner_changed', 'kept']),
      change('5', ['c', 'mortgage_added', 'applied']),
    ],
  })
  expect(['a', 'b', 'c'].map((id) => flag(makeRow(id)))).toEqual(['소유자 변경됨', '근저당권 말소됨', null])
  expect(flag(makeRow('case', { address_id: 'a' }))).toBe('소유자 변경됨')
  expect(flag(makeRow('case'))).toBeNull()
})
