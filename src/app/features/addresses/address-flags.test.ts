import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/row-source.ts'
import { addressFlags } from './address-flags.ts'

const base = { version: 1, inserted_at: '', updated_at: '' }
function rowOf(id: string, address_id: string | null = null): SourceRow {
  return { id, record: { ...base, id, address_id }, joined: {}, marks: {}, state: 'plain', isOutside: false }
}
function changeOf(address_id: string, change_kind: string, decision = 'open') {
  return { ...base, id: `${address_id} ${change_kind}`, address_id, change_kind, decision }
}

test('an address and what points at it say that the owner has changed, or that anything else has, until somebody decides', () => {
  const flag = addressFlags.flagBy({
    'address-changes': [
      changeOf('a', 'owner_changed'),
      changeOf('a', 'mortgage_added'),
      changeOf('b', 'mortgage_added'),
      changeOf('c', 'owner_changed', 'kept'),
    ],
  })
  expect([rowOf('a'), rowOf('b'), rowOf('c'), rowOf('case', 'a'), rowOf('other')].map(flag)).toEqual([
    ...['소유자 변경됨', '등기 변동', null, '소유자 변경됨', null],
  ])
})
