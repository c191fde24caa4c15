import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { formatNumber } from '#contract/text/format-number.ts'
import { maintainTrail } from '#server/admin/trail/trail-maintenance.ts'
import { buildApp } from '#server/app.ts'
import { startDailyBackups } from '#server/backup/daily-backups.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase, serverStatementMs } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { isLoopback } from '#server/http/loopback.ts'
import { readTlsFiles } from '#server/http/tls-files.ts'
import { type OfficeKeys, openOfficeKeys } from '#server/keys/office-keys.ts'
import { isReadableByOthers } from '#server/keys/secret-file.ts'
import { newId } from '#server/new-id.ts'
import { countByKey } from '#server/person-numbers/number-at-rest.ts'
import { readRole } from '#server/postgres/app-role.ts'
import { checkAppRole } from '#server/postgres/check-app-role.ts'
import { openConfiguredDatabase, type OpenDatabase } from '#server/postgres/open-configured.ts'
import { watchStorage } from '#server/postgres/storage.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoData } from './demo-data.ts'
import { type Outages, reportOutages } from './report-outages.ts'
import { type SupervisedWorker, superviseWorker } from './supervise-worker.ts'

export interface RunningServer {
  app: App
  deps: Deps
  /** The server's URL for a browser on this machine. */
  origin: string
  /**
   * Drains: refuses new requests, finishes running ones, ends event streams, then closes the
   * database. Repeated calls return the same promise.
   */
  stop: () => Promise<void>
}

/**
 * Starts the whole server in this process: database, migrations, demo data, app, listening.
 * `onNotice` gets lines for the operator; `onProblem` gets lines about an embedded PostgreSQL or a
 * worker that died and is restarted. `listen: false` leaves listening to the caller (dev).
 * `hasWorkerProcess`: background work runs in a separate process unless `WORKER` is off.
 */
export async function startServer(
  config: Config,
  options: {
    onNotice?: (line: string) => void
    onProblem?: (line: string) => void
    listen?: boolean
    hasWorkerProcess?: boolean
  } = {},
): Promise<RunningServer> {
  // Fails before a database is created for nothing.
  readTlsFiles(config)
  const officeKeys = openOfficeKeys(config.officeKeyFile)
  if (isReadableByOthers(config.officeKeyFile))
    options.onNotice?.(`주의: 다른 사용자가 번호 키 파일을 읽을 수 있습니다. chmod 600 ${config.officeKeyFile}`)
  const outages = reportOutages(options)
  const database = await openConfiguredDatabase(config, { ...options, ...outages.postgres })
  const drain = new AbortController()
  let deps: Deps | undefined
  let app: App | undefined
  let backups: (() => Promise<void>) | undefined
  let trail: (() => Promise<void>) | undefined
  let worker: SupervisedWorker | undefined
  const hasOwnWorker = config.hasWorker && options.hasWorkerProcess === true
  try {
    deps = await prepareDeps(config, { database, drain, outages, officeKeys, ...options })
    app = await buildApp(deps, { isWorking: config.hasWorker && !hasOwnWorker })
    outages.log = app.log
    backups = startBackups(deps, database, app)
    trail = maintainTrail(app.log, deps)
    if (options.listen !== false) await app.listen({ port: config.port, host: config.host })
    if (hasOwnWorker) worker = startWorkerProcess(database, options.onProblem)
    if (config.localLogin) options.onNotice?.(demoSignIn)
    const opened = { app, deps, drain, database, backups, trail, worker }
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= drainAndClose(opened))
    return { app, deps, origin: resolveOrigin(app, config), stop }
  } catch (error) {
    // Anything left open (a connection, a database listener) would keep the process alive.
    await closeAll({ app, deps, drain, database, backups, trail, worker })
    throw error
  }
}

/** Printed at every start, because with demo accounts anybody at this machine can be 최고관리자. */
const demoSignIn =
  '카카오 로그인 키가 없어, 이 컴퓨터의 브라우저에서만 쓸 수 있는 체험 계정으로 로그인합니다. (끄려면 LOCAL_LOGIN=off)'

/**
 * Running requests get this long after SIGTERM before their connections are cut; less than the 30 s
 * that supervisors usually grant.
 */
const timeoutMs = 10_000

async function prepareDeps(
  config: Config,
  context: {
    database: OpenDatabase
    drain: AbortController
    outages: Outages
    officeKeys: OfficeKeys
    onNotice?: (line: string) => void
  },
): Promise<Deps> {
  const { database, drain, outages, officeKeys, onNotice } = context
  const schema = await migrate(database.ownerUrl, await resolveAppRole(database))
  // Older versions kept files of background tasks here.
  await rm(join(config.dataDir, 'downloads'), { recursive: true, force: true })
  if (schema.applied.length > 0) onNotice?.(`데이터베이스를 ${schema.version}번 버전으로 맞췄습니다.`)
  const warning = await checkAppRole(database)
  if (warning !== null) onNotice?.(warning)
  // Demo data is never loaded into an external database.
  if (config.demoData && database.kind === 'embedded' && (await loadDemoAsOwner(database, officeKeys))) {
    onNotice?.(
      '빈 데이터베이스에 가상의 예시 자료를 넣었습니다. (빼려면 npm run demo -- --remove, 처음부터 없이 시작하려면 DEMO_DATA=off)',
    )
  }
  const db = openDatabase({
    url: database.url,
    maxConnections: config.databaseConnections,
    maxStatementMs: serverStatementMs,
    ...outages.handlers,
  })
  for (const { count, isKnown, id } of await countByKey(db, officeKeys))
    if (!isKnown) onNotice?.(formatUnreadableNumbers(id, count, config.officeKeyFile))
  const storage = await watchStorage({ db, folder: database.folder, ...outages.storage })
  return {
    config,
    db,
    storage,
    databaseUrl: database.url,
    officeKeys,
    now: () => new Date(),
    newId,
    drain: drain.signal,
  }
}

/** Starts after listening, so that nobody waits for it. */
function startWorkerProcess(
  { url, folder }: OpenDatabase,
  onProblem: ((line: string) => void) | undefined,
): SupervisedWorker {
  return superviseWorker({ databaseUrl: url, ...(folder !== undefined && { folder }), isBesideServer: true, onProblem })
}

/**
 * Only when a folder for backups is configured. Runs as the owner, because only the owner may read
 * sequences.
 */
function startBackups(deps: Deps, { ownerUrl }: OpenDatabase, app: App): (() => Promise<void>) | undefined {
  const { backupDir: folder, backupKeyFile: keyFile } = deps.config
  if (folder === undefined || keyFile === undefined) return undefined
  return startDailyBackups(app.log, { ...deps, ownerUrl, folder, keyFile, signal: deps.drain })
}

/** Warns after a restore without its key file: only these numbers are unreadable. */
function formatUnreadableNumbers(id: string, count: number, path: string): string {
  return `주의: 번호 ${formatNumber(count)}개는 키 ${id}가 번호 키 파일(${path})에 없어 열 수 없습니다. 예전 키 파일의 줄을 이 파일에 옮겨 적어 주세요.`
}

/** The role that migrations grant rights to; none when the server connects as the owner. */
async function resolveAppRole({ url, ownerUrl }: OpenDatabase): Promise<{ appRole?: string }> {
  return url === ownerUrl ? {} : { appRole: await readRole(url) }
}

/** Loading a hundred thousand rows rebuilds indexes, which the server's own role may not do. */
async function loadDemoAsOwner({ ownerUrl }: OpenDatabase, officeKeys: OfficeKeys): Promise<boolean> {
  const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
  try {
    return await loadDemoData(db, { now: new Date() }, officeKeys)
  } finally {
    await db.destroy()
  }
}

interface OpenResources {
  readonly app: App
  readonly deps: Deps
  readonly drain: AbortController
  readonly database: OpenDatabase
  /** Stops the daily backups; `drain` aborts a running one. */
  readonly backups: (() => Promise<void>) | undefined
  /** Links the remaining trail rows and saves the head. */
  readonly trail: (() => Promise<void>) | undefined
  readonly worker: SupervisedWorker | undefined
}

type PartialResources = Pick<OpenResources, 'drain' | 'database' | 'backups' | 'trail' | 'worker'> & {
  app: App | undefined
  deps: Deps | undefined
}

async function drainAndClose(opened: OpenResources): Promise<void> {
  const { app } = opened
  const closed = closeAll(opened)
  const isClosed = await Promise.race([closed.then(() => true), delay(timeoutMs, false, { ref: false })])
  if (!isClosed) app.server.closeAllConnections()
  await closed
}

/** Closes everything opened so far, because a start may fail halfway. */
async function closeAll({ app, deps, drain, database, backups, trail, worker }: PartialResources): Promise<void> {
  drain.abort()
  await Promise.all([app?.close(), worker?.stop()])
  await backups?.()
  await trail?.()
  await deps?.storage.stop()
  await deps?.db.destroy()
  await database.close()
}

function resolveOrigin(app: App, config: Config): string {
  const addressInfo = app.server.address()
  const port = typeof addressInfo === 'object' && addressInfo !== null ? addressInfo.port : config.port
  const host = isLoopback(config.host) ? 'localhost' : config.host
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
