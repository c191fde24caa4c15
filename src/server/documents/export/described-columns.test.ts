import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { buildDescribedColumns } from './described-columns.ts'

test.each(collectionNames)('a sheet of %s has a column for every field except encrypted ones', (name) => {
  const book = createWritableBook(name)
  const fields: readonly Field[] = book.fields
  const headers = buildDescribedColumns(book, {}).map(({ header }) => header)
  expect(headers.slice(0, -2)).toEqual(fields.filter(({ kind }) => kind !== 'secret').map(({ label }) => label))
})

test('at least one book has an encrypted field', () => {
  const kinds = collectionNames.flatMap((name) => createWritableBook(name).fields.map(({ kind }: Field) => kind))
  expect(kinds).toContain('secret')
})
