import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { createTaskQueue } from '#server/tasks/task-queue.ts'
import { getTestOfficeKeys } from '../servers/office-keys.ts'
import { createCountedKind } from '../tasks/counted-items.ts'

/**
 * A server process that only works on tasks of `createCountedKind`, with some milliseconds per
 * item; for tests that kill it. It prints when it is ready.
 */
export function spawnTaskProcess(options: {
  databaseUrl: string
  redisUrl: string | undefined
  itemMs: number
}): ChildProcess {
  return spawn(process.execPath, [import.meta.filename, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

if (process.argv[1] === import.meta.filename) {
  const options = JSON.parse(process.argv[2] ?? '{}') as Parameters<typeof spawnTaskProcess>[0]
  const deps = {
    config: { ...loadConfig({}), redisUrl: options.redisUrl },
    db: openDatabase({ url: options.databaseUrl, maxConnections: 10 }),
    databaseUrl: options.databaseUrl,
    officeKeys: getTestOfficeKeys(),
    now: () => new Date(),
    newId,
    drain: new AbortController().signal,
  }
  const queue = createTaskQueue(Fastify({ logger: { level: 'warn' } }).log, deps, { pollMs: 50, silentMs: 2000 })
  queue.addItemKind(createCountedKind(() => delay(options.itemMs)))
  queue.start({ isWorking: true })
  setInterval(() => undefined, 60_000)
}
