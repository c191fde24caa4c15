import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { formatNumber } from '#contract/text/format-number.ts'
import { type BackupKey, type BackupReport, readBackupKey, writeNewBackupKey } from '#server/backup/backup-key.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/db/client.ts'
import { commandUser } from '#server/postgres/app-role.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * `npm run backup -- FILE`: writes the whole database to one file, also while the server runs;
 * encrypted when `BACKUP_KEY_FILE` is set. `npm run backup -- --new-key FILE` creates such a key.
 */
const options = readArguments(process.argv.slice(2))
if (options === undefined) {
  console.error(
    '백업 파일 이름을 적어 주세요. 예: npm run backup -- office.backup  또는 새 키 만들기: npm run backup -- --new-key office.key',
  )
  process.exitCode = 2
} else if ('newKey' in options) {
  await runCommand(async () => {
    const { fingerprint } = writeNewBackupKey(options.newKey)
    console.log(
      `백업 키를 만들었습니다: ${options.newKey} (지문 ${fingerprint}). BACKUP_KEY_FILE에 적고, 백업과 다른 곳에 사본을 두세요. 키를 잃으면 백업을 열 수 없습니다.`,
    )
  })
} else {
  await runCommand((run) => backUp(options.file, run))
}

function readArguments(args: string[]): { file: string } | { newKey: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'new-key': { type: 'string' } },
    })
    const [file] = positionals
    const newKey = values['new-key']
    if (newKey !== undefined) return newKey !== '' && file === undefined ? { newKey } : undefined
    return file === undefined ? undefined : { file }
  } catch {
    return undefined
  }
}

async function backUp(file: string, { config, requestId, withDatabase }: CommandRun): Promise<void> {
  const { backupKeyFile } = config
  const key = backupKeyFile === undefined ? undefined : readBackupKey(backupKeyFile, console.warn)
  await withDatabase(async (ownerUrl) => {
    const outcome = { requestId, file, key }
    const report = await writeBackup(ownerUrl, { file, key, now: new Date() }).catch(async (error: unknown) => {
      await writeTrailRow(ownerUrl, outcome)
      throw error
    })
    await writeTrailRow(ownerUrl, { ...outcome, report })
    const rows = formatNumber(countRows(report))
    const sealed = key === undefined ? '암호화하지 않음' : `암호화함, 키 지문 ${key.fingerprint}`
    console.log(`백업을 마쳤습니다: ${file} (표 ${report.tables.length}개, ${rows}행, ${sealed})`)
    if (key === undefined)
      console.warn('주의: 백업에는 모든 자료가 그대로 들어 있습니다. BACKUP_KEY_FILE을 정하면 암호화됩니다.')
  })
}

/** Audits the backup. If that fails, prints why; the backup itself is fine. */
async function writeTrailRow(
  ownerUrl: string,
  {
    requestId,
    file,
    key,
    report,
  }: { requestId: string; file: string; key: BackupKey | undefined; report?: BackupReport },
): Promise<void> {
  const db = openDatabase({ url: ownerUrl, maxConnections: 1 })
  const outcome = report ? { rows: countRows(report), schema_version: report.schemaVersion } : { failed: true }
  try {
    await writeTrail(db, {
      user: null,
      userName: commandUser,
      ipAddress: null,
      act: 'backup',
      subject: basename(file),
      detail: { ...outcome, sealed: key !== undefined, request_id: requestId },
    })
  } catch (error) {
    console.warn(`주의: 백업을 감사 기록에 남기지 못했습니다. (요청 번호 ${requestId})`, error)
  } finally {
    await db.destroy()
  }
}

function countRows({ tables }: BackupReport): number {
  return tables.reduce((sum, table) => sum + table.rows, 0)
}
