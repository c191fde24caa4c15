import type { PostSummary } from '#contract/blog/blog-public.ts'
import { categoryLabel } from '#contract/blog/blog-words.ts'
import { xmlText } from '../documents/xml-text.ts'

/** RSS 2.0 of the newest posts. `origin` is the public address of the site, `name` the office. */
export function rssOf(
  posts: readonly (PostSummary & { content: string })[],
  { origin, name }: { origin: string; name: string },
): string {
  const newest = posts[0]?.datetime
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>',
    `<title>${xmlText(`${name} 최근 소식`)}</title>`,
    `<link>${xmlText(`${origin}/blog`)}</link>`,
    `<atom:link href="${xmlText(`${origin}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>`,
    '<description>등기와 공탁, 세금에 관하여 사무소가 쓰는 글</description>',
    '<language>ko</language>',
    ...(newest ? [`<lastBuildDate>${rfc822(newest)}</lastBuildDate>`] : []),
    ...posts.map((post) => itemOf(post, origin)),
    '</channel></rss>',
  ].join('\n')
}

function itemOf(post: PostSummary & { content: string }, origin: string): string {
  const address = xmlText(`${origin}/blog/${post.id}`)
  // Feed readers show the content elsewhere, so root-relative addresses get the site's origin.
  const content = post.content.replace(/ (href|src)="\//g, ` $1="${origin}/`)
  return [
    '<item>',
    `<title>${xmlText(post.title)}</title>`,
    `<link>${address}</link>`,
    `<guid isPermaLink="true">${address}</guid>`,
    ...(post.datetime ? [`<pubDate>${rfc822(post.datetime)}</pubDate>`] : []),
    ...[categoryLabel(post.category), ...post.tags].map((word) => `<category>${xmlText(word)}</category>`),
    `<description>${xmlText(post.excerpt)}</description>`,
    `<content:encoded>${xmlText(content)}</content:encoded>`,
    '</item>',
  ].join('\n')
}

function rfc822(instant: string): string {
  return new Date(instant).toUTCString()
}
