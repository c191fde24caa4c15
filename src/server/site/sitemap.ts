import { publicPaths } from '#contract/app-paths.ts'
import { xmlText } from '../documents/xml-text.ts'

/** A page that comes and goes; `changedAt` is an instant. */
export interface ChangingPage {
  path: string
  changedAt: string
}

/** So many addresses one file may name (sitemaps.org). */
export const maxAddresses = 50_000

/**
 * The sitemap of the public pages and the posts, newest first. Only what changes by itself has a day of its last change: of the other pages none is known, and search
 * engines stop believing days that are made up. `origin` is where visitors reach the site. `published` null: nothing is published yet.
 */
export function sitemapOf(published: readonly ChangingPage[] | null, origin: string): string {
  const posts = published ?? []
  const newest = posts.reduce<string | null>(
    (last, { changedAt }) => (last && last > changedAt ? last : changedAt),
    null,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...(published ? publicPaths : []).map((path) => addressOf(`${origin}${path}`, path === '/blog' ? newest : null)),
    ...posts.map((post) => addressOf(`${origin}${post.path}`, post.changedAt)),
    '</urlset>',
  ].join('\n')
}

function addressOf(address: string, changedAt: string | null): string {
  return `<url><loc>${xmlText(address)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`
}
