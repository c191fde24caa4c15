import { expect, test } from 'vitest'
import { blogQuestionOf } from './read-blog.ts'

test('the address says which page, category and tag are shown', () => {
  expect(blogQuestionOf({ page: 3, category: 'deposit', tag: '공탁' })).toEqual({
    page: 3,
    category: 'deposit',
    tag: '공탁',
  })
  expect(blogQuestionOf({ tag: 2026 }).tag).toBe('2026')
})

test.each([{}, { page: 0 }, { page: -1 }, { page: 1.5 }, { page: '2' }, { category: 'nothing' }, { tag: '' }])(
  'what cannot be read shows the whole list: %o',
  (search) => {
    expect(blogQuestionOf(search)).toEqual({ page: 1, category: null, tag: null })
  },
)
