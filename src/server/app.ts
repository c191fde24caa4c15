import { fileURLToPath } from 'node:url'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { formatSchemaError } from '#contract/records/format-schema-error.ts'
import { privacyPath } from '#contract/retention/privacy-notice.ts'
import { addressStatusRoutes, documentCheckRoutes, extractRoutes } from './addresses/routes.ts'
import { apiTestRoutes } from './admin/api-test/routes.ts'
import { demoDataRoutes } from './admin/demo-data-routes.ts'
import { peopleRoutes } from './admin/people/routes.ts'
import { metricsRoutes } from './admin/status/metrics-route.ts'
import { requireKnownSuperuser, serverStatusRoutes, setupRoutes } from './admin/status/routes.ts'
import { taskMonitorRoutes } from './admin/task-monitor/routes.ts'
import { trailRoutes } from './admin/trail/routes.ts'
import { readPublishedPaths } from './blog/read-posts.ts'
import { blogRoutes, createBlogPages } from './blog/routes.ts'
import { bookRoutes } from './books/register-book.ts'
import { collectBatchCalls } from './books/write-routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { cardUsageRoutes } from './card-usage/routes.ts'
import { chatUploadRoutes } from './chat/files/upload-routes.ts'
import { createPageSearch } from './chat/pages/page-search.ts'
import { chatRoutes } from './chat/routes.ts'
import { chatThreadRoutes } from './chat/threads.ts'
import { removeOtherDemoData } from './commands/demo-data.ts'
import type { Config } from './config/config.ts'
import { openReplica, type Replica, withoutReplica } from './db/replica.ts'
import { createDemoMark } from './demo/demo-rows.ts'
import { depositCaseRoutes } from './deposit-cases/routes.ts'
import type { App, Deps } from './deps.ts'
import { readTlsFiles } from './http/tls-files.ts'
import { inquiryRoutes } from './inquiries/routes.ts'
import { readOwnLeave, readRemainingLeave } from './leave/allowance.ts'
import { leaveRoutes } from './leave/routes.ts'
import { logSettings } from './logging/log.ts'
import { companyPictureRoutes } from './master-data/company-picture.ts'
import { newId } from './new-id.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { createCachedOffice } from './office-profile/read-office.ts'
import { officeRoutes } from './office/routes.ts'
import { paperRoutes } from './papers/routes.ts'
import { registerApiDocs } from './plugins/api-docs.ts'
import { registerBearer } from './plugins/bearer.ts'
import { createBrokenRequestHandler, headTimeoutMs } from './plugins/broken-requests.ts'
import { registerErrorHandlers, sendError } from './plugins/error-handlers.ts'
import { healthRoutes } from './plugins/health.ts'
import { registerKnownHosts } from './plugins/known-hosts.ts'
import { openPublicPages, publicPageRoutes } from './plugins/public-pages.ts'
import { registerRefusalTrail } from './plugins/refusal-trail.ts'
import {
  maxBodyBytes,
  registerRateCountSweep,
  registerRequestLimits,
  registerStorageGuard,
} from './plugins/request-limits.ts'
import { registerRequestText } from './plugins/request-text.ts'
import { createRequestTimes, registerRequestTimes } from './plugins/request-times.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { registerStaticFiles } from './plugins/static-files.ts'
import { quickDeliveryRoutes } from './quick-delivery/routes.ts'
import { readCachedRates } from './rates/rates.ts'
import { rateRoutes } from './rates/routes.ts'
import { realEstateRoutes } from './real-estate/routes.ts'
import { registerRoutes } from './register/routes.ts'
import { openRegistrySource } from './registry/open-source.ts'
import { createCachedPrivacyNotice } from './retention/privacy/cached-privacy-notice.ts'
import { privacyRoutes } from './retention/privacy/routes.ts'
import { personRequestRoutes } from './retention/requests/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import type { RouteDeps, Routes } from './route-deps.ts'
import { servedBooks } from './served-books.ts'
import { sessionRoutes } from './session/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { syncRoutes } from './sync/routes.ts'
import { createWritePipeline } from './sync/writes/write-pipeline.ts'
import { addTaskKinds } from './task-kinds.ts'
import { createTaskRegistrar } from './tasks/register-tasks.ts'
import { createTaskQueue } from './tasks/task-queue.ts'

/**
 * Builds the server: first what all responses share, then the routes, then the app's files. Does
 * not listen.
 */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<App> {
  z.config({ customError: formatSchemaError })
  const app = createInstance(deps.config, options.logTo)
  const times = createRequestTimes()
  for (const guard of guards) await guard(app, { ...deps, requestTimes: times })
  const shared = await createSharedDeps(app, { ...deps, requestTimes: times }, options)
  // Returning the app from this async function awaits it, which loads the plugin. HAZARD: awaiting
  // `app.after()` here as well hangs once a caller adds a route. All routes share one scope,
  // because a scope for each slows every start by some milliseconds.
  app.register(async (scope: App) => {
    for (const routes of allRoutes) await routes(scope, shared)
  })
  await registerStaticFiles(app, shared)
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

type GuardDeps = Deps & Pick<RouteDeps, 'requestTimes'>

/**
 * What every request passes, in this order. HAZARD: no plugins, because the hooks of a plugin reach
 * only its own routes.
 */
const guards: readonly ((app: App, deps: GuardDeps) => void | Promise<void>)[] = [
  registerRequestTimes,
  registerErrorHandlers,
  registerRequestText,
  registerSecurityHeaders,
  registerKnownHosts,
  registerRequestLimits,
  registerRateCountSweep,
  registerApiDocs,
  registerDrain,
  registerRefusalTrail,
  registerBearer,
  registerStorageGuard,
]

/** All routes. The API description lists them in this order. */
const allRoutes: readonly Routes[] = [
  healthRoutes,
  metricsRoutes,
  setupRoutes,
  registerTaskQueue,
  sessionRoutes,
  syncRoutes,
  bookRoutes,
  realEstateRoutes,
  depositCaseRoutes,
  addressStatusRoutes,
  documentCheckRoutes,
  companyPictureRoutes,
  quickDeliveryRoutes,
  leaveRoutes,
  notificationRoutes,
  peopleRoutes,
  cardUsageRoutes,
  blogRoutes,
  officeRoutes,
  rateRoutes,
  extractRoutes,
  paperRoutes,
  registerRoutes,
  calendarRoutes,
  siteRoutes,
  inquiryRoutes,
  retentionRoutes,
  personRequestRoutes,
  apiTestRoutes,
  chatUploadRoutes,
  chatThreadRoutes,
  taskRoutes,
  taskMonitorRoutes,
  trailRoutes,
  demoDataRoutes,
  serverStatusRoutes,
  privacyRoutes,
  publicPageRoutes,
  chatRoutes,
]

/** Creates what several routes share, and adds the hooks that must reach all routes. */
async function createSharedDeps(app: App, deps: GuardDeps, options: AppOptions): Promise<RouteDeps> {
  const refuseUnlessSuperuser = requireKnownSuperuser(app, deps)
  const batchCalls = collectBatchCalls(app)
  const { distDir = builtApp, isWorking = deps.config.hasWorker } = options
  const [demo, office, privacy] = [createDemoMark(deps), createCachedOffice(deps), createCachedPrivacyNotice(deps)]
  const extraData = { '/privacy': async () => ({ [privacyPath]: await privacy.read() }) }
  const pages = await openPublicPages(deps, { distDir, demo, office, extraData, dynamicPages: createBlogPages(deps) })
  return {
    ...deps,
    distDir,
    isWorking,
    replica: openReadReplica(app, deps),
    pages,
    pageSearch: createPageSearch({ db: deps.db, readPage: pages?.readPage, readOffice: () => office.read() }),
    servedBooks,
    writableBooks: servedBooks.map(({ book }) => book),
    batchCalls,
    writes: createWritePipeline(deps),
    queue: createTaskQueue(app.log, deps),
    office,
    demoMark: demo,
    privacyNotice: privacy,
    registrySource: openRegistrySource(deps),
    refuseUnlessSuperuser,
    readRates: readCachedRates,
    readRemainingLeave: (db) => readRemainingLeave(db, deps.now()),
    readOwnLeave,
    readPosts: (count) => readPublishedPaths(deps.db, count),
    removeOtherDemoData,
  }
}

function openReadReplica(app: App, { config, db }: Pick<Deps, 'config' | 'db'>): Replica {
  const { databaseReplicaUrl: url } = config
  if (url === undefined) return withoutReplica(db)
  const replica = openReplica({
    primary: db,
    url,
    maxConnections: config.databaseConnections,
    onTrouble: (reason, error) =>
      app.log.warn({ reason, err: error }, 'the replica cannot be read: the primary serves its reads'),
    onRecovery: () => app.log.warn('the replica serves reads again'),
  })
  app.addHook('onClose', () => replica.close())
  return replica
}

/**
 * Background work. A working process picks up tasks of earlier processes as soon as the server is
 * ready.
 */
function registerTaskQueue(app: App, { queue, isWorking }: RouteDeps): void {
  app.addHook('onReady', async () => queue.start({ isWorking }))
  app.addHook('onClose', () => queue.stop())
}

function taskRoutes(app: App, deps: RouteDeps): void {
  const { queue, writes, registrySource } = deps
  addTaskKinds(createTaskRegistrar(app, { deps, queue }), { deps, writes, source: registrySource })
}

function createInstance(config: Config, logTo: AppOptions['logTo']): App {
  const tls = readTlsFiles(config)
  const brokenRequests = createBrokenRequestHandler()
  const app = Fastify({
    logger: {
      ...logSettings(config),
      ...(logTo && { stream: logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // Registering the routes takes seconds on a busy machine, and the server would not start.
    pluginTimeout: 60_000,
    // Limits how long a slow or stuck client can hold a connection.
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    requestIdHeader: false,
    // Unique across restarts, so that the log lines of one request can be found.
    genReqId: newId,
    trustProxy: config.trustProxy ?? false,
    clientErrorHandler: brokenRequests.answer,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.header('x-request-id', request.id)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ...(tls && { https: tls }),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  brokenRequests.watch(app.server)
  app.server.headersTimeout = headTimeoutMs
  return app
}

/**
 * While draining, every response tells the client to close its connection, so that the server can
 * close.
 */
function registerDrain(app: App, { drain }: Pick<Deps, 'drain'>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.aborted) reply.header('connection', 'close')
  })
}
