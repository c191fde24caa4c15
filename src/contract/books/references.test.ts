import { expect, test } from 'vitest'
import { collectionNames } from './collections.ts'
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
