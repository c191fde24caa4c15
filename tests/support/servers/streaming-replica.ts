import { execFile } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { findPostgresProgram, type PostgresProgram } from '#server/postgres/postgres-program.ts'
import { runPostmaster } from '#server/postgres/postmaster.ts'
import { createClusterFolder, unsafeSettings } from './test-cluster.ts'

interface Primary {
  /** As the server's role. */
  url: string
  ownerUrl: string
  /** Folder of the cluster's files. */
  folder: string
  stop: () => Promise<void>
}

interface Replica {
  url: string
  ownerUrl: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops it and deletes its files. */
  remove: () => Promise<void>
}

/**
 * A PostgreSQL that replicas can follow: the cluster of the test run acknowledges writes before
 * they are in its log, which a replica receives up to 200 ms later.
 */
export async function startPrimary(): Promise<Primary> {
  const dataDir = createClusterFolder()
  const settings = { ...unsafeSettings, synchronous_commit: 'on', full_page_writes: 'on' }
  const database = await startEmbedded({ dataDir, settings })
  const stop = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: database.url, ownerUrl: database.ownerUrl, folder: database.folder, stop }
}

/** A streaming replica of `primary`, made like `pg_basebackup` does, which the package lacks. */
export async function startReplica(primary: Primary): Promise<Replica> {
  const root = createClusterFolder()
  const folder = join(root, 'postgres')
  const program = await findPostgresProgram(join(primary.folder, '..'))
  const label = await copyCluster(primary, folder)
  for (const [name, content] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const)
    writeAsAccount(program, join(folder, name), content)
  const port = await findFreePort()
  const toReplicaUrl = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  const [url, ownerUrl] = [toReplicaUrl(primary.url), toReplicaUrl(primary.ownerUrl)]
  const settings = {
    ...unsafeSettings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    primary_conninfo: formatConnection(primary.ownerUrl),
    max_standby_streaming_delay: '50ms',
    wal_retrieve_retry_interval: '100ms',
  }
  let running: Awaited<ReturnType<typeof runPostmaster>> | undefined
  const start = async () => {
    const isReady = () => canConnect(ownerUrl)
    running = await runPostmaster({ program, folder, logFile: join(root, 'postgres.log'), settings, isReady })
  }
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  await start()
  const remove = async () => {
    await stop()
    rmSync(root, { recursive: true, force: true })
  }
  return { url, ownerUrl, start, stop, remove }
}

/** Returns the content of the copy's `backup_label`. */
async function copyCluster({ ownerUrl, folder }: Primary, target: string): Promise<string> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query("select pg_backup_start('replica', true)")
    // Keeps owners, which `cpSync` does not.
    await promisify(execFile)('cp', ['-a', folder, target])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    rmSync(join(target, 'postmaster.pid'), { force: true })
    return rows[0]?.labelfile ?? ''
  } finally {
    await client.end()
  }
}

function writeAsAccount({ account }: PostgresProgram, path: string, content: string): void {
  writeFileSync(path, content)
  if (account) chownSync(path, account.uid, account.gid)
}

function formatConnection(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
