import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'
import { onMessage } from './worker-events.ts'

/** Timeout for prefetching. */
const maxCallMs = 15_000

/**
 * Fetches the public pages again when a page asks for it: the office's details in them change
 * without a new version of the app. `urls`: the stored pages that the server renders.
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
  const fetched = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(maxCallMs) })
  // A page of a later version comes with that version's own worker.
  const isOfThisBuild = codeOf(await fetched.clone().text()) === codeOf(await stored.text())
  if (fetched.ok && isOfThisBuild) await cache.put(key, fetched)
}

/** The URL of the page's entry script. */
function codeOf(html: string): string | undefined {
  return /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1]
}
