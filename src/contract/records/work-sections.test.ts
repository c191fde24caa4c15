import { expect, test } from 'vitest'
import { collectionNames, findParentReference, getBook, listSelectableReferences } from '#contract/books/collections.ts'
import { getSectionName, getWorkSection, listSectionCollections, workSections } from './work-sections.ts'

test('puts every book into one section, together with all of its parts', () => {
  expect(listSectionCollections(workSections)).toEqual(new Set(collectionNames))
  const parts = collectionNames.flatMap((name) => {
    const whole = findParentReference(name)
    return whole ? [{ name, whole: whole.to }] : []
  })
  expect(parts.length).toBeGreaterThan(5)
  for (const { name, whole } of parts) expect(getWorkSection(name), name).toBe(getWorkSection(whole))
})

test('adds the short lists that a section chooses from, and no long book of another section', () => {
  for (const section of workSections) {
    const heldNames = listSectionCollections([section])
    for (const name of heldNames)
      for (const { to } of listSelectableReferences(name)) expect(heldNames, `${section} ${to}`).toContain(to)
    const dependents = [...heldNames].filter((name) => getWorkSection(name) !== section)
    expect(dependents.filter((name) => getBook(name).isLong)).toEqual([])
  }
  expect(listSectionCollections(['/services/deposit'])).not.toContain('addresses')
  expect(listSectionCollections(['/staff/addresses'])).toContain('managers')
})

test('ignores a section of another version of the app', () => {
  expect(listSectionCollections(['/services/later', '/quick'])).toEqual(new Set(['quick-deliveries']))
})

test('gives every section a unique name', () => {
  expect(new Set(workSections.map(getSectionName)).size).toBe(workSections.length)
  expect(workSections.map(getSectionName)).not.toContain('')
})
