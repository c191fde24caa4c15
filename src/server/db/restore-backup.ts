import { createHash } from 'node:crypto'
import pg from 'pg'
import type { z } from 'zod'
import { BackupError, type BackupHeader, type BackupReport, endOfRows } from './backup-file.ts'
import { backupEndSchema, backupHeaderSchema, backupTableEndSchema, backupTableSchema } from './backup-file.ts'
import { type BackupLines, readBackupLines } from './backup-lines.ts'
import { connectAlone } from './client.ts'
import { copyIn } from './copy-rows.ts'
import { migrate, readMigrations } from './migrate.ts'

/**
 * Loads a backup into a database that holds no tables yet. The schema is brought to the version of the file, the rows are loaded in one transaction
 * with every checksum checked, and then the schema goes forward to this program's version. When anything fails the database is empty again.
 *
 * The restored database is a new history: it gets a new `epoch`, so that devices rebuild their mirrors (their outboxes stay), and the change log is
 * numbered anew, because transaction ids of another cluster mean nothing here.
 */
export async function restoreBackup(databaseUrl: string, file: string): Promise<BackupReport> {
  const lines = readBackupLines(file)
  const header = readJson(await lines.next(), backupHeaderSchema, file)
  await refuseUnknownSchema(header)
  const client = await connectAlone(databaseUrl)
  try {
    await refuseFull(client)
    return await load({ client, databaseUrl, lines, header, file })
  } finally {
    await client.end()
  }
}

type Source = { client: pg.Client; databaseUrl: string; lines: BackupLines; header: BackupHeader; file: string }

async function load(source: Source): Promise<BackupReport> {
  const { client, databaseUrl, header } = source
  try {
    await migrate(databaseUrl, { upTo: header.schemaVersion })
    await client.query('begin')
    const tables = await loadTables(source)
    await beginNewHistory(client)
    await client.query('commit')
    await migrate(databaseUrl)
    return { schemaVersion: header.schemaVersion, tables }
  } catch (error) {
    // It held nothing when we came: leave it like that, so that the next attempt is not refused.
    await client.query('rollback').catch(() => undefined)
    await client.query(dropEverythingSql).catch(() => undefined)
    throw error
  }
}

async function loadTables({ client, lines, header, file }: Source): Promise<BackupReport['tables']> {
  const names = header.tables.map((name) => client.escapeIdentifier(name))
  // Rows that migrations put there come from the file too. Triggers of ours would refuse audit rows or announce old changes.
  await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  const loaded: BackupReport['tables'] = []
  for (let count = 0; count < header.tables.length; count += 1) loaded.push(await loadTable(client, lines, file))
  const { end } = readJson(await lines.next(), backupEndSchema, file)
  if (end !== loaded.length) throw new BackupError(`백업 파일의 표 개수가 맞지 않습니다: ${file}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, lastValue } of header.sequences) {
    if (lastValue !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), lastValue])
  }
  return loaded
}

async function loadTable(
  client: pg.Client,
  lines: BackupLines,
  file: string,
): Promise<{ table: string; rows: number }> {
  const { table, columns } = readJson(await lines.next(), backupTableSchema, file)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const hash = createHash('sha256')
  const counted = { rows: 0 }
  const rows = rowsOf(lines, hash, counted)
  await copyIn(client, `copy ${client.escapeIdentifier(table)} (${list}) from stdin`, rows).catch((error: unknown) => {
    // A changed byte may be found by PostgreSQL before the checksum finds it.
    throw error instanceof pg.DatabaseError ? damaged(table, file, error) : error
  })
  const end = readJson(await lines.next(), backupTableEndSchema, file)
  if (end.rows !== counted.rows || end.sha256 !== hash.digest('hex')) {
    throw damaged(table, file)
  }
  return { table, rows: counted.rows }
}

function damaged(table: string, file: string, cause?: Error): BackupError {
  return new BackupError(`백업 파일이 손상되었습니다. 표 ${table}의 내용이 검사값과 다릅니다: ${file}`, { cause })
}

const chunkBytes = 65_536
const newline = Buffer.from('\n')

async function* rowsOf(
  lines: BackupLines,
  hash: ReturnType<typeof createHash>,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for (let line = await lines.next(); !isEndOfRows(line); line = await lines.next()) {
    parts.push(line, newline)
    size += line.length + 1
    counted.rows += 1
    if (size < chunkBytes) continue
    yield digested(parts, hash)
    parts = []
    size = 0
  }
  if (parts.length > 0) yield digested(parts, hash)
}

function isEndOfRows(line: Buffer): boolean {
  return line.length === endOfRows.length && line.toString('latin1') === endOfRows
}

function digested(parts: Buffer[], hash: ReturnType<typeof createHash>): Buffer {
  const chunk = Buffer.concat(parts)
  hash.update(chunk)
  return chunk
}

/** '3' is the first transaction id that is no special one: below every id a running cluster gives out. Commit order stays in `seq`. */
async function beginNewHistory(client: pg.Client): Promise<void> {
  await client.query('update meta set epoch = gen_random_uuid()')
  await client.query(`update change set txid = '3'`)
}

async function refuseUnknownSchema(header: BackupHeader): Promise<void> {
  const ours = new Map((await readMigrations()).map(({ version, sha256 }) => [version, sha256]))
  const foreign = header.migrations.find(({ version, sha256 }) => ours.get(version) !== sha256)
  if (foreign !== undefined) {
    throw new BackupError(
      `이 백업은 다른 버전의 프로그램이 만든 것입니다(${foreign.name}). 백업을 만든 버전이나 더 새 버전으로 복원해 주세요.`,
    )
  }
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ command: string }>(ownObjectsSql)
  if (rows.length > 0) {
    throw new BackupError(
      '이 데이터베이스에는 이미 자료가 있습니다. 빈 데이터베이스나 새 데이터 폴더(DATA_DIR)에만 복원할 수 있습니다.',
    )
  }
}

/** What migrations make, each as the command that takes it away. Extensions and what belongs to them may stand there before and stay. */
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

function readJson<Schema extends z.ZodType>(line: Buffer, schema: Schema, file: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')))
  } catch {
    throw new BackupError(`백업 파일의 형식이 올바르지 않습니다: ${file}`)
  }
}
