import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { addDemoCaseBook, removeDemoData } from './demo-data.ts'
import { runCommand } from './run-command.ts'

/** `npm run demo -- --case-book 100000 [--seed 1]` adds fictional entries, `npm run demo -- --remove` takes all demo records out; also beside a running server. */
const wanted = readWish(process.argv.slice(2))
if (wanted === undefined) {
  console.error('사용법: npm run demo -- --case-book 100000 [--seed 1]  또는  npm run demo -- --remove')
  process.exitCode = 2
} else {
  await runCommand(async ({ url }) => {
    await migrate(url)
    const db = openDatabase({ url, maxConnections: 2 })
    try {
      if ('remove' in wanted) {
        console.log(`예시 자료 ${format(await removeDemoData(db))}건을 뺐습니다.`)
      } else {
        const added = await addDemoCaseBook(db, { ...wanted, now: new Date() })
        console.log(
          `예시 사건 ${format(added)}건을 넣었습니다. (같은 번호로 다시 실행하면 이미 있는 사건은 그대로 둡니다.)`,
        )
      }
    } finally {
      await db.destroy()
    }
  })
}

type Wish = { remove: true } | { count: number; seed: number }

function readWish(args: string[]): Wish | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: { 'case-book': { type: 'string' }, seed: { type: 'string', default: '1' }, remove: { type: 'boolean' } },
    })
    if (values.remove === true) return values['case-book'] === undefined ? { remove: true } : undefined
    const count = z.coerce.number().int().min(1).max(5_000_000).parse(values['case-book'])
    return {
      count,
      seed: z.coerce
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .parse(values.seed),
    }
  } catch {
    return undefined
  }
}

function format(count: number): string {
  return count.toLocaleString('ko-KR')
}
