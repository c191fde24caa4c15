import { expect, test } from 'vitest'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { getRecordBook } from '../record-book.ts'
import { formatNamesNotice, formatPartsNotice, listPartDeletes } from './referring-records.tsx'

const lists: Partial<Record<CollectionName, readonly AnyRecord[]>> = {
  'unit-lands': [makePart('l1', 'u1'), makePart('l2', 'u1'), makePart('l3', 'u2'), makePart('l4', 'u4')],
  'unit-owners': [makePart('o1', 'u1')],
  applications: [{ ...makePart('a1', 'u4'), property_id: 'u4' }],
  'real-estate': [{ ...makePart('c1', 'u1'), group_id: 'u1' }],
}

test('deletes the parts of a unit with it, and nothing else that refers to it', async () => {
  expect(await listDeletedPartIds('real-estate-units', ['u1'])).toEqual([
    'unit-lands l1',
    'unit-lands l2',
    'unit-owners o1',
  ])
  expect(await listDeletedPartIds('real-estate-units', ['u1', 'u2'])).toHaveLength(4)
  expect(await listDeletedPartIds('real-estate-units', [])).toEqual([])
  expect(await listDeletedPartIds('real-estate-groups', ['u1'])).toEqual([])
})

test('keeps the parts of a unit that an application still uses', async () => {
  expect(await listDeletedPartIds('real-estate-units', ['u2', 'u4'])).toEqual(['unit-lands l3'])
})

test('does not delete a part twice when its delete is already waiting', async () => {
  expect(await listDeletedPartIds('real-estate-units', ['u1'], 'deleted')).toEqual([])
})

test('the question names the parts that are deleted with the unit', async () => {
  const describeParts = async (id: string) =>
    formatPartsNotice(await listPartDeletes({ readAll: createReadAll() }, 'real-estate-units', [id]))
  expect(await describeParts('u1')).toBe('토지 2건, 소유자 1건도 함께 삭제됩니다.')
  expect(await describeParts('u2')).toBe('토지 1건도 함께 삭제됩니다.')
  expect(await describeParts('u3')).toBeNull()
})

test('names the first of several records in the question', () => {
  const rows = ['가온', '나래', '다솜', '라온', '마루', '바다', '사랑'].map((owner, index) =>
    createPlainRow({ ...makePart(`c${index}`, 'u1'), owner }),
  )
  const book = getRecordBook('real-estate')
  expect(formatNamesNotice(book, rows)).toBe('가온, 나래, 다솜, 라온, 마루 외 2건')
  expect(formatNamesNotice(book, rows.slice(0, 2))).toBe('가온, 나래')
  expect(formatNamesNotice(book, [])).toBeNull()
})

async function listDeletedPartIds(collection: CollectionName, ids: string[], state: 'plain' | 'deleted' = 'plain') {
  const deletes = await listPartDeletes({ readAll: createReadAll(state) }, collection, ids)
  return deletes.map(({ edit }) => `${edit.collection} ${edit.id}`)
}

/** Reads like the offline copy: the rows of a collection that match the one filter. */
function createReadAll(state: 'plain' | 'deleted' = 'plain') {
  return (from: CollectionName, { filters }: Query, onChunk: (rows: never[], done: number, total: number) => void) => {
    const [filter] = filters
    const found = (lists[from] ?? []).filter(
      (record) => filter?.op === 'one_of' && filter.values.some((value) => value === record[filter.field]),
    )
    onChunk(found.map((record) => ({ ...createPlainRow(record), state })) as never[], found.length, found.length)
    return Promise.resolve()
  }
}

function makePart(id: string, unit: string): AnyRecord {
  const at = '2026-01-01T00:00:00Z'
  return { id, version: 1, inserted_at: at, updated_at: at, unit_id: unit, address: '달빛동 1', owner: '김가온' }
}
