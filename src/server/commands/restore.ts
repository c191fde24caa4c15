import { parseArgs } from 'node:util'
import { formatNumber } from '#contract/text/format-number.ts'
import { type BackupReport, readBackupKey } from '#server/backup/backup-key.ts'
import { checkBackup, type CheckedBackup } from '#server/backup/read-backup.ts'
import { checkRestore, restoreBackup } from '#server/backup/restore-backup.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * `npm run restore -- FILE`: restores into an empty database only (a new DATA_DIR, or an empty
 * DATABASE_URL). `npm run restore -- --check FILE`: restores into a separate database next to the
 * office's, compares it and drops it.
 */
const options = readArguments(process.argv.slice(2))
if (options === undefined) {
  console.error(
    '복원할 백업 파일을 적어 주세요. 예: DATA_DIR=.data-new npm run restore -- office.backup  또는 복원 점검: npm run restore -- --check office.backup',
  )
  process.exitCode = 2
} else {
  const { file, isCheck } = options
  await runCommand(async (run) => {
    const { backupKeyFile } = run.config
    const key = backupKeyFile === undefined ? undefined : readBackupKey(backupKeyFile, console.warn)
    const backup = await checkBackup({ file, key })
    if (key !== undefined && !backup.isSealed)
      console.warn(`주의: 암호화되지 않은 백업입니다: ${file} — 이 사무소의 키로 만든 파일인지 알 수 없습니다.`)
    await (isCheck ? check(backup, run) : restore(backup, run))
  })
}

function readArguments(args: string[]): { file: string; isCheck: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { check: { type: 'boolean' } } })
    const [file, ...more] = positionals
    return file === undefined || more.length > 0 ? undefined : { file, isCheck: values.check === true }
  } catch {
    return undefined
  }
}

async function restore(backup: CheckedBackup, { requestId, withDatabase }: CommandRun): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    const { sessionsEnded, ...report } = await restoreBackup(ownerUrl, backup, requestId)
    console.log(
      `복원을 마쳤습니다: ${backup.file} (${describeSize(report)}). ` +
        `모든 로그인을 끝냈습니다(${formatNumber(sessionsEnded)}건). 모두 다시 로그인해야 합니다.`,
    )
  })
}

async function check(backup: CheckedBackup, { withDatabase }: CommandRun): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    const report = await checkRestore(ownerUrl, backup)
    console.log(
      `복원할 수 있는 백업입니다: ${backup.file} (${describeSize(report)}, ${backup.header.madeAt}에 만듦). ` +
        '임시 데이터베이스에 복원하여 모든 표를 검사값과 비교한 뒤 지웠습니다.',
    )
  })
}

function describeSize({ tables }: BackupReport): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `표 ${tables.length}개, ${formatNumber(rows)}행`
}
