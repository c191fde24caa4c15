import { appPaths, isPublicPath, publicPaths } from '#contract/app-paths.ts'
import { blogPath, blogPicturePath } from '#contract/blog-words.ts'

/** Yeti is Naver's; its guide shows a group that names it (research/tech.md §2). */
const robots = ['*', 'Yeti']

/** What posts and shared links show stands below /api/, which is closed otherwise. The longer path wins; older readers take the first that fits. */
const open = [blogPath, blogPicturePath]

/** robots.txt: the office's own part is nothing to crawl. `origin` is where visitors reach the site. */
export function robotsTxt(origin: string): string {
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
