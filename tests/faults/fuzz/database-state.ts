import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { KnownIds } from './values.ts'

/** Ids of all records, so that requests can find something. */
export async function readKnownIds(db: Database): Promise<Omit<KnownIds, 'own'>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`.execute(db)
  const byTable = new Map<string, string[]>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      id: string
    }>`select id::text as id from ${sql.table(name)} order by id desc limit 15`.execute(db)
    byTable.set(
      name,
      rows.map(({ id }) => id),
    )
  }
  return { byTable, all: [...byTable.values()].flat() }
}

/** Digest of the trail, to check later that rows are only added. */
export async function readTrail(db: Database): Promise<{ last: number; digest: string }> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(seq), 0) as last from audit`.execute(db)
  const last = rows[0]?.last ?? 0
  return { last, digest: await computeTrailDigest(db, last) }
}

export async function computeTrailDigest(db: Database, last: number): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(coalesce(string_agg(audit::text, ',' order by seq), '')) as digest from audit where seq <= ${last}`.execute(
    db,
  )
  return rows[0]?.digest ?? ''
}

/** One line per violated rule, regardless of the requests sent. */
export async function findBrokenRules(db: Database): Promise<string[]> {
  const rules = {
    'a write took effect twice': sql`select op_id from change where op_id is not null and act_id is null
      group by op_id, collection, record_id having count(*) > 1`,
    'an operation id was taken and never answered': sql`select op_id from op where status is null`,
    'versions of a record are not consecutive': sql`select record_id from change
      group by collection, record_id having count(distinct version) <> count(*) or max(version) - min(version) + 1 <> count(*)`,
    'a change has no trail row': sql`select change.seq from change
      where not exists (select from audit where audit.at >= change.at - interval '1 minute')`,
    'a connection was left in a transaction': sql`select pid from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'`,
  }
  const broken: string[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} times`)
  }
  return broken
}
