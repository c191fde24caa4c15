import { readBackupKey } from '../backup/backup-key.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- FILE`: into an empty database only (a new DATA_DIR, or an empty DATABASE_URL). */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('복원할 백업 파일을 적어 주세요. 예: DATA_DIR=.data-new npm run restore -- office.backup')
  process.exitCode = 2
} else {
  await runCommand(async ({ config, requestId, withDatabase }) => {
    const { backupKeyFile } = config
    const key = backupKeyFile === undefined ? undefined : readBackupKey(backupKeyFile, console.warn)
    const backup = await checkBackup({ file, key })
    if (key !== undefined && !backup.isSealed)
      console.warn(`주의: 암호화되지 않은 백업입니다: ${file} — 이 사무소의 키로 만든 파일인지 알 수 없습니다.`)
    await withDatabase(async (ownerUrl) => {
      const { tables, sessionsEnded } = await restoreBackup(ownerUrl, backup, requestId)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `복원을 마쳤습니다: ${file} (표 ${tables.length}개, ${rows.toLocaleString('ko-KR')}행). ` +
          `모든 로그인을 끝냈습니다(${sessionsEnded.toLocaleString('ko-KR')}건). 모두 다시 로그인해야 합니다.`,
      )
    })
  })
}
