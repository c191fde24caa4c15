import { expect, test } from 'vitest'
import { addressSearch } from './address-search.ts'

test('the address list has the page sizes and page messages of the generic table', () => {
  const { schema, pages } = addressSearch
  for (const size of [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000])
    expect(schema.parse({ page_size: size }).page_size).toBe(size)
  expect(schema.parse({ page_size: 30 }).page_size).toBe(20)
  expect(pages.jumpMessages.notANumber(7)).toBe('올바른 페이지 번호를 입력하세요.')
  expect(pages.jumpMessages.outOfRange(7)).toBe('1부터 7 사이의 페이지 번호를 입력하세요.')
})
