import { expect, test } from 'vitest'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { findParentReference, listSelectableReferences } from '#contract/books/references.ts'
import { getAreaName, getWorkArea, listAreaCollections, workAreas } from './work-areas.ts'

test('puts every book into one section, together with all of its parts', () => {
  expect(listAreaCollections(workAreas)).toEqual(new Set(collectionNames))
  const parts = collectionNames.flatMap((name) => {
    const parent = findParentReference(name)
    return parent ? [{ name, parent: parent.to }] : []
  })
  expect(parts.length).toBeGreaterThan(5)
  for (const { name, parent } of parts) expect(getWorkArea(name), name).toBe(getWorkArea(parent))
})

test('adds the short lists that a section chooses from, and no long book of another section', () => {
  for (const area of workAreas) {
    const heldNames = listAreaCollections([area])
    for (const name of heldNames)
      for (const { to } of listSelectableReferences(name)) expect(heldNames, `${area} ${to}`).toContain(to)
    const dependents = [...heldNames].filter((name) => getWorkArea(name) !== area)
    expect(dependents.filter((name) => getBook(name).isLong)).toEqual([])
  }
  expect(listAreaCollections(['/services/deposit'])).not.toContain('addresses')
  expect(listAreaCollections(['/staff/addresses'])).toContain('managers')
})

test('ignores a section of another version of the app', () => {
  expect(listAreaCollections(['/services/later', '/quick'])).toEqual(new Set(['quick-deliveries']))
})

test('gives every section a unique name', () => {
  expect(new Set(workAreas.map(getAreaName)).size).toBe(workAreas.length)
  expect(workAreas.map(getAreaName)).not.toContain('')
})
