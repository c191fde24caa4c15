import { expect, test } from 'vitest'
import { draftOfPart, emptyPart, isIncomplete, partFormOf, readParts } from './part-draft.ts'

const owners = partFormOf('address-owners')
const lands = partFormOf('address-lands')
const base = { version: 1, inserted_at: '', updated_at: '' }

test('people write everything of a part but what it belongs to, where it stands and how its number is shown', () => {
  expect(owners.fields.map(({ key }) => key)).toEqual([
    'party_kind',
    'name',
    'num',
    'address',
    'share',
    'acquired_at',
    'receipt_num',
    'cause',
  ])
  expect(lands.noun).toBe('토지')
})

test('a new part starts with what its book starts with, and waits for what it cannot do without', () => {
  const draft = emptyPart(owners, 'a')
  expect(draft).toEqual({ id: 'a', texts: { party_kind: 'person' } })
  expect(isIncomplete(owners, draft)).toBe(true)
  expect(isIncomplete(owners, { id: 'a', texts: { name: '박새론' } })).toBe(false)
})

test('a part that is read and written again is what it was, its number by its reference', () => {
  const record = {
    ...base,
    id: 'o',
    address_id: 'x',
    party_kind: 'person',
    name: '박새론',
    num: 'number:1',
    place: 1,
    num_masked: '900101-1******',
    address: null,
    share: '2분의 1',
    acquired_at: '2026-05-01',
    receipt_num: null,
    cause: null,
  }
  const { wanted, faults } = readParts(owners, [draftOfPart(owners, record)], '2026-11-23')
  const { id, address_id: _whole, version, inserted_at, updated_at, ...fields } = record
  expect([version, inserted_at, updated_at]).toEqual([1, '', ''])
  expect([wanted, faults]).toEqual([[{ id, fields }], {}])
})

test('amounts, areas and days are read as they are typed; what cannot be read is said at its field', () => {
  const typed = (texts: Record<string, string>) =>
    readParts(lands, [{ id: 'l', texts: { lot: '7', ...texts } }], '2026-11-23')
  expect(typed({ taken_area: '1,012.5', unit_price: '15만' }).wanted).toMatchObject([
    { fields: { lot: '7', taken_area: 1012.5, unit_price: 150_000, place: 1 } },
  ])
  expect(Object.keys(typed({ area: '넓다' }).faults['l'] ?? {})).toEqual(['area'])
})
