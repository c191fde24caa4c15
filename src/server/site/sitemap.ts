import { publicPaths } from '#contract/app-paths.ts'
import { escapeXml } from '#server/documents/xml-text.ts'

/** A page with a change date; `changedAt` is an instant. */
export interface ChangingPage {
  path: string
  changedAt: string
}

/** Maximum URLs per file (sitemaps.org). */
export const maxSitemapUrls = 50_000

/**
 * The sitemap of public pages and posts, newest first. Only posts have a last-change date: for
 * other pages it is unknown, and search engines distrust invented dates. `origin`: public origin of
 * the site. `published` null: nothing is published yet.
 */
export function renderSitemap(published: readonly ChangingPage[] | null, origin: string): string {
  const posts = published ?? []
  const newest = posts.reduce<string | null>(
    (last, { changedAt }) => (last && last > changedAt ? last : changedAt),
    null,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...(published ? publicPaths : []).map((path) => renderUrl(`${origin}${path}`, path === '/blog' ? newest : null)),
    ...posts.map((post) => renderUrl(`${origin}${post.path}`, post.changedAt)),
    '</urlset>',
  ].join('\n')
}

function renderUrl(url: string, changedAt: string | null): string {
  return `<url><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`
}
