import { parseArgs } from 'node:util'
import { z } from 'zod'
import { formatNumber } from '#contract/text/format-number.ts'
import { openDatabase } from '#server/db/client.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { migrate } from '#server/schema/migrate.ts'
import { addDemoRecords, removeDemoData } from './demo-data.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run demo -- --case-book 100000 --units 5000 --deposit-cases 100000 --addresses 5000 [--seed
 * 1]` adds fictional records of any of these kinds; `npm run demo -- --remove` removes all demo
 * records. Both also work while a server runs.
 */
const demoOptions = readArguments(process.argv.slice(2))
if (demoOptions === undefined) {
  console.error(
    '사용법: npm run demo -- --case-book 100000 --units 5000 --deposit-cases 100000 --addresses 5000 [--seed 1] (일부만도 가능)  또는  npm run demo -- --remove',
  )
  process.exitCode = 2
} else {
  await runCommand(async ({ config, withDatabase }) => {
    await withDatabase(async (ownerUrl) => {
      await migrate(ownerUrl)
      const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
      try {
        if ('remove' in demoOptions) {
          console.log(`예시 자료 ${formatNumber(await removeDemoData(db))}건을 뺐습니다.`)
        } else {
          const added = await addDemoRecords(
            db,
            { ...demoOptions, now: new Date() },
            openOfficeKeys(config.officeKeyFile),
          )
          console.log(
            `예시 자료 ${formatNumber(added)}건을 넣었습니다. (같은 번호로 다시 실행하면 이미 있는 자료는 그대로 둡니다.)`,
          )
        }
      } finally {
        await db.destroy()
      }
    })
  })
}

type DemoOptions =
  | { remove: true }
  | { caseBook: number; units: number; depositCases: number; addresses: number; seed: number }

function readArguments(args: string[]): DemoOptions | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        'case-book': { type: 'string' },
        units: { type: 'string' },
        'deposit-cases': { type: 'string' },
        addresses: { type: 'string' },
        seed: { type: 'string', default: '1' },
        remove: { type: 'boolean' },
      },
    })
    const caseBook = readNumber(values['case-book'] ?? '0', 5_000_000)
    const depositCases = readNumber(values['deposit-cases'] ?? '0', 5_000_000)
    const units = readNumber(values.units ?? '0', 500_000)
    const addresses = readNumber(values.addresses ?? '0', 500_000)
    const isAdding = caseBook + units + depositCases + addresses > 0
    if (values.remove === true) return isAdding ? undefined : { remove: true }
    return isAdding
      ? { caseBook, units, depositCases, addresses, seed: readNumber(values.seed, 2 ** 31 - 1) }
      : undefined
  } catch {
    return undefined
  }
}

/** Throws for anything but an integer from 0 to `max`. */
function readNumber(text: string, max: number): number {
  return z.coerce.number().int().min(0).max(max).parse(text)
}
