import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { connectAlone } from '#server/db/client.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import { grantAppRights } from '#server/postgres/app-role.ts'
import { migrateQueue } from './migrate-queue.ts'

/**
 * Migrates the database to the newest version, or only to `upTo` (restore), and grants `appRole`
 * the rights that the server needs. Each file `migrations/NNNN-name.sql` runs once in its own
 * transaction, under an advisory lock, so that servers starting at the same time wait for each
 * other. There are no down migrations: the next file fixes a mistake.
 *
 * Throws `MigrationError` when a file that already ran has changed, or when the database is newer
 * than this program.
 */
export async function migrate(
  ownerUrl: string,
  options: { upTo?: number; migrations?: Migration[]; appRole?: string } = {},
): Promise<SchemaState> {
  const migrations = options.migrations ?? (await readMigrations())
  const client = await connectAlone(ownerUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLockKey])
    await ensureLedger(client)
    const appliedMigrations = await readLedger(client)
    refuseUnknownMigrations(appliedMigrations, migrations)
    const waiting = migrations.filter(
      ({ version }) => !appliedMigrations.has(version) && version <= (options.upTo ?? Infinity),
    )
    for (const migration of waiting) await applyMigration(client, migration)
    if (waiting.length > 0) await vacuumRewrittenTables(client)
    if (options.upTo === undefined) await migrateQueue(client).catch(explainOwnerNeeded)
    if (options.appRole !== undefined) await grantAppRights(client, options.appRole)
    const version = Math.max(0, ...appliedMigrations.keys(), ...waiting.map((migration) => migration.version))
    return { version, applied: waiting.map(({ name }) => name) }
  } finally {
    await endConnection(client)
  }
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** `version` is the number of the newest file that ran. */
interface SchemaState {
  version: number
  applied: string[]
}

interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
}

/** The migration files of this program, oldest first. */
export async function readMigrations(folder = new URL('./migrations/', import.meta.url)): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  const repeated = migrations.find(({ version }, index) => migrations[index - 1]?.version === version)
  if (repeated) throw new MigrationError(`두 마이그레이션의 번호가 같습니다: ${repeated.name}`)
  return migrations
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
  if (number === undefined)
    throw new MigrationError(`마이그레이션 파일 이름은 0001-name.sql 형식이어야 합니다: ${name}`)
  // Ignores the line endings of Windows checkouts.
  const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { version: Number(number), name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

/** An arbitrary constant, unique among this database's advisory locks: the digits of "schema". */
const advisoryLockKey = 7_368_656
const ledgerSql = `create table schema_migration (
  version integer primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Checks first, so that a role without the right to create tables succeeds if nothing has to be
 * done (a server without `DATABASE_OWNER_URL`).
 */
async function ensureLedger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.schema_migration') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) return
  await client.query(ledgerSql).catch(explainOwnerNeeded)
}

function explainOwnerNeeded(error: unknown): never {
  throw isForbidden(error) ? createOwnerNeededError(error) : error
}

function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501'
}

function createOwnerNeededError(cause: unknown): MigrationError {
  return new MigrationError(
    'DATABASE_URL의 역할은 표를 만들거나 바꿀 수 없습니다. 표의 소유자로 접속하는 주소를 DATABASE_OWNER_URL에 적어 주세요.',
    { cause },
  )
}

type MigrationLedger = Map<number, { name: string; sha256: string }>

async function readLedger(client: pg.Client): Promise<MigrationLedger> {
  const { rows } = await client.query<{ version: number; name: string; sha256: string }>(
    'select version, name, sha256 from schema_migration',
  )
  return new Map(rows.map((row) => [row.version, row]))
}

function refuseUnknownMigrations(appliedMigrations: MigrationLedger, migrations: Migration[]): void {
  const migrationByVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const [version, { name, sha256 }] of appliedMigrations) {
    const migration = migrationByVersion.get(version)
    if (migration === undefined) {
      throw new MigrationError(
        `데이터베이스가 이 프로그램보다 새 버전입니다(${name}). 새 버전의 프로그램으로 실행해 주세요.`,
      )
    }
    if (migration.sha256 !== sha256) {
      throw new MigrationError(
        `이미 적용된 마이그레이션의 내용이 바뀌었습니다: ${migration.name}. 바꾸지 말고 다음 번호로 추가해 주세요.`,
      )
    }
  }
}

/**
 * A rewritten table has lost its statistics and visibility map, which autovacuum would restore only
 * much later. VACUUM cannot run in a migration's transaction.
 */
async function vacuumRewrittenTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(`
    select oid::regclass::text as "table" from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible = 0 and pg_relation_size(oid) > 0`)
  for (const { table } of rows) await client.query(`vacuum (analyze) ${table}`)
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (version, name, sha256) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (isForbidden(error)) throw createOwnerNeededError(error)
    throw new MigrationError(`마이그레이션을 적용하지 못했습니다: ${migration.name} — ${String(error)}`, {
      cause: error,
    })
  }
}
