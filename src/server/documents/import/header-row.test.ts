import { expect, test } from 'vitest'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { findHeaderRow } from './header-row.ts'

test("knows an office's everyday titles of a case book without mapping by hand", () => {
  const titles = ['현장', '소유자 성함', '주소', '등기 목적', '보수', '비고 메모']
  const header = findHeaderRow([titles], { book: realEstateBook, requiredKey: 'group_id' })
  expect(header?.columns.map(({ key }) => key)).toEqual(['group_id', 'owner', 'owner_address', 'purpose', 'fees', null])
})
