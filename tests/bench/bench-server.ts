import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { superviseWorker } from '#server/commands/supervise-worker.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { endlessStorage } from '#server/postgres/storage.ts'
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
  })
  .parse(JSON.parse(process.env['BENCH'] ?? ''))

const embedded = options.databaseUrl === undefined ? await startEmbedded({ dataDir: options.dataDir }) : undefined
if (embedded) await fill(embedded.ownerUrl)
const url = options.databaseUrl ?? embedded?.url ?? ''
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

/** In a process of its own, so that the server's memory is that of an idle one. */
async function fill(ownerUrl: string): Promise<void> {
  const { records, depositCases, addresses } = options
  const env = { ...process.env, FILL: JSON.stringify({ ownerUrl, records, depositCases, addresses }) }
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'fill-office.ts')], { env })
}
