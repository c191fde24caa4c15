import { parseArgs } from 'node:util'
import { formatNumber } from '#contract/text/format-number.ts'
import { openDatabase } from '#server/db/client.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { countByKey, rotatePersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import { commandUser } from '#server/postgres/app-role.ts'
import { migrate } from '#server/schema/migrate.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * `npm run numbers`: counts the stored personal numbers per key. `npm run numbers -- --rotate`:
 * creates a new key and encrypts every number again under it, also while a server runs. An
 * interrupted rotation continues when run again.
 */
const options = readArguments(process.argv.slice(2))
if (options === undefined) {
  console.error('사용법: npm run numbers (번호와 키의 현황)  또는  npm run numbers -- --rotate (새 키로 다시 암호화)')
  process.exitCode = 2
} else {
  await runCommand((run) => showOrRotateNumbers(run, options.isRotating))
}

function readArguments(args: string[]): { isRotating: boolean } | undefined {
  try {
    const { values } = parseArgs({ args, options: { rotate: { type: 'boolean', default: false } } })
    return { isRotating: values.rotate }
  } catch {
    return undefined
  }
}

async function showOrRotateNumbers(
  { config, requestId, withDatabase }: CommandRun,
  isRotating: boolean,
): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    await migrate(ownerUrl)
    const path = config.officeKeyFile
    const keys = openOfficeKeys(path)
    const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
    try {
      if (isRotating) {
        const { isResumed, moved, unreadable } = await rotatePersonNumbers(db, { path, keys })
        await writeTrail(db, {
          user: null,
          userName: commandUser,
          ipAddress: null,
          act: 'numbers_rotated',
          detail: { key: keys.newest().id, moved, closed: unreadable, request_id: requestId },
        })
        console.log(
          `${isResumed ? '중단된 작업을 이어서' : '새 키를 만들어'} 번호 ${formatNumber(moved)}개를 다시 암호화했습니다. 키 파일의 사본을 새로 두세요: ${path}`,
        )
      }
      for (const { id, count, isKnown } of await countByKey(db, keys))
        console.log(`키 ${id}: 번호 ${formatNumber(count)}개${isKnown ? '' : ' — 키 파일에 없는 키라 열 수 없습니다'}`)
    } finally {
      await db.destroy()
    }
  })
}
