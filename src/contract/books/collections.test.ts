import { expect, test } from 'vitest'
import { mirroredCollections } from './collections.ts'
import type { Field } from './field.ts'

test('date columns are wide enough for a date plus the border of the last pinned column', () => {
  // 73.2 px of text, 20 px of padding and a 1 px border.
  const narrow = Object.values(mirroredCollections).flatMap(({ name, fields }) =>
    (fields as readonly Field[])
      .filter(({ kind, width }) => kind === 'date' && width !== undefined && width < 95)
      .map(({ key }) => `${name}.${key}`),
  )
  expect(narrow).toEqual([])
})
