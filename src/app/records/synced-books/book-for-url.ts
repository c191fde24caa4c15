import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'

/** Screens of a book in addition to its own `screen`. */
const otherScreens: readonly { path: string; search?: Readonly<Record<string, string>>; collection: CollectionName }[] =
  [
    { path: '/staff/car-ledger', collection: 'card-usage' },
    { path: '/settings', search: { tab: 'addresses' }, collection: 'addresses' },
  ]

/**
 * The book shown at a URL by a screen or window; null for none. If several books share a path, the
 * one whose search parameters match wins, otherwise the first.
 */
export function findBookForUrl(pathname: string, search: Readonly<Record<string, unknown>>): CollectionName | null {
  const path = pathname.replace(/(.)\/$/, '$1')
  const [, kind] = /^\/popup\/([^/]+)\//.exec(path) ?? []
  if (kind !== undefined) return collectionNames.find((name) => name === kind) ?? null
  const other = otherScreens.find((screen) => screen.path === path && matchesSearchParams(search, screen.search))
  if (other) return other.collection
  const candidates = collectionNames.filter((name) => getBook(name).screen.path === path && !getBook(name).isPart)
  const matching = candidates.find(
    (name) => getBook(name).screen.search && matchesSearchParams(search, getBook(name).screen.search),
  )
  return matching ?? candidates[0] ?? null
}

function matchesSearchParams(
  search: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(params).every(([key, value]) => search[key] === value)
}
