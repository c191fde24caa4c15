import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { notPages } from '#contract/sync/offline-files.ts'

/** What a visitor needs is stored at install; every page address is answered with the app, network or not. */
export function serveShell(files: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }))
}
