import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

type Table = keyof Tables & string

/**
 * Inserts rows whose ids do not exist yet; returns how many. Demo rows have no change rows, see
 * `startNewEpoch`.
 */
export async function insertDemoRows(db: Database, table: Table, rows: readonly object[]): Promise<number> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const result = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * A log of a hundred thousand creates would be slower to follow than a first copy. Instead the
 * database gets a new epoch, and devices rebuild their mirror (their outbox stays).
 */
export async function startNewEpoch(db: Database): Promise<void> {
  await db
    .updateTable('meta')
    .set({ epoch: sql<string>`gen_random_uuid()` })
    .execute()
}

const chunkSize = 5000

/**
 * Makes and inserts `count` rows in chunks, so that a hundred thousand are never in memory at once;
 * returns how many were new.
 */
export async function loadDemoRows(
  trx: Database,
  { table, searchIndex, count }: { table: Table; searchIndex: string; count: number },
  rowAt: (index: number) => object,
): Promise<number> {
  const rebuildIndex = count > chunkSize ? await dropIndexForLoad(trx, searchIndex) : undefined
  let inserted = 0
  for (let start = 0; start < count; start += chunkSize) {
    const rows = Array.from({ length: Math.min(chunkSize, count - start) }, (_, offset) => rowAt(start + offset))
    inserted += await insertDemoRows(trx, table, rows)
  }
  await rebuildIndex?.()
  if (inserted > 0) await startNewEpoch(trx)
  return inserted
}

/**
 * Rebuilding a search index afterwards is ten times faster than updating it during a bulk load.
 * Readers wait until the load commits.
 */
async function dropIndexForLoad(trx: Database, index: string): Promise<() => Promise<unknown>> {
  const result = await sql<{ definition: string }>`
    select pg_get_indexdef(${index}::regclass) as definition
  `.execute(trx)
  await sql`drop index ${sql.ref(index)}`.execute(trx)
  return () => sql.raw(result.rows[0]?.definition ?? '').execute(trx)
}
