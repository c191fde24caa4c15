import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { nonPagePatterns } from '#contract/sync/offline-files.ts'
import { onMessage } from './worker-events.ts'

/**
 * Names of chunks and fonts contain a content hash, so entries never go stale and one cache serves
 * every version.
 */
const cacheName = 'assets'

/**
 * Stores the back office's code after a staff sign-in, so that visitors never download it.
 * Afterwards a new version stores it at install, so that staff can work offline right after an
 * update.
 */
export function cacheStaffCode(scope: ServiceWorkerGlobalScope, staffFiles: readonly string[]): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    ({ request }) => respondCacheFirst(request),
  )

  scope.addEventListener('install', (event) => {
    event.waitUntil(storeIfStaffDevice(staffFiles))
  })
  onMessage(scope, 'STORE_STAFF_CODE', async () => {
    await storeStaffFiles(staffFiles)
    await dropOldCode(scope, staffFiles)
  })
}

async function respondCacheFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName, ignoreVary: true })
  if (stored) return stored
  // Retry once when the connection breaks, as when a server process dies, before a screen fails to
  // load.
  const response = await fetch(request).catch(() => fetch(request))
  if (response.ok && response.type === 'basic') await cacheIfRoom(request, response.clone())
  return response
}

/** A device without room still opens its screens from the network. */
async function cacheIfRoom(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(request, response)
  } catch {
    // Fetched again the next time.
  }
}

async function storeIfStaffDevice(staffFiles: readonly string[]): Promise<void> {
  if (!(await caches.has(cacheName))) return
  const stored = await (await caches.open(cacheName)).keys()
  if (stored.some((request) => new URL(request.url).pathname.startsWith('/assets/staff-')))
    await storeStaffFiles(staffFiles)
}

/**
 * Pauses before missing files are retried, about a minute in total. After that a page requests what
 * is still missing.
 */
const pausesMs = [1000, 2000, 4000, 8000, 16_000, 32_000]

async function storeStaffFiles(staffFiles: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheName)
  const storeMissing = () => Promise.allSettled(staffFiles.map((file) => storeFile(cache, file)))
  let failures = listFailures(await storeMissing())
  for (const pauseMs of pausesMs) {
    if (failures.length === 0 || failures.some(isOutOfRoom)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    failures = listFailures(await storeMissing())
  }
  if (failures.length > 0) throw failures[0]
}

async function storeFile(cache: Cache, file: string): Promise<void> {
  const url = new URL(file, location.origin).href
  if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url)
}

function listFailures(results: readonly PromiseSettledResult<void>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}

function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Removes code of older versions once no other window could still need it. */
async function dropOldCode(scope: ServiceWorkerGlobalScope, staffFiles: readonly string[]): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length > 1 || scope.registration.waiting || scope.registration.installing) return
  const current = new Set(staffFiles.map((file) => new URL(file, location.origin).href))
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    const isCode = new URL(request.url).pathname.startsWith('/assets/staff-')
    if (isCode && !current.has(request.url)) await cache.delete(request)
  }
}

/**
 * Stores what a visitor needs at install, and serves the app for every page URL, online or offline.
 */
export function serveShell(files: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: nonPagePatterns }))
}
