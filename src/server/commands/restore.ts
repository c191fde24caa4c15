import { restoreBackup } from '../db/restore-backup.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- FILE`: into an empty database only (a new DATA_DIR, or an empty DATABASE_URL). */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('복원할 백업 파일을 적어 주세요. 예: DATA_DIR=.data-new npm run restore -- office.backup')
  process.exitCode = 2
} else {
  await runCommand(async ({ url }) => {
    const report = await restoreBackup(url, file)
    const rows = report.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`복원을 마쳤습니다: ${file} (표 ${report.tables.length}개, ${rows.toLocaleString('ko-KR')}행)`)
  })
}
