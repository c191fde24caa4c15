import { isUnnamed } from '#domain/office/office-words.ts'
import type { KnownOffice } from '../db/office/read-office.ts'
import type { App, Deps } from '../deps.ts'
import { originOf } from '../plugins/own-origin.ts'
import { maxAddresses, sitemapOf, type ChangingPage } from './sitemap.ts'
import { appPaths, isPublicPath, publicPaths } from '#contract/app-paths.ts'
import { blogPath, blogPicturePath } from '#contract/blog/blog-words.ts'

/** Yeti is Naver's; its guide shows a group that names it (research/tech.md §2). */
const robots = ['*', 'Yeti']

/** What posts and shared links show stands below /api/, which is closed otherwise. The longer path wins; older readers take the first that fits. */
const open = [blogPath, blogPicturePath]

/** robots.txt: the office's own part is nothing to crawl. `origin` is where visitors reach the site. */
function robotsTxt(origin: string): string {
  const rules = [
    ...open.map((path) => `Allow: ${path}`),
    ...['/api/', ...closedPaths()].map((path) => `Disallow: ${path}`),
  ]
  return [
    ...robots.flatMap((name) => [`User-agent: ${name}`, ...rules, '']),
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** First parts of the app's addresses under which nothing is for everybody. /services is above public pages: its own page says noindex. */
function closedPaths(): string[] {
  const firstParts = appPaths.map((path) => `/${path.split('/')[1] ?? ''}`)
  return [...new Set(firstParts)].filter(
    (part) => !isPublicPath(part) && !publicPaths.some((path) => path.startsWith(`${part}/`)),
  )
}

const tags = ['공개 페이지']

/**
 * What search engines read before the pages: which there are and which are none of their business. `readPosts` answers the published posts, newest first, at most
 * `count`. An office without a name has no pages for them.
 */
export function registerSiteRoutes(
  app: App,
  { config }: Deps,
  { office, readPosts }: { office: KnownOffice; readPosts(count: number): Promise<readonly ChangingPage[]> },
): void {
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    schema: { tags, summary: '사이트맵' },
    handler: async (request, reply) => {
      // Room for the other pages in the one file.
      const posts = isUnnamed(await office.read()) ? null : await readPosts(maxAddresses - 100)
      return reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'application/xml; charset=utf-8' })
        .send(sitemapOf(posts, originOf(request, config)))
    },
  })
  app.route({
    method: 'GET',
    url: '/robots.txt',
    schema: { tags, summary: '검색 로봇이 지킬 규칙' },
    handler: async (request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' })
        .send(robotsTxt(originOf(request, config))),
  })
}
