import '#contract/records/set-up-schemas.ts'
import { splitBuiltFiles } from '#contract/sync/offline-files.ts'
import { clientsClaim } from 'workbox-core'
import { keepBlogPosts } from './blog-posts.ts'
import { carryKeysOver } from './carry-keys.ts'
import { onMessage } from './heed-events.ts'
import { keepPagesDrawn } from './public-pages.ts'
import { sendInquiriesOnSync } from './send-inquiries.ts'
import { serveShell } from './shell-files.ts'
import { keepStaffCode } from './staff-code.ts'
import { wakeOutbox } from './wake-outbox.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision?: string | null })[] }

const files = self.__WB_MANIFEST.map((entry) =>
  typeof entry === 'string' ? { url: entry, revision: null } : { url: entry.url, revision: entry.revision ?? null },
)
const { shell, staff } = splitBuiltFiles(files)

// Without it a page of the very first visit is never controlled, and a reload after an update never ends.
clientsClaim()
// Of /api and /oauth nothing but the public blog has a route: all other calls go to the network and nowhere else, and nothing keeps their answers.
serveShell(shell)
keepStaffCode(
  self,
  staff.map(({ url }) => url),
)
keepBlogPosts(self)
keepPagesDrawn(
  self,
  files.map(({ url }) => url).filter((url) => !url.startsWith('assets/') && !url.endsWith('.png')),
)
// A new version waits until a person lets it in (app/shell/update-prompt.tsx); it never takes over by itself.
onMessage(self, 'SKIP_WAITING', () => self.skipWaiting())
// A page that is not this worker's asks to be: one that was still on its way when the worker took all pages over, or was loaded past it (Shift with reload).
onMessage(self, 'TAKE_IN', () => self.clients.claim())
carryKeysOver(self)
wakeOutbox(self)
sendInquiriesOnSync(self)
