import { appPaths, isPublicPath, publicPaths } from '#contract/app-paths.ts'
import { blogPath, blogPicturePath } from '#contract/blog/blog-texts.ts'
import { calendarPath } from '#contract/calendar/calendar-feed.ts'
import { siteSectionsPath } from '#contract/site/site-paths.ts'
import { siteSectionsSchema } from '#contract/site/site-sections.ts'
import { isUnnamed } from '#domain/office/office-texts.ts'
import type { App } from '#server/deps.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { maxSitemapUrls, renderSitemap } from './sitemap.ts'

/** Yeti is Naver's robot; Naver's guide shows a group that names it. */
const robots = ['*', 'Yeti']

/**
 * Parts of posts and shared links below /api/, which is otherwise closed, and the calendars that
 * people subscribe to: Google Calendar obeys robots.txt. The longer path wins; older readers take
 * the first match.
 */
const allowedApiPaths = [blogPath, blogPicturePath, calendarPath]

/** robots.txt: closes the office's own part. `origin`: public origin of the site. */
function robotsTxt(origin: string): string {
  const rules = [
    ...allowedApiPaths.map((path) => `Allow: ${path}`),
    ...['/api/', ...listClosedPaths()].map((path) => `Disallow: ${path}`),
  ]
  return [
    ...robots.flatMap((name) => [`User-agent: ${name}`, ...rules, '']),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/**
 * First path segments of the app without public content. /services is not listed because public
 * pages are below it; its own page says noindex.
 */
function listClosedPaths(): string[] {
  const firstParts = appPaths.map((path) => `/${path.split('/')[1] ?? ''}`)
  return [...new Set(firstParts)].filter(
    (part) => !isPublicPath(part) && !publicPaths.some((path) => path.startsWith(`${part}/`)),
  )
}

const tags = ['공개 페이지']

/**
 * sitemap.xml, robots.txt and the texts that the site's search reads. `readPosts` returns published
 * posts, newest first, at most the requested number. An office without a name lists no pages.
 */
export function siteRoutes(app: App, { config, office, pageSearch, readPosts }: RouteDeps): void {
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    schema: { tags, summary: '사이트맵' },
    handler: async (request, reply) => {
      // Leaves room for the other pages in the same file.
      const posts = isUnnamed(await office.read()) ? null : await readPosts(maxSitemapUrls - 100)
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/xml; charset=utf-8' })
        .send(renderSitemap(posts, resolveOrigin(request, config)))
    },
  })
  app.route({
    method: 'GET',
    url: '/robots.txt',
    schema: { tags, summary: '검색 로봇이 지킬 규칙' },
    handler: async (request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' })
        .send(robotsTxt(resolveOrigin(request, config))),
  })
  app.route({
    method: 'GET',
    url: siteSectionsPath,
    schema: { tags, summary: '사이트 검색에 쓰는 본문', response: { 200: siteSectionsSchema } },
    handler: async (_request, reply) => {
      // Cached by the visitor's service worker (sw/public-pages.ts) for searches offline.
      reply.header('cache-control', 'no-cache')
      return { sections: isUnnamed(await office.read()) ? [] : [...(await pageSearch.listSections())] }
    },
  })
}
