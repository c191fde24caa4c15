import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL } from 'workbox-precaching'
import { onMessage } from './heed-events.ts'

/** What is fetched beforehand gives up sooner than a person would. */
const maxCallMs = 15_000

/**
 * The public pages say who the office is, and that changes without a new version of the app: a page that has learned of it asks for this. `urls`: those kept by this worker that
 * the server draws.
 */
export function keepPagesDrawn(scope: ServiceWorkerGlobalScope, urls: readonly string[]): void {
  onMessage(scope, 'DRAW_ANEW', async () => {
    const cache = await caches.open(cacheNames.precache)
    for (const url of urls) await drawAnew(cache, url).catch(() => undefined)
  })
}

async function drawAnew(cache: Cache, url: string): Promise<void> {
  const key = getCacheKeyForURL(url)
  const stored = key && (await cache.match(key))
  if (!key || !stored) return
  const fetched = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(maxCallMs) })
  // Of a later version of the app: it comes with that version's own worker.
  const isOfThisBuild = codeOf(await fetched.clone().text()) === codeOf(await stored.text())
  if (fetched.ok && isOfThisBuild) await cache.put(key, fetched)
}

/** The script that a page starts. */
function codeOf(html: string): string | undefined {
  return /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1]
}
