import pg from 'pg'
import { BackupError, type BackupHeader } from './backup-file.ts'
import { copyIn } from './copy-rows.ts'
import { type BackupTable, type CheckedBackup, damaged, type ProvenTable, readBackup } from './read-backup.ts'

/**
 * Loads the rows of a checked backup into tables of the same schema version, within `client`'s
 * transaction, and checks every checksum again. Throws `BackupError`.
 */
export async function loadTables(client: pg.Client, backup: CheckedBackup): Promise<ProvenTable[]> {
  const { file } = backup
  const names = backup.header.tables.map((name) => client.escapeIdentifier(name))
  // Our triggers would refuse audit rows or announce old changes. Rows written by migrations are in
  // the file too.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Unlogged tables, which no backup holds, may depend on some of these.
  await client.query(`truncate ${names.join(', ')} cascade`)
  const { header, tables } = await readBackup(backup, {
    begin: async (found) => refuseExchanged(backup, found),
    table: (table) => loadTable(client, table, file),
  })
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, lastValue } of header.sequences) {
    if (lastValue !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), lastValue])
  }
  return tables
}

function refuseExchanged({ file, header }: CheckedBackup, found: BackupHeader): void {
  if (JSON.stringify(found) !== JSON.stringify(header)) {
    throw new BackupError(`복원하는 동안 백업 파일이 다른 파일로 바뀌었습니다: ${file}`)
  }
}

async function loadTable(client: pg.Client, { table, columns, rows }: BackupTable, file: string): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  await copyIn(client, `copy ${client.escapeIdentifier(table)} (${list}) from stdin`, rows).catch((error: unknown) => {
    // PostgreSQL may reject a changed byte before the checksum is compared.
    throw error instanceof pg.DatabaseError ? damaged(table, file, error) : error
  })
}
