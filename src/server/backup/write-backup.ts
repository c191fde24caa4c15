import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { connectAlone } from '#server/db/client.ts'
import { endConnection } from '#server/db/pool-probe.ts'
import { type BackupHeader, type BackupKey, type BackupReport, endOfRows } from './backup-key.ts'
import { copyTable, fixCopySettings } from './copy-rows.ts'
import { seal } from './sealed-backup.ts'

/**
 * Writes the whole database to `file` while others keep working; one REPEATABLE READ transaction
 * sees a consistent state. The file appears only when complete and is readable by its owner only.
 * With a key it is encrypted (sealed-backup.ts), and no plain text ever reaches the disk. `signal`
 * aborts it without leaving anything behind.
 */
export async function writeBackup(
  ownerUrl: string,
  { file, now, key, signal }: { file: string; now: Date; key?: BackupKey | undefined; signal?: AbortSignal },
): Promise<BackupReport> {
  const client = await connectAlone(ownerUrl)
  const draft = `${file}.${process.pid}.partial`
  try {
    await fixCopySettings(client)
    await client.query('begin isolation level repeatable read, read only')
    const report: BackupReport = { schemaVersion: 0, tables: [] }
    await pipeline(
      streamBackupText(client, { now, report }),
      createGzip({ level: 6 }),
      (packed: AsyncIterable<Buffer>) => (key === undefined ? packed : seal(packed, key)),
      createWriteStream(draft, { mode: 0o600 }),
      { ...(signal && { signal }) },
    )
    await syncToDisk(draft)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return report
  } finally {
    await rm(draft, { force: true })
    await endConnection(client)
  }
}

async function* streamBackupText(
  client: pg.Client,
  context: { now: Date; report: BackupReport },
): AsyncGenerator<Buffer | string> {
  const tables = sortByDependency(await readTables(client))
  const header = await readHeader(client, context.now, tables)
  context.report.schemaVersion = header.schemaVersion
  yield `${JSON.stringify(header)}\n`
  for (const table of tables) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`
    const hash = createHash('sha256')
    let rows = 0
    for await (const chunk of copyTable(client, table)) {
      hash.update(chunk)
      rows += countLines(chunk)
      yield chunk
    }
    yield `${endOfRows}\n${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`
    context.report.tables.push({ table: table.name, rows })
  }
  yield `${JSON.stringify({ end: tables.length })}\n`
}

interface TableToBackUp {
  name: string
  columns: string[]
  parents: string[]
}

/**
 * Every table except unlogged ones, whose content can be recreated, and the migration ledger, which
 * restoring recreates. Generated columns are left out too.
 */
async function readTables(client: pg.Client): Promise<TableToBackUp[]> {
  const { rows } = await client.query<TableToBackUp>(`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'
    order by c.relname`)
  return rows
}

/** Orders parents before children, so that a restore can keep checking foreign keys. */
function sortByDependency(tables: TableToBackUp[]): TableToBackUp[] {
  const orderedNames = new Set<string>()
  const ordered: TableToBackUp[] = []
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name, parents }) => !orderedNames.has(name) && parents.every((parent) => orderedNames.has(parent)),
    )
    if (ready.length === 0) throw new Error('tables reference each other in a cycle')
    for (const table of ready) orderedNames.add(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/**
 * Reads sequences after taking the snapshot, so they are at or beyond every number its rows use.
 */
async function readHeader(client: pg.Client, now: Date, tables: TableToBackUp[]): Promise<BackupHeader> {
  const migrations = await client.query<BackupHeader['migrations'][number]>(
    'select version, name, sha256 from schema_migration order by version',
  )
  const sequences = await client.query<BackupHeader['sequences'][number]>(
    `select sequencename::text as name, last_value::text as "lastValue" from pg_sequences where schemaname = 'public' order by 1`,
  )
  return {
    format: 'ongyeol-office-backup',
    formatVersion: 1,
    madeAt: now.toISOString(),
    schemaVersion: migrations.rows.at(-1)?.version ?? 0,
    migrations: migrations.rows,
    tables: tables.map(({ name }) => name),
    sequences: sequences.rows,
  }
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (let index = chunk.indexOf(10); index !== -1; index = chunk.indexOf(10, index + 1)) lines += 1
  return lines
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes the new file name survive a power loss. Windows does so automatically and cannot open
 * folders.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
