import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { describeChainError } from '#domain/trail/trail-words.ts'
import { type ChainReport, checkTrailNow } from '#server/admin/trail/chain/check-chain.ts'
import { getHeadsFile } from '#server/admin/trail/chain/link-rows.ts'
import { openTrailKey } from '#server/admin/trail/signed/trail-key.ts'
import { verifySignedFile } from '#server/admin/trail/signed/verify-signed.ts'
import { openDatabase } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { commandUser } from '#server/postgres/app-role.ts'
import { migrate } from '#server/schema/migrate.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * Verifies the trail (접속기록).
 *
 * - `npm run trail -- --check`: checks that no row was changed, removed or inserted. Works while a
 *   server runs.
 * - `npm run trail -- --verify FILE`: checks a signed export. Needs no database.
 *
 * Exit codes: 1 when verification fails, 2 for wrong arguments.
 */
const options = readArguments(process.argv.slice(2))
if (options === undefined) {
  console.error(
    '사용법: npm run trail -- --check (접속기록이 바뀌지 않았는지 확인)  또는  npm run trail -- --verify 파일 (서명 파일 확인)',
  )
  process.exitCode = 2
} else {
  await runCommand((run) => ('file' in options ? verify(run, options.file) : check(run)))
}

function readArguments(args: string[]): { isCheck: true } | { file: string } | undefined {
  try {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean' }, verify: { type: 'string' } } })
    if (values.verify !== undefined) return values.check ? undefined : { file: values.verify }
    return values.check ? { isCheck: true } : undefined
  } catch {
    return undefined
  }
}

async function verify({ config }: CommandRun, file: string): Promise<void> {
  const verdict = await verifySignedFile(file)
  if (!verdict.isValid) {
    console.error(`서명 파일이 올바르지 않습니다: ${file} — ${verdict.reason}`)
    process.exitCode = 1
    return
  }
  const { header, fingerprint, rows, links, masked } = verdict
  // openTrailKey creates a missing key, which an auditor's machine must not get.
  const isOwn = existsSync(config.trailKeyFile) && openTrailKey(config.trailKeyFile).fingerprint === fingerprint
  console.log(
    `서명 파일이 올바릅니다. ${header.office}, ${header.exported_at}, ${header.exported_by}, 기록 ${formatNumber(rows)}건, 연결 ${formatNumber(links)}개`,
  )
  if (masked > 0) console.log(`주의: 주민등록번호를 가린 기록 ${formatNumber(masked)}건은 내용을 확인할 수 없습니다.`)
  console.log(
    isOwn
      ? `이 서버의 키로 서명했습니다. 지문 ${fingerprint}`
      : `키의 지문이 사무소의 접속기록 화면에 있는 값과 같은지 확인하세요. 지문 ${fingerprint}`,
  )
}

async function check({ config, withDatabase }: CommandRun): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    await migrate(ownerUrl)
    const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
    try {
      printReport(await checkTrailNow(db, { file: getHeadsFile(config.dataDir), by: commandUser, newId }))
    } finally {
      await db.destroy()
    }
  })
}

/** Prints the result and sets the exit code. */
function printReport(report: ChainReport): void {
  const { isWhole, rowCount, linkCount, head, from, to, errors, errorCount, headsOfOtherHistories } = report
  const size = `기록 ${formatNumber(rowCount)}건, 연결 ${formatNumber(linkCount)}개`
  const days = from && to ? `, ${formatDay(from)}~${formatDay(to)}` : ''
  if (headsOfOtherHistories > 0)
    console.log(
      `주의: 따로 적어 둔 값 ${formatNumber(headsOfOtherHistories)}개는 복원하기 전의 것이라 지금 기록과 비교할 수 없습니다.`,
    )
  if (isWhole) return console.log(`접속기록이 온전합니다. ${size}${days}, 마지막 연결 ${head.number}번 ${head.hash}`)
  console.error(`접속기록이 온전하지 않습니다. 문제 ${formatNumber(errorCount)}건 (${size}${days})`)
  for (const error of errors) console.error(`- ${describeChainError(error)}`)
  if (errorCount > errors.length) console.error(`- 그 밖에 ${formatNumber(errorCount - errors.length)}건`)
  process.exitCode = 1
}
