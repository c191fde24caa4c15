import { parseArgs } from 'node:util'
import { chainFaultText } from '#domain/trail/chain-words.ts'
import { formatDay } from '#domain/office-date.ts'
import { checkNow } from '../admin/trail/chain/check-now.ts'
import type { ChainReport } from '../admin/trail/chain/check-chain.ts'
import { headsFile } from '../admin/trail/chain/kept-heads.ts'
import { openDatabase } from '../db/client.ts'
import { newId } from '../new-id.ts'
import { commandUser } from '../postgres/command-user.ts'
import { migrate } from '../schema/migrate.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * `npm run trail -- --check`: proves that no row of 접속기록 was changed, removed or put in between, beside a running server too; exit code 1 when one was.
 */
const wish = readWish(process.argv.slice(2))
if (wish === undefined) {
  console.error('사용법: npm run trail -- --check (접속기록이 바뀌지 않았는지 확인)')
  process.exitCode = 2
} else {
  await runCommand(check)
}

function readWish(args: string[]): 'check' | undefined {
  try {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } })
    return values.check ? 'check' : undefined
  } catch {
    return undefined
  }
}

async function check({ config, withDatabase }: CommandRun): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    await migrate(ownerUrl)
    const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
    try {
      tell(await checkNow(db, { file: headsFile(config.dataDir), by: commandUser, newId }))
    } finally {
      await db.destroy()
    }
  })
}

function tell(report: ChainReport): void {
  const { isWhole, rowCount, linkCount, head, from, to, faults, faultCount, headsOfOtherHistories } = report
  const size = `기록 ${count(rowCount)}건, 연결 ${count(linkCount)}개`
  const days = from && to ? `, ${formatDay(from)}~${formatDay(to)}` : ''
  if (headsOfOtherHistories > 0)
    console.log(
      `주의: 따로 적어 둔 값 ${count(headsOfOtherHistories)}개는 복원하기 전의 것이라 지금 기록과 비교할 수 없습니다.`,
    )
  if (isWhole) return console.log(`접속기록이 온전합니다. ${size}${days}, 마지막 연결 ${head.number}번 ${head.hash}`)
  console.error(`접속기록이 온전하지 않습니다. 문제 ${count(faultCount)}건 (${size}${days})`)
  for (const fault of faults) console.error(`- ${chainFaultText(fault)}`)
  if (faultCount > faults.length) console.error(`- 그 밖에 ${count(faultCount - faults.length)}건`)
  process.exitCode = 1
}

function count(number: number): string {
  return number.toLocaleString('ko-KR')
}
