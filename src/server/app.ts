import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { privacyPath } from '#contract/keeping/privacy-words.ts'
import { schemaFault } from '#contract/schema-faults.ts'
import { registerAddressStatus } from './addresses/bulk-status.ts'
import { registerApiTest } from './admin/api-test/routes.ts'
import { registerPeopleRoutes } from './admin/people/routes.ts'
import { registerDemoDataRoutes } from './admin/demo-data-routes.ts'
import { registerSetup } from './admin/setup-routes.ts'
import { registerMetrics } from './admin/status/metrics-route.ts'
import { registerServerStatus } from './admin/status/routes.ts'
import { readServedBuild } from './admin/status/served-build.ts'
import { registerTaskMonitor } from './admin/task-monitor/routes.ts'
import { registerTrail } from './admin/trail/routes.ts'
import { registerDocumentCheck } from './addresses/papers/check-documents.ts'
import { removeDemoOthers } from './commands/demo-data.ts'
import { blogPages } from './blog/living-pages.ts'
import { publishedAddresses } from './blog/read-posts.ts'
import { registerAddressRoutes } from './addresses/routes.ts'
import { registerBlogRoutes } from './blog/routes.ts'
import { registerBook } from './books/register-book.ts'
import type { Config } from './config.ts'
import { registerCardUsageRoutes } from './card-usage/routes.ts'
import { registerChatUpload } from './chat/files/upload-routes.ts'
import { registerChatRoutes } from './chat/routes.ts'
import { registerChatThreads } from './chat/threads/thread-routes.ts'
import { createDemoMark } from './demo/demo-mark.ts'
import { createKnownOffice, type KnownOffice } from './office-profile/read-office.ts'
import { registerDepositCaseRoutes } from './deposit-cases/routes.ts'
import type { App, Deps } from './deps.ts'
import { registerInquiryRoutes } from './inquiries/routes.ts'
import { createTaskRegistrar } from './jobs/task-routes-registrar.ts'
import { createDownloadQueue, type DownloadQueue } from './jobs/download-queue.ts'
import { createKnownPrivacy } from './keeping/privacy/known-privacy.ts'
import { registerPrivacy } from './keeping/privacy/routes.ts'
import { registerPersonRequests } from './keeping/requests/routes.ts'
import { registerKeeping } from './keeping/routes.ts'
import { ownLeave, remainingLeave } from './leave/allowance.ts'
import { registerLeaveRoutes } from './leave/routes.ts'
import { registerCompanyPicture } from './master-data/company-picture.ts'
import { newId } from './new-id.ts'
import { registerOfficeRoutes } from './office/routes.ts'
import { registerPaperContents } from './papers/routes.ts'
import { registerApiDocs } from './plugins/api-docs.ts'
import { registerBearer } from './plugins/bearer.ts'
import { createBrokenRequestAnswers, headMs } from './plugins/broken-requests.ts'
import { answerError, registerErrorAnswers } from './plugins/error-answers.ts'
import { registerHealth } from './plugins/health.ts'
import { registerKnownHosts } from './plugins/known-hosts.ts'
import { logSettings } from './logging/log-settings.ts'
import { registerPublicPages } from './plugins/public-pages.ts'
import { registerRefusalTrail } from './plugins/refusal-trail.ts'
import { maxBodyBytes, registerRequestLimits } from './plugins/request-limits.ts'
import { registerRateCountSweep } from './plugins/shared-limit.ts'
import { registerRequestTimes } from './plugins/request-times.ts'
import { registerRequestText } from './plugins/request-text.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { registerStaticFiles } from './plugins/static-files.ts'
import { registerStorageGuard } from './plugins/storage-guard.ts'
import { registerQuickDeliveryRoutes } from './quick-delivery/routes.ts'
import { registerPlainApplication } from './real-estate/plain-application-route.ts'
import { registerNumberRoutes } from './real-estate/number-routes.ts'
import { registerGroupSummary } from './real-estate/summary-by-group.ts'
import { registerApplicationForms } from './real-estate/filings/application-routes.ts'
import { openRegistrySource } from './registry/open-source.ts'
import { readKnownRates } from './rates/read-known-rates.ts'
import { registerRateRoutes } from './rates/routes.ts'
import { registerUniqueFields } from './real-estate/unique-fields.ts'
import { servedBooks } from './served-books.ts'
import { registerSessionRoutes } from './session/routes.ts'
import { registerSiteRoutes } from './site/routes.ts'
import { registerSyncRoutes } from './sync/routes.ts'
import { addTaskKinds } from './task-kinds.ts'
import { createWritePipeline } from './sync/write-pipeline.ts'
import { readTlsFiles } from './tls-files.ts'

/**
 * Builds the server: first what all answers share, then each business, then the app's files. Does
 * not listen.
 */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<App> {
  z.config({ customError: schemaFault })
  const app = createInstance(deps.config, options.logTo)
  const times = registerRequestTimes(app)
  registerErrorAnswers(app)
  registerRequestText(app)
  await registerSecurityHeaders(app, deps.config)
  registerKnownHosts(app, deps.config)
  const count = await registerRequestLimits(app, deps)
  registerRateCountSweep(app, deps)
  await registerApiDocs(app)
  registerDrain(app, deps.drain)
  registerRefusalTrail(app, deps)
  registerBearer(app, deps, count)
  registerStorageGuard(app, deps)
  registerHealth(app, deps)
  registerMetrics(app, deps, times)
  registerSetup(app, deps)
  const demo = createDemoMark(deps)
  const office = createKnownOffice(deps)
  registerBusinesses(app, deps, { office, isWorking: options.isWorking ?? deps.config.hasWorker })
  const collections = servedBooks.map(({ collection }) => collection)
  registerDemoDataRoutes(app, deps, { mark: demo, office, collections, removeOthers: removeDemoOthers })
  const distDir = options.distDir ?? builtApp
  registerServerStatus(app, deps, { times, build: readServedBuild(distDir) })
  const privacy = createKnownPrivacy(deps)
  registerPrivacy(app, deps, privacy)
  const beside = { '/privacy': async () => ({ [privacyPath]: await privacy.read() }) }
  const pages = await registerPublicPages(app, deps, { distDir, demo, office, beside, living: blogPages(deps) })
  registerChatRoutes(app, deps, {
    office,
    readPage: pages?.readPage,
    lists: servedBooks.map(({ list }) => list),
    leaveOf: ownLeave,
  })
  await registerStaticFiles(app, { distDir, pages })
  return app
}

interface AppOptions {
  distDir?: string
  /**
   * Whether this process works on tasks itself; defaults to `WORKER`. Also false when a separate
   * process does (commands/supervise-worker.ts).
   */
  isWorking?: boolean
  /** Receives log lines instead of standard output (tests). */
  logTo?: { write(line: string): void }
}

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url))

function registerBusinesses(
  app: App,
  deps: Deps,
  { office, isWorking }: { office: KnownOffice; isWorking: boolean },
): void {
  const writes = createWritePipeline(deps)
  const queue = registerDownloads(app, deps, isWorking)
  registerSessionRoutes(app, deps)
  registerSyncRoutes(app, deps, { collections: servedBooks.map(({ collection }) => collection) })
  for (const book of servedBooks) registerBook(app, { deps, writes }, book)
  registerUniqueFields(app, deps)
  registerApplicationForms(app, deps, readKnownRates)
  registerNumberRoutes(app, deps)
  registerPlainApplication(app, deps, writes)
  registerGroupSummary(app, deps)
  registerDepositCaseRoutes(app, deps, writes)
  registerAddressStatus(app, deps, writes)
  registerDocumentCheck(app, deps)
  registerCompanyPicture(app, deps)
  registerQuickDeliveryRoutes(app, deps, writes)
  registerLeaveRoutes(app, deps)
  registerPeopleRoutes(app, deps, (db) => remainingLeave(db, deps.now()))
  registerCardUsageRoutes(app, deps, writes)
  registerBlogRoutes(app, deps, office)
  registerOfficeRoutes(app, deps, office)
  registerRateRoutes(app, deps, office)
  const source = openRegistrySource(deps)
  registerAddressRoutes(app, deps, source)
  registerPaperContents(app, deps)
  registerSiteRoutes(app, deps, { office, readPosts: (count) => publishedAddresses(deps.db, count) })
  registerInquiryRoutes(app, deps, writes)
  registerKeeping(app, deps)
  registerPersonRequests(app, deps)
  registerApiTest(app, deps)
  registerChatUpload(app, deps)
  registerChatThreads(app, deps)
  addTaskKinds(createTaskRegistrar(app, { deps, queue }), { deps, writes, source })
  registerTaskMonitor(app, { deps, queue })
  registerTrail(app, deps)
}

/**
 * Background work: one queue for all businesses. A working process picks up tasks of earlier
 * processes as soon as the server is ready.
 */
function registerDownloads(app: App, deps: Deps, isWorking: boolean): DownloadQueue {
  const queue = createDownloadQueue(app.log, deps)
  app.addHook('onReady', async () => queue.start({ isWorking }))
  app.addHook('onClose', () => queue.stop())
  return queue
}

function createInstance(config: Config, logTo: AppOptions['logTo']): App {
  const tls = readTlsFiles(config)
  const broken = createBrokenRequestAnswers()
  const app = Fastify({
    logger: {
      ...logSettings(config),
      ...(logTo && { stream: logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // Limits how long a slow or stuck client can hold a connection.
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    requestIdHeader: false,
    // A unique id per log line, also across restarts.
    genReqId: newId,
    trustProxy: config.trustProxy ?? false,
    clientErrorHandler: broken.answer,
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.header('x-request-id', request.id)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(tls && { https: tls }),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  broken.watch(app.server)
  app.server.headersTimeout = headMs
  return app
}

/**
 * While draining, every answer asks the client to close its connection, so that the server can
 * close.
 */
function registerDrain(app: App, drain: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.aborted) reply.header('connection', 'close')
  })
}
