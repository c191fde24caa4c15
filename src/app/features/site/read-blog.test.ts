import { expect, test } from 'vitest'
import { parseBlogQuery } from './read-blog.ts'

test('reads page, category and tag from the URL', () => {
  expect(parseBlogQuery({ page: 3, category: 'deposit', tag: '공탁' })).toEqual({
    page: 3,
    category: 'deposit',
    tag: '공탁',
    search: null,
  })
  expect(parseBlogQuery({ tag: 2026 }).tag).toBe('2026')
  expect(parseBlogQuery({ search: ' 공탁금 ' }).search).toBe('공탁금')
  expect(parseBlogQuery({ search: 2026 }).search).toBe('2026')
})

test.each([
  {},
  { page: 0 },
  { page: -1 },
  { page: 1.5 },
  { page: '2' },
  { category: 'nothing' },
  { tag: '' },
  { search: ' ' },
])('shows the whole list for invalid parameters: %o', (search) => {
  expect(parseBlogQuery(search)).toEqual({ page: 1, category: null, tag: null, search: null })
})
