import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '../app.ts'
import { type Config, isLoopback } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { type OpenDatabase, openConfiguredDatabase } from '../db/open-configured.ts'
import { migrate } from '../db/migrate.ts'
import type { App, Deps } from '../deps.ts'
import { loadDemoData } from './demo-data.ts'
import { newId } from '../new-id.ts'

export type RunningServer = {
  app: App
  deps: Deps
  /** Where a browser on this machine finds the server. */
  origin: string
  /** Drains: no new requests, running ones finish, event streams end, then the database is closed. Calling it again returns the same end. */
  stop: () => Promise<void>
}

/**
 * Database, migrations, demo data, app, listening: the whole server of one process. `onNotice` gets lines for the operator;
 * `onLost` is called when the embedded PostgreSQL dies under us. `listen: false` leaves listening to the caller (dev).
 */
export async function startServer(
  config: Config,
  options: { onNotice?: (line: string) => void; onLost?: (reason: string) => void; listen?: boolean } = {},
): Promise<RunningServer> {
  const database = await openConfiguredDatabase(config, options)
  const drain = new AbortController()
  try {
    const deps = await prepare(config, { database, drain, ...options })
    const app = await buildApp(deps)
    if (options.listen !== false) await app.listen({ port: config.port, host: config.host })
    let end: Promise<void> | undefined
    const stop = () => (end ??= drainAndClose(app, { deps, drain, database }))
    return { app, deps, origin: originOf(app, config), stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Running requests may take this long after SIGTERM; then their connections are cut. Under the 30 s that supervisors usually grant. */
const patienceMs = 10_000

async function prepare(
  config: Config,
  context: { database: OpenDatabase; drain: AbortController; onNotice?: (line: string) => void },
): Promise<Deps> {
  const { database, drain, onNotice } = context
  const schema = await migrate(database.url)
  if (schema.applied.length > 0) onNotice?.(`데이터베이스를 버전 ${schema.version}(으)로 맞췄습니다.`)
  const db = openDatabase({ url: database.url, maxConnections: config.databaseConnections })
  // Demo data never enters a database that somebody else keeps.
  if (config.demoData && database.kind === 'embedded' && (await loadDemoData(db, new Date()))) {
    onNotice?.(
      '빈 데이터베이스에 가상의 예시 자료를 넣었습니다. (빼려면 npm run demo -- --remove, 처음부터 없이 시작하려면 DEMO_DATA=off)',
    )
  }
  return { config, db, databaseUrl: database.url, now: () => new Date(), newId, drain: drain.signal }
}

async function drainAndClose(
  app: App,
  { deps, drain, database }: { deps: Deps; drain: AbortController; database: OpenDatabase },
): Promise<void> {
  drain.abort()
  const closed = app.close()
  const isClosed = await Promise.race([closed.then(() => true), delay(patienceMs, false, { ref: false })])
  if (!isClosed) {
    app.server.closeAllConnections()
    await closed
  }
  await deps.db.destroy()
  await database.close()
}

function originOf(app: App, config: Config): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const host = isLoopback(config.host) ? 'localhost' : config.host
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
