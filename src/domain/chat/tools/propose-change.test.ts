import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { findChangeableField } from './propose-change.ts'

const office = { collections: new Set(collectionNames), asker: { name: '김가온', isSuperuser: true } }

test("a paper's kind and memo may be proposed, but not the details of its file", () => {
  const keys = ['paper_kind', 'memo', 'media_type', 'digest', 'content_id']
  const changeable = keys.filter((key) => findChangeableField(office, 'case-papers', key) !== null)
  expect(changeable).toEqual(['paper_kind', 'memo'])
})
