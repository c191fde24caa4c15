/**
 * Every path the app has a screen for, as the router knows it (`$name` is any one segment). The
 * server serves the app at these and responds 404 to everything else. tests/rules/app-paths.test.ts
 * keeps the list and the router in step.
 */
export const appPaths = [
  '/',
  '/about',
  '/privacy',
  '/terms',
  '/contact',
  '/blog',
  '/blog/$id',
  '/services',
  '/services/real-estate',
  '/services/corporate',
  '/services/civil',
  '/services/deposit',
  '/features',
  '/quick',
  '/staff',
  '/staff/calendar',
  '/staff/card-report',
  '/staff/car-ledger',
  '/staff/leave-request',
  '/staff/register',
  '/staff/outbox',
  '/staff/reminders',
  '/staff/inquiries',
  '/staff/addresses',
  '/staff/blog',
  '/staff/blog/$id',
  '/staff/api',
  '/settings',
  '/settings/server',
  '/account/devices',
  '/account/security',
  '/account/notifications',
  '/popup/$kind/$id',
  '/invitation',
  '/oauth/callback/kakao',
  '/oauth/callback/kia',
] as const

/** A screen path without parameters. */
export type AppPath = Exclude<(typeof appPaths)[number], `${string}$${string}`>

/** Public pages rendered at build time, the same for every visitor. */
export const prerenderedPaths = [
  '/',
  '/about',
  '/services/real-estate',
  '/services/corporate',
  '/services/civil',
  '/services/deposit',
  '/contact',
  '/privacy',
  '/terms',
] as const satisfies readonly (typeof appPaths)[number][]

/** Every page that search engines should find, apart from the posts. */
export const publicPaths = [...prerenderedPaths, '/blog'] as const

const matchesAppPath = createMatcher(appPaths)
const matchesPublicPath = createMatcher([...publicPaths, '/blog/$id'])

/**
 * Whether the app has a screen at this path, with or without a trailing slash. `path` excludes
 * search and hash.
 */
export function isAppPath(path: string): boolean {
  return matchesAppPath(path)
}

/** Whether the page at this path is public and may be indexed; `path` as in `isAppPath`. */
export function isPublicPath(path: string): boolean {
  return matchesPublicPath(path)
}

function createMatcher(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.map((path) => path.split('/').filter(Boolean))
  return (path) => {
    const trimmed = path.replace(/^\/|\/$/g, '')
    const segments = trimmed === '' ? [] : trimmed.split('/')
    return patterns.some(
      (pattern) =>
        pattern.length === segments.length &&
        pattern.every((part, index) => part === segments[index] || (part.startsWith('$') && segments[index] !== '')),
    )
  }
}
