import { expect, test } from 'vitest'
import { inquirySearch } from './inquiry-search.ts'

test('accepts the page sizes of the generic table and sorts latest first', () => {
  expect(inquirySearch.pages.sizes.at(-1)).toBe(10_000)
  expect(inquirySearch.schema.parse({ page_size: 10_000 }).page_size).toBe(10_000)
  expect(inquirySearch.query(inquirySearch.empty).sort[0]).toEqual({ field: 'received_at', direction: 'desc' })
})
