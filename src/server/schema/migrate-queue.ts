import type pg from 'pg'

/** Schema of the task queue's tables, which the package creates and maintains. */
export const queueSchema = 'bullmq'

/**
 * Migrates the task queue's tables to the package's version. Checks first, so that a role without
 * the right to create tables succeeds if nothing has to be done.
 */
export async function migrateQueue(client: pg.Client): Promise<void> {
  // Loaded lazily: it is slow to load, and most importers do not migrate the queue.
  const { LATEST_SCHEMA_VERSION, runMigrations } = await import('bullmq')
  if ((await readQueueVersion(client)) >= LATEST_SCHEMA_VERSION) return
  await runMigrations(client, queueSchema)
}

async function readQueueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('${queueSchema}.migration') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return 0
  const result = await client.query<{ version: number }>(
    `select max(version)::int as version from ${queueSchema}.migration`,
  )
  return result.rows[0]?.version ?? 0
}
