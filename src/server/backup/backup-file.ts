import { z } from 'zod'

/**
 * A backup is one gzip file of text, so that `zcat` shows it and none of our programs is needed to
 * read it. With a key, the whole file is encrypted (sealed-backup.ts).
 *
 * ```
 * {"format":"ongyeol-office-backup", …} header: schema version, migrations, tables, sequences
 * {"table":"real_estate","columns":["id", …]} then its rows as PostgreSQL's COPY text, in order of
 * dependence
 * 0193…\t1\t…
 * \.
 * {"rows":300,"sha256":"…"} checked before the next table
 * {"end":7} number of tables; a file without it was cut off
 * ```
 */
export const backupHeaderSchema = z.object({
  format: z.literal('ongyeol-office-backup'),
  formatVersion: z.literal(1),
  madeAt: z.string(),
  schemaVersion: z.int().positive(),
  migrations: z.array(z.object({ version: z.int(), name: z.string(), sha256: z.string() })),
  tables: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeaderSchema>

export const backupTableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export const backupTableEndSchema = z.object({ rows: z.int(), sha256: z.string() })
export const backupEndSchema = z.object({ end: z.int() })

/** The line that ends the rows of a table. COPY escapes backslashes, so no row looks like it. */
export const endOfRows = '\\.'

export type BackupReport = { schemaVersion: number; tables: Array<{ table: string; rows: number }> }

export class BackupError extends Error {
  override name = 'BackupError'
}
