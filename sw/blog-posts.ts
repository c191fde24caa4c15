import { registerRoute } from 'workbox-routing'
import { postListSchema, postSchema } from '#contract/blog/blog-public.ts'
import {
  blogPath,
  blogPicturePath,
  postAddress,
  postListAddress,
  postsKeptOffline,
  postsPerPage,
} from '#contract/blog/blog-words.ts'
import { officeSealPath } from '#contract/office/office-words.ts'

/** What visitors read of the blog, one cache for all versions of the app. Signing in or out does not touch it: published posts are everybody's. */
const cacheName = 'blog'

/** The newest posts, as many pages of the list, and what was read besides; the oldest of it goes first. */
const maxEntries = 60

/** Pictures in posts are large; only those that were seen are kept, and those that the first page of the list shows. */
const maxPictures = 40
const pictureCacheName = 'blog-pictures'

/** A network that does not answer for so long is treated as none when there is something to show. */
const patienceMs = 4000

/** What is fetched beforehand gives up sooner than a person would. */
const maxCallMs = 15_000

/**
 * The blog without a network: the list and the last posts are fetched once at the first visit and again whenever the list comes from the server. What is shown
 * comes from the network whenever there is one.
 */
export function keepBlogPosts(scope: ServiceWorkerGlobalScope): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(blogPath),
    async ({ request, url, event }) => {
      const isList = url.pathname === blogPath
      const response = await fromNetworkFirst(request)
      if (isList && response.ok && url.search === '') event.waitUntil(keepNewest())
      return response
    },
  )
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin && [blogPicturePath, officeSealPath].some((path) => url.pathname.startsWith(path)),
    ({ request }) => fromCacheFirst(request),
  )
  // Not held by waitUntil: every page waits for a worker that activates, and a network that hangs would keep them all waiting.
  scope.addEventListener('activate', () => void keepNewest())
}

async function fromNetworkFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName })
  try {
    const patience = stored ? AbortSignal.timeout(patienceMs) : null
    const response = await fetch(request, { ...(patience && { signal: patience }) })
    // A device without room shows what came all the same.
    await keep(request.url, response.clone()).catch(() => undefined)
    // Our own server out of order, or a proxy in its place: an older text is better than none.
    return response.status >= 500 && stored ? stored : response
  } catch (error) {
    if (stored) return stored
    throw error
  }
}

/** Drafts say no-store. A post that was taken back is taken off the device too. */
async function keep(url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  if (response.status === 404) await cache.delete(url)
  const isOurs = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!response.ok || !isOurs || response.headers.get('cache-control')?.includes('no-store')) return
  await cache.put(url, response)
  await dropOldest(cache, maxEntries)
}

/** The newest posts, each as its own page asks for it, and the pages of the list they stand on. A post that is there unchanged is not asked for again. */
async function keepNewest(): Promise<void> {
  try {
    const answer = await ask(`${blogPath}?page_size=${postsKeptOffline}`)
    const list = postListSchema.safeParse(await answer.json())
    if (!list.success) return
    for (let page = 1; (page - 1) * postsPerPage < list.data.results.length; page += 1) {
      const url = address(postListAddress({ page }))
      await keep(url, await ask(url))
    }
    for (const { id, version } of list.data.results) {
      const url = address(postAddress(id))
      if ((await storedVersion(url)) !== version) await keep(url, await ask(url))
    }
    const shown = list.data.results.slice(0, postsPerPage)
    const pictures = shown.flatMap(({ imageUrl, author }) => [imageUrl, author.imageUrl])
    for (const path of pictures) if (path !== null) await keepListPicture(address(path))
  } catch {
    // No network, no server, no room: what is stored stays, and the next visit tries again.
  }
}

async function ask(url: string): Promise<Response> {
  return await fetch(url, { signal: AbortSignal.timeout(maxCallMs) })
}

async function storedVersion(url: string): Promise<number | undefined> {
  const stored = await caches.match(url, { cacheName })
  const post = stored && postSchema.safeParse(await stored.json())
  return post?.data?.version
}

async function fromCacheFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request.url, { cacheName: pictureCacheName })
  if (stored) return stored
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') await keepPicture(request.url, response.clone()).catch(() => undefined)
  return response
}

/** An address never shows another picture, so one that is there is never asked for again. */
async function keepListPicture(url: string): Promise<void> {
  if (await caches.match(url, { cacheName: pictureCacheName })) return
  const response = await ask(url)
  if (response.ok) await keepPicture(url, response)
}

async function keepPicture(url: string, response: Response): Promise<void> {
  const cache = await caches.open(pictureCacheName)
  await cache.put(url, response)
  await dropOldest(cache, maxPictures)
}

/** Keys come in the order in which they were put. */
async function dropOldest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

function address(path: string): string {
  return new URL(path, location.origin).href
}
