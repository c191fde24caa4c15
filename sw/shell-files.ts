import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { notPages } from '#contract/sync/offline-files.ts'

/**
 * Stores what a visitor needs at install, and answers every page address with the app, online or
 * offline.
 */
export function serveShell(files: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }))
}
