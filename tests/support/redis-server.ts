import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '#server/postgres/free-port.ts'

export type RedisServer = {
  url: string
  /** As its operator's hand does: everything that stands in it is gone. */
  empty(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real Redis of one's own, on a free port, that keeps nothing on disk. Where the machine has none, Debian's package is installed; where that cannot be, this throws: what
 * is said to work on Redis was tested on it.
 */
export async function startRedis(): Promise<RedisServer> {
  const [program, name] = findRedis() ?? installRedis()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
  ]
  const child = spawn(program, settings, { cwd: folder, stdio: 'ignore', ...(name !== undefined && { argv0: name }) })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 400 })
  client.on('error', () => undefined)
  await client.ping()
  return {
    url,
    empty: async () => void (await client.flushall()),
    stop: async () => {
      client.disconnect()
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether this machine has one; where it has none, `startRedis` installs it. */
export function hasRedis(): boolean {
  return findRedis() !== undefined
}

/** The program, and the name it is to be called by. */
type Found = [program: string, name?: string]

/** Debian's tools hold the server too, under another name, and installing them starts nothing. */
const names: readonly Found[] = [['redis-server'], ['valkey-server'], ['redis-check-rdb', 'redis-server']]

function findRedis(): Found | undefined {
  const given = process.env['REDIS_SERVER_PATH']
  if (given !== undefined) return [given]
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const [program, name] of names)
    for (const path of folders.map((folder) => join(folder, program)))
      if (existsSync(path)) return name === undefined ? [path] : [path, name]
  return undefined
}

function installRedis(): Found {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of ['update -q', 'install -y -q --no-install-recommends redis-tools'])
    spawnSync('apt-get', command.split(' '), { env, stdio: 'inherit', timeout: 180_000 })
  const found = findRedis()
  if (!found) throw new Error('No Redis could be found or installed. Install redis-server, or set REDIS_SERVER_PATH.')
  return found
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await Promise.race([ended, delay(5000, undefined, { ref: false })])
  child.kill('SIGKILL')
}
