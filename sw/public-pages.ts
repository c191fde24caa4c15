import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { postListSchema, postSchema } from '#contract/blog/blog-public.ts'
import {
  blogPath,
  blogPicturePath,
  buildPostListPath,
  buildPostPath,
  postsKeptOffline,
  postsPerPage,
} from '#contract/blog/blog-texts.ts'
import { officeStampPath } from '#contract/office/office-paths.ts'
import { siteSectionsPath } from '#contract/site/site-paths.ts'
import { onMessage } from './worker-events.ts'

/** Timeout for one public page. */
const maxPrefetchMs = 15_000

/**
 * Fetches the public pages again when a page requests it, because the office's details in them
 * change without a new version of the app. `urls`: the stored pages that the server renders.
 */
export function prefetchPages(scope: ServiceWorkerGlobalScope, urls: readonly string[]): void {
  onMessage(scope, 'DRAW_ANEW', async () => {
    const cache = await caches.open(cacheNames.precache)
    for (const url of urls) await refetchPage(cache, url).catch(() => undefined)
  })
}

async function refetchPage(cache: Cache, url: string): Promise<void> {
  const key = getCacheKeyForURL(url)
  const stored = key && (await cache.match(key))
  if (!key || !stored) return
  const fetched = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(maxPrefetchMs) })
  // A page of a later version comes with that version's own worker.
  const isSameBuild = findEntryScript(await fetched.clone().text()) === findEntryScript(await stored.text())
  if (fetched.ok && isSameBuild) await cache.put(key, fetched)
}

/** The URL of the page's entry script. */
function findEntryScript(html: string): string | undefined {
  return /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1]
}

/**
 * The blog as visitors read it and the texts of the site's search, one cache for all versions of
 * the app. Sign-in and sign-out don't touch it, because published posts are public.
 */
const cacheName = 'blog'

/**
 * Room for the newest posts, their list pages and what else was read; the oldest entry goes first.
 */
const maxEntries = 60

/** Pictures are large, so only those that were seen and those on the first list page are kept. */
const maxPictures = 40
const pictureCacheName = 'blog-pictures'

/** How long to wait for the network when there is a stored response. */
const timeoutMs = 4000

/** Timeout for one prefetched post, list page or picture. */
const maxCallMs = 15_000

/**
 * Makes the blog readable and the site searchable offline. The list and the latest posts are
 * fetched at the first visit and again whenever the list comes from the server. With a network, the
 * network's response is shown.
 */
export function cacheBlogPosts(scope: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(blogPath),
    async ({ request, url, event }) => {
      const isList = url.pathname === blogPath
      const response = await respondNetworkFirst(request)
      if (isList && response.ok && url.search === '') event.waitUntil(cacheNewest())
      return response
    },
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === siteSectionsPath,
    ({ request }) => respondNetworkFirst(request),
  )
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin && [blogPicturePath, officeStampPath].some((path) => url.pathname.startsWith(path)),
    ({ request }) => respondCacheFirst(request),
  )
  // Not passed to waitUntil: every page waits for an activating worker, and a hanging network would
  // block them all.
  scope.addEventListener('activate', () => void cacheNewest())
}

async function respondNetworkFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName })
  try {
    const timeout = stored ? AbortSignal.timeout(timeoutMs) : null
    const response = await fetch(request, { ...(timeout && { signal: timeout }) })
    // A device without room still shows the response.
    await cachePost(request.url, response.clone()).catch(() => undefined)
    // Our server or a proxy failed; an older text is better than none.
    return response.status >= 500 && stored ? stored : response
  } catch (error) {
    if (stored) return stored
    throw error
  }
}

/**
 * Stores a response unless it says no-store, as drafts do. Removes a post the server no longer has.
 */
async function cachePost(url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  if (response.status === 404) await cache.delete(url)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!response.ok || !isJson || response.headers.get('cache-control')?.includes('no-store')) return
  await cache.put(url, response)
  await dropOldest(cache, maxEntries)
}

/**
 * Prefetches the newest posts and their list pages under the URLs the pages use. Skips a post whose
 * stored version is current.
 */
async function cacheNewest(): Promise<void> {
  try {
    const listResponse = await fetchWithTimeout(`${blogPath}?page_size=${postsKeptOffline}`)
    const list = postListSchema.safeParse(await listResponse.json())
    if (!list.success) return
    for (let page = 1; (page - 1) * postsPerPage < list.data.results.length; page += 1) {
      const url = toAbsoluteUrl(buildPostListPath({ page }))
      await cachePost(url, await fetchWithTimeout(url))
    }
    for (const { id, version } of list.data.results) {
      const url = toAbsoluteUrl(buildPostPath(id))
      if ((await readStoredVersion(url)) !== version) await cachePost(url, await fetchWithTimeout(url))
    }
    const sectionsUrl = toAbsoluteUrl(siteSectionsPath)
    await cachePost(sectionsUrl, await fetchWithTimeout(sectionsUrl))
    const newest = list.data.results.slice(0, postsPerPage)
    const pictures = newest.flatMap(({ imageUrl, author }) => [imageUrl, author.imageUrl])
    for (const path of pictures) if (path !== null) await cacheListPicture(toAbsoluteUrl(path))
  } catch {
    // No network, no server or no room: stored entries stay, and the next visit tries again.
  }
}

async function fetchWithTimeout(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(maxCallMs) })
}

async function readStoredVersion(url: string): Promise<number | undefined> {
  const stored = await caches.match(url, { cacheName })
  const post = stored && postSchema.safeParse(await stored.json())
  return post?.data?.version
}

async function respondCacheFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: pictureCacheName })
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') await cachePicture(request.url, response.clone()).catch(() => undefined)
  return response
}

/** The picture at a URL never changes, so a stored one is never fetched again. */
async function cacheListPicture(url: string): Promise<void> {
  if (await caches.match(url, { cacheName: pictureCacheName })) return
  const response = await fetchWithTimeout(url)
  if (response.ok) await cachePicture(url, response)
}

async function cachePicture(url: string, response: Response): Promise<void> {
  const cache = await caches.open(pictureCacheName)
  await cache.put(url, response)
  await dropOldest(cache, maxPictures)
}

/** Cache keys are in insertion order. */
async function dropOldest(cache: Cache, limit: number): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((key) => cache.delete(key)))
}

function toAbsoluteUrl(path: string): string {
  return new URL(path, location.origin).href
}
