import '#contract/schemas-without-eval.ts'
import { clientsClaim } from 'workbox-core'
import { keepBlogPosts } from './blog-posts.ts'
import { sendInquiriesOnSync } from './send-inquiries.ts'
import { serveShell } from './shell-files.ts'
import { keepStaffCode } from './staff-code.ts'
import { takeInOnRequest } from './take-in.ts'
import { letInOnRequest } from './update.ts'
import { wakeOutbox } from './wake-outbox.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision?: string | null })[] }

const files = self.__WB_MANIFEST.map((entry) =>
  typeof entry === 'string' ? { url: entry, revision: null } : { url: entry.url, revision: entry.revision ?? null },
)
const isStaff = (file: { url: string }) => /(^|\/)staff-[^/]*$/.test(file.url)

// Without it a page of the very first visit is never controlled, and a reload after an update never ends.
clientsClaim()
// Of /api and /oauth nothing but the public blog has a route: all other calls go to the network and nowhere else, and nothing keeps their answers.
serveShell(files.filter((file) => !isStaff(file)))
keepStaffCode(
  self,
  files.filter(isStaff).map((file) => file.url),
)
keepBlogPosts(self)
letInOnRequest(self)
takeInOnRequest(self)
wakeOutbox(self)
sendInquiriesOnSync(self)
