import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Never answered with the app: the server's own addresses, and anything that names a file. */
const notPages = [/^\/api\//, /^\/oauth\//, /^\/docs/, /\/[^/?]+\.[^/]+$/]

/** What a visitor needs is stored at install; every page address is answered with the app, network or not. */
export function serveShell(files: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }))
}
