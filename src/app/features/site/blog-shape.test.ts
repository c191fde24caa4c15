import { expect, test } from 'vitest'
import { postListSchema, postSchema, type PostSummary } from '#contract/blog/blog-public.ts'
import { isPost, isPostList } from './blog-shape.ts'

const summary: PostSummary = {
  id: '1',
  version: 1,
  title: '글',
  excerpt: '요약',
  category: 'tax',
  tags: ['취득세'],
  imageUrl: null,
  imageAlt: '그림',
  date: '2026-11-15',
  datetime: '2026-11-15T00:30:00+00:00',
  readingTime: 3,
  author: { name: '박새론', imageUrl: null },
  passage: ['', '취득세', '는'],
}
const post = { ...summary, content: '<p>글</p>', state: 'published', related: [summary] }
const list = {
  results: [summary],
  total_count: 1,
  categories: [{ category: 'tax', count: 1 }],
  near: { after: 0, says: '말' },
  services: [{ label: '공탁 서비스', href: '/services/deposit', passage: ['글'] }],
}

test('accepts a list and a post as described by the contract', () => {
  expect([isPostList(list), postListSchema.safeParse(list).success]).toEqual([true, true])
  expect([isPost(post), postSchema.safeParse(post).success]).toEqual([true, true])
})

const wrong = [undefined, null, 1.5, 'text', true, {}, [{}]]

/** The value with each field, at any depth, replaced by each wrong value. */
function* spoil(value: unknown): Generator {
  yield* wrong
  if (Array.isArray(value)) for (const bad of spoil(value[0])) yield [bad]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      for (const bad of spoil(field)) yield { ...value, [key]: bad }
    }
  }
}

test('accepts and refuses exactly what the schemas do', () => {
  let count = 0
  for (const candidate of spoil(list)) {
    count += 1
    expect(isPostList(candidate), JSON.stringify(candidate)).toBe(postListSchema.safeParse(candidate).success)
  }
  for (const candidate of spoil(post)) {
    count += 1
    expect(isPost(candidate), JSON.stringify(candidate)).toBe(postSchema.safeParse(candidate).success)
  }
  expect(count).toBeGreaterThan(300)
})
