import { expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { type StaffCall, testStaffArea } from '#tests/support/people/staff-calls.ts'

/** Every call of the blog, with its request and the status that staff get. */
const post = {
  title: '글',
  excerpt: '',
  category: 'office',
  tags: [],
  markdown: '본문',
  image: null,
  author_name: '박새론',
  state: 'draft',
}
const calls: readonly StaffCall[] = [
  ['GET', '/api/blog/manage/', null, 200],
  ['POST', '/api/blog/manage/', { ...post, creation_key: newId() }, 201],
  ['GET', '/api/blog/manage/99999/', null, 404],
  ['PUT', '/api/blog/manage/99999/', { ...post, version: 1 }, 404],
  ['DELETE', '/api/blog/manage/99999/', { version: 1 }, 404],
  ['POST', '/api/blog/preview/', { markdown: '글' }, 200],
  ['POST', '/api/blog/pictures/', null, 415],
]

const open = ['GET /api/blog/posts', 'GET /api/blog/posts/{}', 'GET /api/blog/pictures/{}', 'GET /blog/rss.xml']

const { server } = testStaffArea({ calls, paths: /^(\/api)?\/blog\//, open })

test.each(['/api/blog/posts/', '/blog/rss.xml'])('%s is open to everybody, signed in or not', async (url) => {
  const statuses = [(await server().app.inject(url)).statusCode]
  for (const account of ['member', 'staff', 'superuser'] as const) {
    statuses.push((await (await server().signIn(account)).inject({ url })).statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200])
})
