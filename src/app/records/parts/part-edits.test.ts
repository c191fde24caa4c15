import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { editsOfParts } from './part-edits.ts'

function land(id: string, lot: string, place: number): SourceRow {
  const record = { id, version: 3, inserted_at: '', updated_at: '', address_id: 'x', lot, place }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('makes one edit for each part that is removed, added or changed', () => {
  const rows = [land('gone', '1', 1), land('same', '2', 2), land('other', '3', 3)]
  const wanted = [
    { id: 'same', fields: { lot: '2', place: 2 } },
    { id: 'other', fields: { lot: '3-1', place: 3 } },
    { id: 'new', fields: { lot: '4', land_kind: null, place: 4 } },
  ]
  const result = editsOfParts('address-lands', 'x', { rows, wanted })
  expect('edits' in result && result.edits.map(({ edit }) => edit)).toMatchObject([
    { kind: 'delete', id: 'gone', baseVersion: 3 },
    { kind: 'update', id: 'other', changes: { lot: { old: '3', new: '3-1' } } },
    { kind: 'create', id: 'new', fields: { address_id: 'x', lot: '4', place: 4 } },
  ])
})

test('refuses all parts when one of them is invalid', () => {
  const wanted = [{ id: 'new', fields: { lot: '' } }]
  expect(editsOfParts('address-lands', 'x', { rows: [], wanted })).toEqual({ refusal: '지번: 필수 항목입니다.' })
})
