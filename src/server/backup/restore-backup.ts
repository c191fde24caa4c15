import { basename } from 'node:path'
import type pg from 'pg'
import { BackupError, type BackupReport } from './backup-file.ts'
import { commandUser } from '../postgres/command-user.ts'
import { connectAlone } from '../db/client.ts'
import { endConnection } from '../db/pool-probe.ts'
import { migrate } from '../schema/migrate.ts'
import { loadTables } from './load-tables.ts'
import type { CheckedBackup } from './read-backup.ts'

export type RestoreReport = BackupReport & { sessionsEnded: number }

/**
 * Loads a checked backup into a database without tables, as its owner. Migrates the schema to the
 * version of the file, loads the rows in one transaction while checking every checksum again, then
 * migrates to this program's version. When anything fails, the database is empty again.
 *
 * The restored database is a new history. It gets a new `epoch`, so that devices rebuild their
 * mirrors (their outboxes stay), and the change log is renumbered, because transaction ids of
 * another cluster mean nothing here. Every session ends: somebody signed out or blocked since the
 * backup must not come back with it. The trail gets a row that names the restored backup;
 * `requestId` identifies it in the output of the command.
 */
export async function restoreBackup(
  ownerUrl: string,
  backup: CheckedBackup,
  requestId: string,
): Promise<RestoreReport> {
  const client = await connectAlone(ownerUrl)
  try {
    await refuseFull(client)
    return await load({ client, ownerUrl, backup, requestId })
  } finally {
    await endConnection(client)
  }
}

type Task = { client: pg.Client; ownerUrl: string; backup: CheckedBackup; requestId: string }

async function load(task: Task): Promise<RestoreReport> {
  const { client, ownerUrl, backup } = task
  const { schemaVersion } = backup.header
  try {
    await migrate(ownerUrl, { upTo: schemaVersion })
    await client.query('begin')
    const tables = await loadTables(client, backup)
    await beginNewHistory(client)
    const sessionsEnded = await endSessions(client)
    await writeDown(task, { tables, sessionsEnded })
    await client.query('commit')
    await migrate(ownerUrl)
    // Older schema versions don't know this value.
    await client.query(`update session set ended_why = 'restored' where ended_at is not null and ended_why is null`)
    return { schemaVersion, tables, sessionsEnded }
  } catch (error) {
    // The database was empty before: empty it again, so that the next attempt is not refused.
    await client.query('rollback').catch(() => undefined)
    await client.query(dropEverythingSql).catch(() => undefined)
    throw error
  }
}

/**
 * '3' is the first normal transaction id, below every id a running cluster assigns. `seq` keeps the
 * commit order.
 */
async function beginNewHistory(client: pg.Client): Promise<void> {
  await client.query('update meta set epoch = gen_random_uuid()')
  await client.query(`update change set txid = '3'`)
}

/**
 * Tables whose rows let somebody in; some exist only in later versions. An invitation may have been
 * used or withdrawn since the backup.
 */
const proofs = ['session_token', 'oauth_code', 'sign_in_state', 'invitation']

/** Returns the number of open sessions. */
async function endSessions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    'select relname::text as name from pg_class where oid in (select to_regclass(n) from unnest($1::text[]) n)',
    [proofs],
  )
  for (const { name } of rows) await client.query(`delete from ${client.escapeIdentifier(name)}`)
  const { rowCount } = await client.query('update session set ended_at = now() where ended_at is null')
  return rowCount ?? 0
}

async function writeDown(
  { client, backup, requestId }: Task,
  { tables, sessionsEnded }: Pick<RestoreReport, 'tables' | 'sessionsEnded'>,
): Promise<void> {
  const { madeAt, schemaVersion } = backup.header
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const detail = { made_at: madeAt, schema_version: schemaVersion, rows, sessions_ended: sessionsEnded }
  await client.query('insert into audit (user_name, act, subject, detail) values ($1, $2, $3, $4)', [
    commandUser,
    'restore',
    basename(backup.file),
    JSON.stringify({ ...detail, request_id: requestId }),
  ])
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(ownObjectsSql)
  if (rows.length > 0) {
    throw new BackupError(
      '이 데이터베이스에는 이미 자료가 있습니다. 빈 데이터베이스나 새 데이터 폴더(DATA_DIR)에만 복원할 수 있습니다.',
    )
  }
}

/**
 * Drop commands for everything that migrations create. Extensions and their objects may exist
 * beforehand and stay.
 */
const ownObjectsSql = `
  select format('drop table if exists %s cascade', c.oid::regclass) as command from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`

const dropEverythingSql = `do $$
declare command text;
begin
  for command in ${ownObjectsSql} loop execute command; end loop;
end $$`
