import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { loadDemoPosts, removeDemoPosts } from './demo.ts'
import { listPosts } from './read-posts.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
  await loadDemoPosts(server.ownerDb, { now: new Date('2026-11-20T03:00:00Z') })
})
afterAll(() => server.close())

test('demo posts have a cover and an author portrait, each with alternative text', async () => {
  const { results } = await listPosts(server.db, { page: 1, page_size: 10 })
  expect(new Set(results.map(({ imageUrl }) => imageUrl)).size).toBe(3)
  for (const { imageUrl, imageAlt, author } of results) {
    expect(imageAlt).not.toBe('')
    for (const url of [imageUrl, author.imageUrl]) {
      const picture = await server.app.inject(url ?? '')
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
      expect(picture.rawPayload.length).toBeLessThan(20_000)
    }
  }
})

test('removes demo posts with their pictures, except pictures that another post shows', async () => {
  const { results } = await listPosts(server.db, { page: 1, page_size: 10 })
  await server.ownerDb
    .insertInto('blog_post')
    .values({
      title: '우리 글',
      excerpt: '',
      category: 'office',
      tags: [],
      markdown: '',
      html: '',
      reading_minutes: 1,
      image: results[0]?.imageUrl ?? null,
      author_name: '박새론',
      state: 'draft',
      updated_by: '박새론',
    })
    .execute()
  expect(await removeDemoPosts(server.ownerDb)).toBe(3)
  expect((await server.db.selectFrom('blog_picture').select('id').execute()).length).toBe(1)
})
