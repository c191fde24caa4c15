import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { formatSchemaError } from '#contract/records/format-schema-error.ts'
import type { Config } from '#server/config/config.ts'
import { type Database, openDatabase, serverStatementMs } from '#server/db/client.ts'
import { classifyDatabaseError, findErrorCode } from '#server/db/database-failure.ts'
import type { Deps } from '#server/deps.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { logSettings } from '#server/logging/log.ts'
import { newId } from '#server/new-id.ts'
import { watchStorage } from '#server/postgres/storage.ts'
import { openRegistrySource } from '#server/registry/open-source.ts'
import { MigrationError, readMigrations } from '#server/schema/migrate.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { addTaskKinds } from '#server/task-kinds.ts'
import { createTaskQueue, type TaskQueue } from '#server/tasks/task-queue.ts'
import { reportOutages } from './report-outages.ts'

interface RunningWork {
  /** Requeues running tasks and closes the database. `isReplaced`: another worker takes over. */
  stop(how: { isReplaced: boolean }): Promise<void>
}

/**
 * Starts a worker without HTTP server. Waits until a server has migrated the database (`signal`
 * aborts the wait), then works on the tasks of `../task-kinds.ts`. Calls `onRestart` when a
 * superuser requests a restart in 작업 관리.
 */
export async function startWork(
  config: Config,
  { databaseUrl, folder, isBesideServer: hasServer, inPlaceOf }: WorkerOptions,
  { signal, onRestart }: { signal: AbortSignal; onRestart: () => void },
): Promise<RunningWork> {
  z.config({ customError: formatSchemaError })
  const officeKeys = openOfficeKeys(config.officeKeyFile)
  const { log } = Fastify({ logger: logSettings(config) })
  const outages = reportOutages({})
  if (!hasServer) outages.log = log
  const connections = { maxConnections: config.databaseConnections, maxStatementMs: serverStatementMs }
  const db = openDatabase({ url: databaseUrl, ...connections, ...outages.handlers })
  const drain = new AbortController()
  const closers: (() => Promise<void>)[] = [() => db.destroy()]
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  try {
    while (!(await isReady(db, hasServer))) await delay(1000, undefined, { signal })
    const storage = await watchStorage({ db, folder, ...outages.storage })
    closers.push(() => storage.stop())
    const deps: Deps = {
      config,
      db,
      storage,
      databaseUrl,
      officeKeys,
      now: () => new Date(),
      newId,
      drain: drain.signal,
    }
    const queue = createTaskQueue(log, deps, { ownProcess: { onRestart, inPlaceOf } })
    startQueue(queue, deps)
    return {
      async stop(how) {
        await queue.stop(how)
        drain.abort()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * During an outage a worker next to a server keeps waiting, because the server reports it. A
 * standalone worker throws, so its operator sees the error.
 */
async function isReady(db: Database, hasServer: boolean): Promise<boolean> {
  try {
    return await isSchemaReady(db)
  } catch (error) {
    if (hasServer && classifyDatabaseError(error) === 'unavailable') return false
    throw error
  }
}

function startQueue(queue: TaskQueue, deps: Deps): void {
  addTaskKinds(queue, { deps, writes: createWritePipeline(deps), source: openRegistrySource(deps) })
  queue.start({ isWorking: true })
}

/**
 * Whether the database has this program's schema version.
 * @throws MigrationError when the schema is newer than the program
 */
async function isSchemaReady(db: Database): Promise<boolean> {
  const newest = (await readMigrations()).at(-1)?.version ?? 0
  const currentVersion = await findVersion(db)
  if (currentVersion > newest)
    throw new MigrationError('데이터베이스가 이 프로그램보다 새 버전입니다. 새 버전의 프로그램으로 실행해 주세요.')
  return currentVersion === newest
}

/** The schema version; 0 while a server is still setting up an empty database. */
async function findVersion(db: Database): Promise<number> {
  const query = sql<{ version: number | null }>`select max(version)::int as version from schema_migration`
  try {
    const { rows } = await query.execute(db)
    return rows[0]?.version ?? 0
  } catch (error) {
    if (findErrorCode(error) === '42P01') return 0
    throw error
  }
}

/**
 * The single message that starts a worker, sent over the IPC channel: the database URL holds a
 * password, which command-line arguments would show to every user of the machine.
 */
export const workerOptionsSchema = z.object({
  databaseUrl: z.string(),
  /** Folder of the embedded cluster when the server next to the worker started one. */
  folder: z.string().optional(),
  /** A server on the same machine uses the same database and reports its outages. */
  isBesideServer: z.boolean(),
  /** Process id of the worker that this one replaces. */
  inPlaceOf: z.int().nullable(),
})
export type WorkerOptions = z.infer<typeof workerOptionsSchema>
