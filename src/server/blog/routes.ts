import { z } from 'zod'
import {
  postIdSchema,
  type PostList,
  postListSchema,
  postSchema,
  type PostSummary,
} from '#contract/blog/blog-public.ts'
import {
  blogPath,
  blogPicturePath,
  buildPostListPath,
  buildPostPath,
  getCategoryLabel,
  isPostCategory,
} from '#contract/blog/blog-texts.ts'
import { postParamsSchema, type PostQuery, postQuerySchema } from '#contract/blog/blog.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'
import type { SiteMatches } from '#domain/site-search/site-matches.ts'
import { cutPassage, findPassage } from '#domain/text/find-passage.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { servePictures } from '#server/documents/pictures/store-picture.ts'
import { escapeXml } from '#server/documents/xml-text.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import type { CachedOffice } from '#server/office-profile/read-office.ts'
import type { DynamicPage, DynamicPages } from '#server/plugins/public-pages.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { canReadDrafts } from './policy.ts'
import {
  countPosts,
  isPublished,
  listPosts,
  readNewestPosts,
  readPost,
  readRevision,
  searchPosts,
} from './read-posts.ts'
import { registerBlogWriting } from './writing-routes.ts'

const tags = ['소식']

/** The public routes of the blog, and the staff's routes from writing-routes.ts. */
export function blogRoutes(app: App, deps: Deps & Pick<RouteDeps, 'office' | 'pageSearch'>): void {
  const { office } = deps
  registerReading(app, deps)
  registerRss(app, deps, office)
  servePictures(app, deps.db, { table: 'blog_picture', path: blogPicturePath, tag: '소식', cache: 'public' })
  registerBlogWriting(app, deps)
}

function registerReading(app: App, { db, pageSearch }: Deps & Pick<RouteDeps, 'pageSearch'>): void {
  app.route({
    method: 'GET',
    url: blogPath,
    schema: { tags, querystring: postQuerySchema, response: { 200: postListSchema } },
    handler: async (request, reply) => {
      const { search = '' } = request.query
      // Kept by the visitor's service worker (sw/public-pages.ts), which requests it again whenever
      // there is a network; searches are not cached.
      reply.header('cache-control', search.trim() ? 'no-store' : 'no-cache')
      if (!search.trim()) return await listPosts(db, request.query)
      const isFirstPage = request.query.page === 1
      const matches = await pageSearch.find(search)
      const postList = await searchPosts(db, request.query, matches)
      return { ...postList, services: isFirstPage ? listServices(matches) : [] }
    },
  })
  app.route({
    method: 'GET',
    url: `${blogPath}:id`,
    schema: { tags, params: z.object({ id: z.string() }), response: { 200: postSchema, '4xx': problemSchema } },
    handler: async (request, reply) => {
      const id = postParamsSchema.safeParse(request.params)
      const post = id.success && (await readPost(db, id.data.id, { withDrafts: canReadDrafts(request) }))
      if (!post) throw new HttpProblem(problem('not_found', { message: '요청하신 게시글을 찾을 수 없습니다.' }))
      // Drafts must not be stored by any cache on the way.
      reply.header('cache-control', post.state === 'published' ? 'no-cache' : 'no-store')
      return post
    },
  })
}

/** What the pages other than posts and policies say about a search. */
function listServices({ found, marked }: SiteMatches): NonNullable<PostList['services']> {
  return found
    .filter(({ href }) => !/^\/(blog|privacy|terms)\b/.test(href))
    .slice(0, 3)
    .map(({ page, heading, href, text }) => ({
      label: page === heading ? page : `${page} · ${heading}`,
      href,
      passage: [...(findPassage(text, marked) ?? cutPassage(text))],
    }))
}

function registerRss(app: App, { db, config }: Deps, office: CachedOffice): void {
  app.route({
    method: 'GET',
    url: '/blog/rss.xml',
    schema: { tags, summary: '최근 소식 RSS' },
    handler: async (request, reply) => {
      const officeData = await office.read()
      // The feed needs the office's name, so there is none before it is set.
      if (isUnnamed(officeData)) throw new HttpProblem(problem('not_found'))
      const rss = renderRss(await readNewestPosts(db, 20), {
        origin: resolveOrigin(request, config),
        name: officeData.name,
      })
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/rss+xml; charset=utf-8' })
        .send(rss)
    },
  })
}

/** RSS 2.0 of the newest posts. `origin` is the public origin of the site, `name` the office. */
function renderRss(
  posts: readonly (PostSummary & { content: string })[],
  { origin, name }: { origin: string; name: string },
): string {
  const newest = posts[0]?.datetime
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>',
    `<title>${escapeXml(`${name} 최근 소식`)}</title>`,
    `<link>${escapeXml(`${origin}/blog`)}</link>`,
    `<atom:link href="${escapeXml(`${origin}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    '<description>등기와 공탁, 세금에 관하여 사무소가 쓰는 글</description>',
    '<language>ko</language>',
    ...(newest ? [`<lastBuildDate>${formatRfc822(newest)}</lastBuildDate>`] : []),
    ...posts.map((post) => renderItem(post, origin)),
    '</channel></rss>',
  ].join('\n')
}

function renderItem(post: PostSummary & { content: string }, origin: string): string {
  const url = escapeXml(`${origin}/blog/${post.id}`)
  // Feed readers show the content elsewhere, so root-relative URLs get the site's origin.
  const content = post.content.replace(/ (href|src)="\//g, ` $1="${origin}/`)
  return [
    '<item>',
    `<title>${escapeXml(post.title)}</title>`,
    `<link>${url}</link>`,
    `<guid isPermaLink="true">${url}</guid>`,
    ...(post.datetime ? [`<pubDate>${formatRfc822(post.datetime)}</pubDate>`] : []),
    ...[getCategoryLabel(post.category), ...post.tags].map((word) => `<category>${escapeXml(word)}</category>`),
    `<description>${escapeXml(post.excerpt)}</description>`,
    `<content:encoded>${escapeXml(content)}</content:encoded>`,
    '</item>',
  ].join('\n')
}

function formatRfc822(instant: string): string {
  return new Date(instant).toUTCString()
}

/** The blog's public pages: the list with its categories and tags, and every published post. */
export function createBlogPages({ db }: Deps): DynamicPages {
  return {
    paths: ['/blog', '/blog/$id'],
    revision: () => readRevision(db),
    find: async (url) => {
      const { pathname, searchParams } = new URL(url, 'http://site')
      const id = /^\/blog\/([^/]+)\/?$/.exec(pathname)?.[1]
      return id === undefined ? await findList(db, searchParams) : await findPost(db, id)
    },
  }
}

/** One page for all posts that don't exist. */
const noPost: DynamicPage = { path: '/blog/0', readData: async () => ({ [buildPostPath('0')]: null }) }

async function findPost(db: Database, id: string): Promise<DynamicPage> {
  if (!postIdSchema.safeParse(id).success || !(await isPublished(db, id))) return noPost
  return {
    path: `/blog/${id}`,
    readData: async () => ({ [buildPostPath(id)]: (await readPost(db, id, { withDrafts: false })) ?? null }),
  }
}

/**
 * Searches, and tags and pages without posts, are not rendered here: strangers could request any
 * number of them.
 */
async function findList(db: Database, search: URLSearchParams): Promise<DynamicPage | 'undrawn' | null> {
  if (search.get('search')?.trim()) return 'undrawn'
  const query = toPostQuery(search)
  const isRoot = query.page === 1 && !query.tag
  if (!isRoot && (await countPosts(db, query)) <= (query.page - 1) * query.page_size) return null
  const { page, tag = null } = query
  const category = isPostCategory(query.category) ? query.category : null
  const canonical = buildPostListPath({ page, category, tag })
  return {
    path: `/blog${new URL(canonical, 'http://site').search}`,
    readData: async () => ({ [canonical]: await listPosts(db, query) }),
  }
}

/**
 * Invalid query values fall back to the whole list, as on the screen
 * (app/features/site/read-blog.ts).
 */
function toPostQuery(search: URLSearchParams): PostQuery {
  const { page, category, tag } = postQuerySchema.shape
  return {
    ...postQuerySchema.parse({}),
    page: page.catch(1).parse(search.get('page') ?? undefined),
    category: category.catch(undefined).parse(search.get('category') ?? undefined),
    tag: tag.catch(undefined).parse(search.get('tag') ?? undefined),
  }
}
