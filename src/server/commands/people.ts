import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '#server/db/client.ts'
import { commandUser } from '#server/postgres/app-role.ts'
import { migrate } from '#server/schema/migrate.ts'
import { resetFactors } from '#server/session/second-factor/remove-factor.ts'
import { type CommandRun, runCommand } from './run-command.ts'

/**
 * `npm run people -- --reset-factor 이름`: removes the second factor of somebody who lost every
 * device, when no other superuser can do so under 관리 → 사용자. Ends all their sessions and logs whose
 * factor was reset. Takes an id where several people share the name.
 */
const personName = readArguments(process.argv.slice(2))
if (personName === undefined) {
  console.error('사용법: npm run people -- --reset-factor "이름 또는 사용자 번호"')
  process.exitCode = 2
} else {
  await runCommand((run) => resetPersonFactor(run, personName))
}

function readArguments(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { 'reset-factor': { type: 'string' } } })
    return values['reset-factor']?.normalize('NFC').trim() || undefined
  } catch {
    return undefined
  }
}

async function resetPersonFactor({ withDatabase }: CommandRun, searchName: string): Promise<void> {
  await withDatabase(async (ownerUrl) => {
    await migrate(ownerUrl)
    const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
    try {
      const [person, ...others] = await findPeople(db, searchName)
      if (person === undefined) return failWith([`"${searchName}" 사용자를 찾을 수 없습니다.`])
      if (others.length > 0) {
        const lines = [person, ...others].map(({ id, email }) => `  ${id}  ${email ?? '이메일 없음'}`)
        return failWith([`"${searchName}" 사용자가 여럿입니다. 사용자 번호로 지정해 주세요.`, ...lines])
      }
      const name = await resetFactors(db, person.id, { user: null, userName: commandUser, ipAddress: null })
      console.log(
        `${name} 님의 2단계 인증을 초기화하고 모든 기기에서 로그아웃했습니다. 다음 로그인 때 새로 등록합니다.`,
      )
    } finally {
      await db.destroy()
    }
  })
}

async function findPeople(db: Database, searchName: string) {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(searchName)
  return await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where(isId ? 'id' : 'nickname', '=', searchName)
    .orderBy('id')
    .execute()
}

function failWith(lines: readonly string[]): void {
  for (const line of lines) console.error(line)
  process.exitCode = 1
}
