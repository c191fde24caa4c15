import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from '#server/postgres/free-port.ts'

export interface RedisServer {
  url: string
  /** Deletes all data, as an operator might. */
  empty(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real Redis on a free port without persistence. Installs Debian's package when the machine has
 * none; throws if that fails, because Redis support must be tested on Redis.
 */
export async function startRedis(): Promise<RedisServer> {
  const [program, name] = findRedis() ?? installRedis()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await findFreePort()
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
      await stopProcess(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** True when this machine has Redis; otherwise `startRedis` installs it. */
export function hasRedis(): boolean {
  return findRedis() !== undefined
}

/** The program, and the name to run it under. */
type RedisProgram = [program: string, name?: string]

/**
 * Debian's tools package contains the server under another name, and installing it starts no
 * service.
 */
const candidates: readonly RedisProgram[] = [['redis-server'], ['valkey-server'], ['redis-check-rdb', 'redis-server']]

function findRedis(): RedisProgram | undefined {
  const configuredPath = process.env['REDIS_SERVER_PATH']
  if (configuredPath !== undefined) return [configuredPath]
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const [program, name] of candidates)
    for (const path of folders.map((folder) => join(folder, program)))
      if (existsSync(path)) return name === undefined ? [path] : [path, name]
  return undefined
}

function installRedis(): RedisProgram {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of ['update -q', 'install -y -q --no-install-recommends redis-tools'])
    spawnSync('apt-get', command.split(' '), { env, stdio: 'inherit', timeout: 180_000 })
  const redis = findRedis()
  if (!redis) throw new Error('No Redis could be found or installed. Install redis-server, or set REDIS_SERVER_PATH.')
  return redis
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await Promise.race([ended, delay(5000, undefined, { ref: false })])
  child.kill('SIGKILL')
}
