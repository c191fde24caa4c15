import { expect, test } from 'vitest'
import { appPaths } from '#contract/app-paths.ts'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { listIncomingReferences, listReferences } from '#contract/books/references.ts'
import { addDerivedFields } from './book-rules.ts'
import { bookRules } from './books.ts'

const books = collectionNames.map((name) => [name, getBook(name)] as const)

test.each(books)('%s has a label, a path and texts', (name, book) => {
  expect(book.name).toBe(name)
  for (const text of [book.label, book.noun, book.deleteQuestion]) expect(text).toMatch(/[가-힣]/)
  expect(appPaths).toContain(book.screen.path)
  expect(book.path).toMatch(/^\/api\/.+\/$/)
  for (const wording of Object.values(book.wordings)) {
    expect(Object.values(wording).every((text) => text === '{reason}' || /[가-힣]/.test(text))).toBe(true)
  }
})

test.each(books)(
  '%s has every field in one of its groups, and labels for all highlighted values',
  (_, { fields, groups }) => {
    expect(fields.filter(({ group }) => !(group in groups))).toEqual([])
    const choices = fields.flatMap((field) => field.choices ?? [])
    expect(choices.filter(({ label }) => label === '')).toEqual([])
  },
)

test('no two books have the same path', () => {
  const paths = books.map(([, { path }]) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each(books)('everything %s refers to is a book that lists the reference', (name) => {
  const referring = getBook(name).fields.filter(({ refers }) => refers)
  expect(listReferences(name).map(({ key }) => key)).toEqual(referring.map(({ key }) => key))
  for (const { key, to, labelKey: label } of listReferences(name)) {
    expect(listIncomingReferences(to)).toContainEqual({ from: name, key })
    expect(getBook(to).fields.map((field) => field.key)).toContain(label)
  }
})

test.each(books)('every record of %s has a caption, even an empty one', (name, { fields }) => {
  const { captionOf, subjectOf, follows = [] } = bookRules[name]
  expect(typeof captionOf({})).toBe('string')
  expect(typeof subjectOf({})).toBe('string')
  const keys = fields.map(({ key }) => key)
  expect(follows.filter(({ key, source }) => !keys.includes(key) || !keys.includes(source))).toEqual([])
})

test('a write carries its derived fields unless it names them itself', () => {
  const rules = bookRules['real-estate']
  expect(addDerivedFields(rules, { fees: 100_000 })).toEqual({ fees: 100_000, fees_vat: 10_000 })
  expect(addDerivedFields(rules, { fees: null })).toEqual({ fees: null, fees_vat: 0 })
  expect(addDerivedFields(rules, { fees: 100_000, fees_vat: 0 })).toEqual({ fees: 100_000, fees_vat: 0 })
  expect(addDerivedFields(rules, { owner: '김가온' })).toEqual({ owner: '김가온' })
})
