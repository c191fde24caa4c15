import { z } from 'zod'
import { loadDemoAddresses } from '#server/addresses/demo.ts'
import { buildApp } from '#server/app.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { superviseWorker } from '#server/commands/supervise-worker.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { loadDemoDepositCases } from '#server/deposit-cases/demo.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { endlessStorage } from '#server/postgres/storage.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { hireStaff } from '../support/people/hire-staff.ts'

/**
 * Child process of bench-office.ts: the server as in production (fsync on), on data made for the
 * run. Reports its URL to its parent.
 */
const options = z
  .object({
    records: z.int(),
    depositCases: z.int().default(0),
    addresses: z.int().default(0),
    staff: z.int().default(0),
    distDir: z.string(),
    dataDir: z.string(),
    databaseUrl: z.string().optional(),
    isFilled: z.boolean().default(false),
  })
  .parse(JSON.parse(process.env['BENCH'] ?? ''))

const embedded = options.databaseUrl ? null : await startEmbedded({ dataDir: options.dataDir })
const url = options.databaseUrl ?? embedded?.url ?? ''
const ownerUrl = options.databaseUrl ?? embedded?.ownerUrl ?? ''
if (!options.isFilled) await fill()
const db = openDatabase({ url, maxConnections: 10 })
const drain = new AbortController()
/** For comparison: background work runs in the server's own process. */
const isInside = process.env['BENCH_INSIDE'] === '1'
const config = loadConfig({ ...process.env, LOG_LEVEL: 'error', RATE_LIMIT: '100000000' })
const app = await buildApp(
  {
    // For the proxy of slow-line.ts.
    config: { ...config, trustProxy: ['127.0.0.1'], secondFactor: 'optional' },
    db,
    databaseUrl: url,
    officeKeys: openOfficeKeys(config.officeKeyFile),
    now: () => new Date(),
    newId,
    storage: endlessStorage,
    drain: drain.signal,
  },
  { distDir: options.distDir, isWorking: isInside },
)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })
// As `npm run serve` does.
const worker = isInside ? null : superviseWorker({ databaseUrl: url, isBesideServer: true })
await worker?.started
process.send?.({ url: origin, databaseUrl: url, staffTokens: await hireStaff(db, options.staff) })
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))

process.once('SIGTERM', () => {
  void stop()
})

async function stop(): Promise<void> {
  drain.abort()
  await Promise.all([app.close(), worker?.stop()])
  await db.destroy()
  await embedded?.stop()
  process.exit(0)
}

async function fill(): Promise<void> {
  await migrate(ownerUrl, embedded ? { appRole: embeddedAppRole } : {})
  const ownerDb = openDatabase({ url: ownerUrl, maxConnections: 10 })
  // Without a name the office prints nothing.
  await markDemo(ownerDb)
  await loadDemoUsers(ownerDb)
  await loadDemoPosts(ownerDb, { now: new Date() })
  await loadDemoCaseBook(ownerDb, { count: options.records, now: new Date() })
  if (options.depositCases > 0) await loadDemoDepositCases(ownerDb, { count: options.depositCases, now: new Date() })
  if (options.addresses > 0) await loadDemoAddresses(ownerDb, { count: options.addresses, now: new Date() })
  await ownerDb.destroy()
}
