import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** Every row of every table as text, for tests that something is stored nowhere. */
export async function readAllText(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(db)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.raw(name)} t`.execute(
        db,
      )
      return rows.map(({ text }) => text).join('\n')
    }),
  )
  return texts.join('\n')
}
