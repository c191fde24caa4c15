import { z } from 'zod'
import { postListSchema, postSchema } from '#contract/blog/blog-public.ts'
import { blogPath, blogPicturePath } from '#contract/blog/blog-words.ts'
import { postParamsSchema, postQuerySchema } from '#contract/blog/blog.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { isUnnamed } from '#domain/office/office-words.ts'
import type { KnownOffice } from '../office-profile/read-office.ts'
import type { App, Deps } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { servePictures } from '../documents/pictures/store-picture.ts'
import { originOf } from '../http/own-origin.ts'
import { Refusal } from '../http/refusal.ts'
import { mayReadDrafts } from './policy.ts'
import { createPostSearch, listPosts, newestPosts, readPost } from './read-posts.ts'
import { rssOf } from './rss.ts'
import { registerBlogWriting } from './writing-routes.ts'

const tags = ['소식']

/** The public routes of the blog, and the staff's routes from writing-routes.ts. */
export function blogRoutes(app: App, deps: Deps & Pick<ServerDeps, 'office'>): void {
  const { office } = deps
  registerReading(app, deps)
  registerRss(app, deps, office)
  servePictures(app, deps.db, { table: 'blog_picture', path: blogPicturePath, tag: '소식', cache: 'public' })
  registerBlogWriting(app, deps)
}

function registerReading(app: App, { db }: Deps): void {
  const searchPosts = createPostSearch(db)
  app.route({
    method: 'GET',
    url: blogPath,
    schema: { tags, querystring: postQuerySchema, response: { 200: postListSchema } },
    handler: async (request, reply) => {
      const { search = '' } = request.query
      // Kept by the visitor's service worker (sw/blog-posts.ts), which asks again whenever there is
      // a network; what a visitor looks for is kept by nobody.
      reply.header('cache-control', search.trim() ? 'no-store' : 'no-cache')
      return search.trim() ? await searchPosts({ ...request.query, search }) : await listPosts(db, request.query)
    },
  })
  app.route({
    method: 'GET',
    url: `${blogPath}:id`,
    schema: { tags, params: z.object({ id: z.string() }), response: { 200: postSchema, '4xx': problemSchema } },
    handler: async (request, reply) => {
      const id = postParamsSchema.safeParse(request.params)
      const post = id.success && (await readPost(db, id.data.id, { withDrafts: mayReadDrafts(request) }))
      if (!post) throw new Refusal(problem('not_found', { message: '요청하신 게시글을 찾을 수 없습니다.' }))
      // Drafts must not be stored by any cache on the way.
      reply.header('cache-control', post.state === 'published' ? 'no-cache' : 'no-store')
      return post
    },
  })
}

function registerRss(app: App, { db, config }: Deps, office: KnownOffice): void {
  app.route({
    method: 'GET',
    url: '/blog/rss.xml',
    schema: { tags, summary: '최근 소식 RSS' },
    handler: async (request, reply) => {
      const shown = await office.read()
      // The feed needs the office's name, so there is none before it is set.
      if (isUnnamed(shown)) throw new Refusal(problem('not_found'))
      const rss = rssOf(await newestPosts(db, 20), { origin: originOf(request, config), name: shown.name })
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/rss+xml; charset=utf-8' })
        .send(rss)
    },
  })
}
