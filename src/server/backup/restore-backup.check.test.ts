import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { writeNewBackupKey } from './backup-key.ts'
import { checkBackup } from './read-backup.ts'
import { checkRestore } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-restore-'))
const office = await createTestDatabase()
afterAll(async () => {
  await office.drop()
  rmSync(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)
const key = writeNewBackupKey(at('office.key'))
await sql`insert into audit (user_name, act, subject, at) select '김가온', 'read', '온결 ' || n || chr(10) || '끝', '2026-11-24 09:00:00.123456+09' from generate_series(1, 3000) n`.execute(
  office.ownerDb,
)
await writeBackup(office.ownerUrl, { file: at('sealed.backup'), now: new Date(), key })
await writeBackup(office.ownerUrl, { file: at('plain.backup'), now: new Date() })

async function listScratchDatabases(): Promise<string[]> {
  const { rows } = await sql<{
    datname: string
  }>`select datname from pg_database where starts_with(datname, 'restore_check_')`.execute(office.ownerDb)
  return rows.map(({ datname }) => datname)
}

async function readTrailContent(): Promise<unknown> {
  return (
    await sql`select count(*)::int as count, (select epoch from meta) as epoch from audit`.execute(office.ownerDb)
  ).rows
}

test('restores a backup into its own database, compares every table, and leaves nothing behind', async () => {
  const before = await readTrailContent()
  const { tables } = await checkRestore(office.ownerUrl, await checkBackup({ file: at('sealed.backup'), key }))
  expect(tables.find(({ table }) => table === 'audit')).toMatchObject({ rows: 3000 })
  expect([await listScratchDatabases(), await readTrailContent()]).toEqual([[], before])
})

test('removes what a killed check left behind', async () => {
  await sql`create database restore_check_left_over template template0`.execute(office.ownerDb)
  await checkRestore(office.ownerUrl, await checkBackup({ file: at('plain.backup'), key: undefined }))
  expect(await listScratchDatabases()).toEqual([])
})

test('finds rows that load as a different value although the file is intact', async () => {
  const other = rewriteBackup((row) => row.replace('2026-11-24 00:00:00.123456+00', '2026-11-24 09:00:00.123456+09'))
  writeFileSync(at('other.backup'), other)
  const backup = await checkBackup({ file: at('other.backup'), key: undefined })
  await expect(checkRestore(office.ownerUrl, backup)).rejects.toThrow(
    '복원한 표 audit의 내용이 백업 파일의 검사값과 다릅니다',
  )
  expect(await listScratchDatabases()).toEqual([])
})

test('refuses the second of two simultaneous checks', async () => {
  const backup = await checkBackup({ file: at('plain.backup'), key: undefined })
  const ends = await Promise.allSettled([checkRestore(office.ownerUrl, backup), checkRestore(office.ownerUrl, backup)])
  const refused = ends.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { message: expect.stringContaining('다른 복원 점검') } }])
  expect(await listScratchDatabases()).toEqual([])
})

test('names the problem when the role may not create a database', async () => {
  const backup = await checkBackup({ file: at('plain.backup'), key: undefined })
  await expect(checkRestore(office.url, backup)).rejects.toThrow('CREATEDB')
})

/** The plain backup with changed trail rows and matching checksums. */
function rewriteBackup(change: (row: string) => string): Buffer {
  const lines = gunzipSync(readFileSync(at('plain.backup')))
    .toString('utf8')
    .split('\n')
  const start = lines.findIndex((line) => line.startsWith('{"table":"audit"')) + 1
  const end = lines.indexOf('\\.', start)
  const rows = lines.slice(start, end).map(change)
  const sha256 = createHash('sha256')
    .update(rows.map((row) => `${row}\n`).join(''))
    .digest('hex')
  const proof = JSON.stringify({ rows: rows.length, sha256 })
  return gzipSync([...lines.slice(0, start), ...rows, '\\.', proof, ...lines.slice(end + 2)].join('\n'))
}
