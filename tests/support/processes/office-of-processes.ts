import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/client.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { createTestDatabase, type TestDatabase } from '../servers/test-database.ts'
import { type SpawnedServer, spawnServer } from './spawn-server.ts'

/** Server processes of one office, with one database, one key file, and a port each. */
export interface OfficeOfProcesses {
  readonly database: TestDatabase
  /** `http://localhost:port` of each, running or not. */
  readonly origins: readonly string[]
  /** Environment shared by all. */
  readonly settings: Readonly<Record<string, string>>
  /** kill -9: nothing it was doing is finished. */
  kill(number: number): Promise<void>
  /** Starts the same process on its old port; resolves when it listens. */
  start(number: number): Promise<void>
  close(): Promise<void>
}

export interface ProcessesOptions {
  /** Outside vitest: the cluster for its database. */
  readonly cluster?: { url: string; ownerUrl: string }
  /** A replica of that cluster for lists and first copies. */
  readonly replica?: { url: string }
  /** Fills the database before the first process starts; defaults to the demo users. */
  readonly fill?: (ownerDb: Database, officeKeyFile: string) => Promise<unknown>
}

/**
 * Starts `count` real server processes (`npm run serve`) on a new database with the demo users.
 * `env`: further settings for all.
 */
export async function openOfficeOfProcesses(
  count: number,
  env: Record<string, string> = {},
  { cluster, replica, fill = loadDemoUsers }: ProcessesOptions = {},
): Promise<OfficeOfProcesses> {
  const database = await createTestDatabase(cluster ? { cluster } : {})
  const folder = mkdtempSync(join(tmpdir(), 'office-of-processes-'))
  const officeKeyFile = join(folder, 'numbers.key')
  await fill(database.ownerDb, officeKeyFile)
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...(replica && { DATABASE_REPLICA_URL: nameSameDatabase(replica.url, database.url) }),
    RRN_KEY_FILE: officeKeyFile,
    LOG_LEVEL: 'silent',
    ...env,
  }
  const ports: number[] = []
  for (let number = 0; number < count; number += 1) ports.push(await findFreePort())
  const spawnAt = (port: number) => spawnServer({ ...shared, DATA_DIR: join(folder, String(port)), PORT: String(port) })
  const servers: SpawnedServer[] = ports.map(spawnAt)
  const office: OfficeOfProcesses = {
    database,
    origins: ports.map((port) => `http://localhost:${port}`),
    settings: shared,
    async kill(number) {
      servers[number]?.child.kill('SIGKILL')
      await servers[number]?.ended
    },
    async start(number) {
      const server = spawnAt(ports[number] ?? 0)
      servers[number] = server
      await server.origin
    },
    async close() {
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await Promise.all(servers.map(({ origin }) => origin))
  } catch (error) {
    await office.close()
    throw error
  }
  return office
}

/** The database of the replica that is a copy of `databaseUrl`. */
function nameSameDatabase(replicaUrl: string, databaseUrl: string): string {
  return Object.assign(new URL(replicaUrl), { pathname: new URL(databaseUrl).pathname }).href
}
