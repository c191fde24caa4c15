import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { compileSearch } from '#domain/text/search-text.ts'
import { buildRestoreEdits, formatDeletedCaption, isRestorable, matchesDeleted } from './restore-edits.ts'

const deleted = { id: 'u1', deleted_at: '2026-11-28T01:00:00.000Z', deleted_by: '나누리' }

test('restores a record under its old id, and then the parts deleted with it', () => {
  const owner = { collection: 'unit-owners', id: 'o1', fields: { unit_id: 'u1', owner: '김가온' } } as const
  const edits = buildRestoreEdits('real-estate-units', { ...deleted, fields: { dong: '101' }, parts: [owner] })
  expect(edits.map(({ edit }) => [edit.kind, edit.collection, edit.id])).toEqual([
    ['create', 'real-estate-units', 'u1'],
    ['create', 'unit-owners', 'o1'],
  ])
  expect(edits[1]?.edit).toMatchObject({ fields: { unit_id: 'u1', owner: '김가온' }, isRestore: true })
})

test('does not send empty values or those that only the server writes', () => {
  const fields = { owner: '김가온', fees: null, unknown: 'x' }
  const [edit] = buildRestoreEdits('real-estate', { ...deleted, fields, parts: [] })
  expect(edit?.edit).toMatchObject({ fields: { owner: '김가온' } })
})

test('every restorable record has a name, also one without values', () => {
  const unnamed = collectionNames.filter(isRestorable).filter((name) => formatDeletedCaption(name, {}) === '')
  expect(unnamed).toEqual([])
  expect(isRestorable('unit-owners')).toBe(false)
})

test.each([
  ['김가온', true],
  ['ㄱㄱㅇ', true],
  ['rlarkdhs', true],
  ['소유권 이전', true],
  ['나누리', true],
  ['', true],
  ['도래솔', false],
])('a search for "%s" finds a deleted case by its texts or who deleted it: %s', (text, isFound) => {
  const record = { ...deleted, fields: { owner: '김가온', purpose: '소유권이전', fees: 300_000 }, parts: [] }
  expect(matchesDeleted('real-estate', record, compileSearch(text))).toBe(isFound)
})
