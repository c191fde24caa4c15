import type pg from 'pg'

/** Where the tables of the job queue stand, made and kept by the package itself. */
export const queueSchema = 'bullmq'

/** Brings the tables of the job queue to the version of the package. Looks first: a role that may make nothing may still find that nothing is to be made. */
export async function migrateQueue(client: pg.Client): Promise<void> {
  // Takes a moment to load, and most who import the migrations run none.
  const { LATEST_SCHEMA_VERSION, runMigrations } = await import('bullmq')
  if ((await versionOf(client)) >= LATEST_SCHEMA_VERSION) return
  await runMigrations(client, queueSchema)
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('${queueSchema}.migration') is not null as "isThere"`,
  )
  if (!rows[0]?.isThere) return 0
  const found = await client.query<{ version: number }>(
    `select max(version)::int as version from ${queueSchema}.migration`,
  )
  return found.rows[0]?.version ?? 0
}
