import { writeBackup } from '../db/write-backup.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup -- FILE`: one file with everything, also while the server runs. */
const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('백업 파일 이름을 적어 주세요. 예: npm run backup -- office.backup')
  process.exitCode = 2
} else {
  await runCommand(async ({ url }) => {
    const report = await writeBackup(url, file, new Date())
    const rows = report.tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`백업을 마쳤습니다: ${file} (표 ${report.tables.length}개, ${rows.toLocaleString('ko-KR')}행)`)
  })
}
