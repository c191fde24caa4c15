import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectAlone } from '../db/client.ts'
import { endConnection } from '../db/pool-probe.ts'
import { migrate } from '../schema/migrate.ts'
import { BackupError, type BackupReport } from './backup-file.ts'
import { copyTable, settleCopyText } from './copy-rows.ts'
import { loadTables } from './load-tables.ts'
import type { CheckedBackup, ProvenTable } from './read-backup.ts'

/**
 * Verifies that a backup can be restored: loads it into a separate database (`restore_check_…` on
 * the same PostgreSQL), compares every table with the checksum in the file, migrates the schema to
 * this program's version, and drops the database. The office's database is not touched, but its
 * disk needs room for a second one meanwhile. Throws `BackupError`.
 */
export async function checkRestore(ownerUrl: string, backup: CheckedBackup): Promise<BackupReport> {
  const client = await connectAlone(ownerUrl)
  try {
    await holdLock(client)
    await dropLeftOvers(client)
    const name = `${prefix}${randomBytes(8).toString('hex')}`
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

const prefix = 'restore_check_'
const advisoryLockKey = 66_757_107

/**
 * Allows one check at a time, so that any other database with such a name was left by a killed
 * check.
 */
async function holdLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLockKey])
  if (rows[0]?.held !== true) throw new BackupError('다른 복원 점검이 진행 중입니다. 끝난 뒤에 다시 실행해 주세요.')
}

async function dropLeftOvers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where starts_with(datname, $1) and pg_has_role(datdba, 'USAGE')
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [prefix],
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
    await settleCopyText(client)
    await client.query('begin')
    const tables = await loadTables(client, backup)
    for (const table of tables) await compare(client, table, backup.file)
    await client.query('commit')
    await migrate(scratchUrl)
    return { schemaVersion, tables }
  } finally {
    await endConnection(client)
  }
}

async function compare(client: pg.Client, { table, columns, sha256 }: ProvenTable, file: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of copyTable(client, { name: table, columns })) hash.update(chunk)
  if (hash.digest('hex') === sha256) return
  throw new BackupError(`복원한 표 ${table}의 내용이 백업 파일의 검사값과 다릅니다: ${file}`)
}
