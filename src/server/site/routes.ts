import { isUnnamed } from '#domain/office-words.ts'
import type { KnownOffice } from '../db/office/read-office.ts'
import type { App, Deps } from '../deps.ts'
import { originOf } from '../plugins/own-origin.ts'
import { robotsTxt } from './robots.ts'
import { mostAddresses, sitemapOf, type ChangingPage } from './sitemap.ts'

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
      const posts = isUnnamed(await office.read()) ? null : await readPosts(mostAddresses - 100)
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
