import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildPartEdits, createEmptyPart, createPartForm, isIncomplete, readParts, toPartDraft } from './part-draft.ts'

const owners = createPartForm('address-owners')
const lands = createPartForm('address-lands')
const base = { version: 1, inserted_at: '', updated_at: '' }

test('lets users edit all fields of a part except its owner, its position and its masked number', () => {
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

test("starts a new part with its book's initial values and waits for its required fields", () => {
  const draft = createEmptyPart(owners, 'a')
  expect(draft).toEqual({ id: 'a', texts: { party_kind: 'person' } })
  expect(isIncomplete(owners, draft)).toBe(true)
  expect(isIncomplete(owners, { id: 'a', texts: { name: '박새론' } })).toBe(false)
})

test('returns an unchanged part as it was, with its number as a reference', () => {
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
  const { wantedParts, errors } = readParts(owners, [toPartDraft(owners, record)], '2026-11-23')
  const { id, address_id: _whole, version, inserted_at, updated_at, ...fields } = record
  expect([version, inserted_at, updated_at]).toEqual([1, '', ''])
  expect([wantedParts, errors]).toEqual([[{ id, fields }], {}])
})

test('parses amounts, areas and days, and reports an unreadable value at its field', () => {
  const readTyped = (texts: Record<string, string>) =>
    readParts(lands, [{ id: 'l', texts: { lot: '7', ...texts } }], '2026-11-23')
  expect(readTyped({ taken_area: '1,012.5', unit_price: '15만' }).wantedParts).toMatchObject([
    { fields: { lot: '7', taken_area: 1012.5, unit_price: 150_000, place: 1 } },
  ])
  expect(Object.keys(readTyped({ area: '넓다' }).errors['l'] ?? {})).toEqual(['area'])
})

function makeLand(id: string, lot: string, place: number): SourceRow {
  const record = { id, version: 3, inserted_at: '', updated_at: '', address_id: 'x', lot, place }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('makes one edit for each part that is removed, added or changed', () => {
  const rows = [makeLand('gone', '1', 1), makeLand('same', '2', 2), makeLand('other', '3', 3)]
  const wantedParts = [
    { id: 'same', fields: { lot: '2', place: 2 } },
    { id: 'other', fields: { lot: '3-1', place: 3 } },
    { id: 'new', fields: { lot: '4', land_kind: null, place: 4 } },
  ]
  const result = buildPartEdits('address-lands', 'x', { rows, wantedParts })
  expect('edits' in result && result.edits.map(({ edit }) => edit)).toMatchObject([
    { kind: 'delete', id: 'gone', baseVersion: 3 },
    { kind: 'update', id: 'other', changes: { lot: { old: '3', new: '3-1' } } },
    { kind: 'create', id: 'new', fields: { address_id: 'x', lot: '4', place: 4 } },
  ])
})

test('refuses all parts when one of them is invalid', () => {
  const wantedParts = [{ id: 'new', fields: { lot: '' } }]
  expect(buildPartEdits('address-lands', 'x', { rows: [], wantedParts })).toEqual({
    refusal: '지번: 필수 항목입니다.',
  })
})
