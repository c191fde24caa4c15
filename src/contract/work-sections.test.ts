import { expect, test } from 'vitest'
import { bookOf, collectionNames, listedReferencesOf } from './books/collections.ts'
import { collectionsOfSections, sectionName, sectionOf, workSections } from './work-sections.ts'

test('every book is in one section, beside all of its parts', () => {
  expect(collectionsOfSections(workSections)).toEqual(new Set(collectionNames))
  for (const name of collectionNames) {
    const whole = bookOf(name).fields.find(({ refers }) => refers?.isWhole)?.refers?.collection
    const found = collectionNames.find((one) => one === whole)
    if (found) expect(sectionOf(name), name).toBe(sectionOf(found))
  }
})

test('what is chosen brings the short lists that it chooses from, and no long book of another section', () => {
  for (const section of workSections) {
    const held = collectionsOfSections([section])
    for (const name of held) {
      for (const { to } of listedReferencesOf(name)) expect(held, `${section} ${to}`).toContain(to)
      if (sectionOf(name) !== section) expect(bookOf(name).isLong, `${section} ${name}`).not.toBe(true)
    }
  }
  expect(collectionsOfSections(['/services/deposit'])).not.toContain('addresses')
  expect(collectionsOfSections(['/staff/addresses'])).toContain('managers')
})

test('a section of another version of the app is passed over', () => {
  expect(collectionsOfSections(['/services/later', '/quick'])).toEqual(new Set(['quick-deliveries']))
})

test('every section has a name of its own', () => {
  expect(new Set(workSections.map(sectionName)).size).toBe(workSections.length)
  expect(workSections.map(sectionName)).not.toContain('')
})
