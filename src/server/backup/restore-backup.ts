import { createHash, randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import pg from 'pg'
import { connectAlone } from '#server/db/client.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import { commandUser } from '#server/postgres/app-role.ts'
import { migrate } from '#server/schema/migrate.ts'
import { BackupError, type BackupHeader, type BackupReport } from './backup-key.ts'
import { copyIn, copyTable, fixCopySettings } from './copy-rows.ts'
import {
  type BackupTable,
  type CheckedBackup,
  createDamagedError,
  readBackup,
  type VerifiedTable,
} from './read-backup.ts'

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
    await refuseNonEmpty(client)
    return await loadBackup({ client, ownerUrl, backup, requestId })
  } finally {
    await endConnection(client)
  }
}

interface RestoreContext {
  client: pg.Client
  ownerUrl: string
  backup: CheckedBackup
  requestId: string
}

async function loadBackup(context: RestoreContext): Promise<RestoreReport> {
  const { client, ownerUrl, backup } = context
  const { schemaVersion } = backup.header
  try {
    await migrate(ownerUrl, { upTo: schemaVersion })
    await client.query('begin')
    const tables = await loadTables(client, backup)
    await startNewHistory(client)
    const sessionsEnded = await endSessions(client)
    await writeTrailRow(context, { tables, sessionsEnded })
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
async function startNewHistory(client: pg.Client): Promise<void> {
  await client.query('update meta set epoch = gen_random_uuid()')
  await client.query(`update change set txid = '3'`)
}

/**
 * Tables whose rows let somebody in; some exist only in later versions. An invitation or the
 * address of a calendar may have been withdrawn since the backup.
 */
const credentialTables = ['session_token', 'oauth_code', 'sign_in_state', 'invitation', 'calendar_feed']

/** Returns the number of open sessions. */
async function endSessions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    'select relname::text as name from pg_class where oid in (select to_regclass(n) from unnest($1::text[]) n)',
    [credentialTables],
  )
  for (const { name } of rows) await client.query(`delete from ${client.escapeIdentifier(name)}`)
  const { rowCount } = await client.query('update session set ended_at = now() where ended_at is null')
  return rowCount ?? 0
}

async function writeTrailRow(
  { client, backup, requestId }: RestoreContext,
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

async function refuseNonEmpty(client: pg.Client): Promise<void> {
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

/**
 * Verifies that a backup can be restored: loads it into a separate database (`restore_check_…` on
 * the same PostgreSQL), compares every table with the checksum in the file, migrates the schema to
 * this program's version, and drops the database. The office's database is not touched, but its
 * disk needs room for a second one meanwhile. Throws `BackupError`.
 */
export async function checkRestore(ownerUrl: string, backup: CheckedBackup): Promise<BackupReport> {
  const client = await connectAlone(ownerUrl)
  try {
    await acquireCheckLock(client)
    await dropAbandonedChecks(client)
    const name = `${scratchPrefix}${randomBytes(8).toString('hex')}`
    await client.query(`create database ${name} template template0`).catch(explainMissingRight)
    try {
      return await restoreInto(Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href, backup)
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await endConnection(client)
  }
}

const scratchPrefix = 'restore_check_'
const advisoryLockKey = 66_757_107

/**
 * Allows one check at a time, so that any other database with such a name was left by a killed
 * check.
 */
async function acquireCheckLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLockKey])
  if (rows[0]?.held !== true) throw new BackupError('다른 복원 점검이 진행 중입니다. 끝난 뒤에 다시 실행해 주세요.')
}

async function dropAbandonedChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where starts_with(datname, $1) and pg_has_role(datdba, 'USAGE')
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [scratchPrefix],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${client.escapeIdentifier(name)}`)
}

function explainMissingRight(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
  throw new BackupError(
    '데이터베이스의 역할에 새 데이터베이스를 만들 권한(CREATEDB)이 없어 복원을 점검할 수 없습니다. 권한을 주거나, DATABASE_URL 없이 새 데이터 폴더(DATA_DIR)에서 점검해 주세요.',
  )
}

async function restoreInto(scratchUrl: string, backup: CheckedBackup): Promise<BackupReport> {
  const { schemaVersion } = backup.header
  await migrate(scratchUrl, { upTo: schemaVersion })
  const client = await connectAlone(scratchUrl)
  try {
    await fixCopySettings(client)
    await client.query('begin')
    const tables = await loadTables(client, backup)
    for (const table of tables) await compareTable(client, table, backup.file)
    await client.query('commit')
    await migrate(scratchUrl)
    return { schemaVersion, tables }
  } finally {
    await endConnection(client)
  }
}

async function compareTable(client: pg.Client, { table, columns, sha256 }: VerifiedTable, file: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of copyTable(client, { name: table, columns })) hash.update(chunk)
  if (hash.digest('hex') === sha256) return
  throw new BackupError(`복원한 표 ${table}의 내용이 백업 파일의 검사값과 다릅니다: ${file}`)
}

/**
 * Loads the rows of a checked backup into tables of the same schema version, within `client`'s
 * transaction, and checks every checksum again. Throws `BackupError`.
 */
async function loadTables(client: pg.Client, backup: CheckedBackup): Promise<VerifiedTable[]> {
  const { file } = backup
  const names = backup.header.tables.map((name) => client.escapeIdentifier(name))
  // Our triggers would refuse trail rows or announce old changes. Rows written by migrations are in
  // the file too.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Unlogged tables, which no backup holds, may depend on some of these.
  await client.query(`truncate ${names.join(', ')} cascade`)
  const { header, tables } = await readBackup(backup, {
    onHeader: async (currentHeader) => refuseReplacedFile(backup, currentHeader),
    onTable: (table) => loadTable(client, table, file),
  })
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, lastValue } of header.sequences) {
    if (lastValue !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), lastValue])
  }
  return tables
}

function refuseReplacedFile({ file, header }: CheckedBackup, currentHeader: BackupHeader): void {
  if (JSON.stringify(currentHeader) !== JSON.stringify(header)) {
    throw new BackupError(`복원하는 동안 백업 파일이 다른 파일로 바뀌었습니다: ${file}`)
  }
}

async function loadTable(client: pg.Client, { table, columns, rows }: BackupTable, file: string): Promise<void> {
  const columnList = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  await copyIn(client, `copy ${client.escapeIdentifier(table)} (${columnList}) from stdin`, rows).catch(
    (error: unknown) => {
      // PostgreSQL may reject a changed byte before the checksum is compared.
      throw error instanceof pg.DatabaseError ? createDamagedError(table, file, error) : error
    },
  )
}
