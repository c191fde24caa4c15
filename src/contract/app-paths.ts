/**
 * Every address the app has a screen for, as its router knows them (`$name`: any one part). The server answers these with the app and everything else with
 * status 404; tests/rules/app-paths.test.ts holds the list and the router together.
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
  '/staff/card-report',
  '/staff/car-ledger',
  '/staff/leave-request',
  '/staff/outbox',
  '/staff/inquiries',
  '/staff/addresses',
  '/staff/blog',
  '/staff/blog/$id',
  '/staff/api',
  '/settings',
  '/settings/server',
  '/account/devices',
  '/account/security',
  '/popup/$kind/$id',
  '/invitation',
  '/oauth/callback/kakao',
  '/oauth/callback/kia',
] as const

/** A screen that needs no part of its address filled in. */
export type AppPath = Exclude<(typeof appPaths)[number], `${string}$${string}`>

/** Public pages whose text is made at build, the same for every visitor. */
export const builtPages = [
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

/** Every page that search engines should find; posts come beside these. */
export const publicPaths = [...builtPages, '/blog'] as const

const isKnown = matcherOf(appPaths)
const isForEverybody = matcherOf([...publicPaths, '/blog/$id'])

/** Whether the app has a screen at this path, with or without a slash at its end (decision 4). `path` without search and hash. */
export function isAppPath(path: string): boolean {
  return isKnown(path)
}

/** Whether what stands at this path is for everybody, and so for search engines; `path` as in `isAppPath`. */
export function isPublicPath(path: string): boolean {
  return isForEverybody(path)
}

function matcherOf(paths: readonly string[]): (path: string) => boolean {
  const known = paths.map((path) => path.split('/').filter(Boolean))
  return (path) => {
    const trimmed = path.replace(/^\/|\/$/g, '')
    const asked = trimmed === '' ? [] : trimmed.split('/')
    return known.some(
      (own) =>
        own.length === asked.length &&
        own.every((part, place) => part === asked[place] || (part.startsWith('$') && asked[place] !== '')),
    )
  }
}
