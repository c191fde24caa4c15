import type { FastifyRequest } from 'fastify'
import type { ReadRemainingLeave } from './admin/people/list-people.ts'
import type { ServedBook } from './books/served-book.ts'
import type { BatchCalls } from './books/write-routes.ts'
import type { OfficeSources } from './chat/office/office-data.ts'
import type { SitePages } from './chat/pages/page-search.ts'
import type { Database } from './db/client.ts'
import type { Replica } from './db/replica.ts'
import type { DemoMark } from './demo/demo-rows.ts'
import type { App, Deps } from './deps.ts'
import type { CachedOffice } from './office-profile/read-office.ts'
import type { PublicPages } from './plugins/public-pages.ts'
import type { RequestTimes } from './plugins/request-times.ts'
import type { ReadRates } from './real-estate/filings/read-filing-sources.ts'
import type { RegistrySource } from './registry/registry-source.ts'
import type { CachedPrivacyNotice } from './retention/privacy/cached-privacy-notice.ts'
import type { ChangingPage } from './site/sitemap.ts'
import type { TaskQueue } from './tasks/task-queue.ts'
import type { WritableBook } from './writes/writable-book.ts'
import type { WritePipeline } from './writes/write-pipeline-types.ts'

/**
 * Dependencies of all routes, so that nothing imports `app.ts`: `Deps` and the parts that several
 * businesses share.
 */
export type RouteDeps = Deps & {
  /** The built app. */
  distDir: string
  /** The pages of the site; null without a build. */
  pages: PublicPages | null
  requestTimes: RequestTimes
  /** For reads that take long and decide nothing: lists, reports, first copies. */
  replica: Replica
  servedBooks: readonly ServedBook[]
  /** The books that the write pipeline may write. */
  writableBooks: readonly WritableBook[]
  batchCalls: BatchCalls
  writes: WritePipeline
  /** Background work: one queue for all businesses. */
  queue: TaskQueue
  /** Whether this process works on the tasks of the queue. */
  isWorking: boolean
  office: CachedOffice
  demoMark: DemoMark
  privacyNotice: CachedPrivacyNotice
  registrySource: RegistrySource
  /** Throws 401, 403 or 503. Also works while the database is unavailable. */
  refuseUnlessSuperuser(request: FastifyRequest): void
} & CrossBusinessDeps

/** Functions of one business that another needs but may not import. */
interface CrossBusinessDeps {
  readRates: ReadRates
  readRemainingLeave: ReadRemainingLeave
  readOwnLeave: OfficeSources['readLeave']
  /** Over the public pages and posts. */
  pageSearch: SitePages
  /** Published posts, newest first, at most `count`. */
  readPosts(count: number): Promise<readonly ChangingPage[]>
  /** Removes demo data outside the books; returns the number removed by label. */
  removeOtherDemoData(db: Database): Promise<Readonly<Record<string, number>>>
}

/**
 * The routes of a business: a Fastify plugin that a folder exports from its `routes.ts` and
 * `app.ts` registers. Its hooks for requests reach its own routes only.
 */
export type Routes = (app: App, deps: RouteDeps) => void | Promise<void>
