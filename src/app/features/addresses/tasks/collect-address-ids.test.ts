import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { collectAddressIds } from './collect-address-ids.ts'

test('returns the addresses themselves for rows of addresses', () => {
  expect(collectAddressIds('addresses', [makeRow('a', null), makeRow('b', null)])).toEqual({
    addressIds: ['a', 'b'],
    skippedCount: 0,
  })
})

test('returns each referenced address once and counts the cases without one', () => {
  const rows = [makeRow('1', 'a'), makeRow('2', null), makeRow('3', 'a'), makeRow('4', 'b')]
  expect(collectAddressIds('deposit-cases', rows)).toEqual({ addressIds: ['a', 'b'], skippedCount: 1 })
})

function makeRow(id: string, addressId: string | null): SourceRow {
  const record = { id, version: 1, inserted_at: '', updated_at: '', address_id: addressId }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}
