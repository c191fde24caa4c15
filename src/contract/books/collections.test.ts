import { expect, test } from 'vitest'
import { collectionNames, mirroredCollections } from './collections.ts'
import type { Field } from './field.ts'
import { findParent, listIncomingPartReferences } from './references.ts'

test('shows a part with its whole, and a record that only refers to another on its own', () => {
  expect(findParent('unit-owners', { unit_id: 'u1' })).toEqual({ collection: 'real-estate-units', id: 'u1' })
  expect(findParent('unit-owners', {})).toBeNull()
  expect(findParent('applications', { property_id: 'u1' })).toBeNull()
  expect(findParent('real-estate', { group_id: 'g1' })).toBeNull()
})

test('resolves every part to the record it belongs to', () => {
  const parts = collectionNames.flatMap((parent) =>
    listIncomingPartReferences(parent).map((part) => ({ parent, ...part })),
  )
  expect(parts.length).toBeGreaterThan(2)
  for (const { parent, from, key } of parts)
    expect(findParent(from, { [key]: 'one' })).toEqual({ collection: parent, id: 'one' })
})

test('date columns are wide enough for a date plus the border of the last pinned column', () => {
  // 73.2 px of text, 20 px of padding and a 1 px border.
  const narrow = Object.values(mirroredCollections).flatMap(({ name, fields }) =>
    (fields as readonly Field[])
      .filter(({ kind, width }) => kind === 'date' && width !== undefined && width < 95)
      .map(({ key }) => `${name}.${key}`),
  )
  expect(narrow).toEqual([])
})
