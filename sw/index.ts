import '#contract/records/set-up-schemas.ts'
import { clientsClaim } from 'workbox-core'
import { splitBuiltFiles } from '#contract/sync/offline-files.ts'
import { cacheStaffCode, serveShell } from './app-files.ts'
import { showNotifications } from './notifications.ts'
import { cacheBlogPosts, prefetchPages } from './public-pages.ts'
import { holdKeysForReload, onMessage, sendInquiriesOnSync, wakeOutbox } from './worker-events.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision?: string | null })[] }

const files = self.__WB_MANIFEST.map((entry) =>
  typeof entry === 'string' ? { url: entry, revision: null } : { url: entry.url, revision: entry.revision ?? null },
)
const { shell, staff } = splitBuiltFiles(files)

// Without `clientsClaim` the page of a first visit is never controlled, and a reload after an
// update never finishes.
clientsClaim()
// Only the public blog has a route under /api and /oauth. All other calls go to the network, and
// their responses are never stored.
serveShell(shell)
cacheStaffCode(
  self,
  staff.map(({ url }) => url),
)
cacheBlogPosts(self)
prefetchPages(
  self,
  files.map(({ url }) => url).filter((url) => !url.startsWith('assets/') && !url.endsWith('.png')),
)
// A new version waits until the user activates it (app/shell/updates/update-prompt.tsx).
onMessage(self, 'SKIP_WAITING', () => self.skipWaiting())
// A page not yet controlled by this worker asks to be controlled: it was loading when the worker
// claimed all pages, or was loaded with Shift+reload.
onMessage(self, 'TAKE_IN', () => self.clients.claim())
holdKeysForReload(self)
wakeOutbox(self)
sendInquiriesOnSync(self)
showNotifications(self)
