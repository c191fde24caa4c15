import type { Database } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { createSession } from '#server/session/tokens.ts'

/**
 * Creates `count` staff, each signed in on one device, and returns their access tokens. Bypasses
 * the sign-in page, which knows only three accounts. Call once per database.
 */
export async function hireStaff(db: Database, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 1; n <= count; n += 1) tokens.push(await hire(db, n))
  return tokens
}

async function hire(db: Database, n: number): Promise<string> {
  const name = `hired-staff-${n}`
  const person = { id: newId(), provider: 'local', provider_id: name, nickname: `직원 ${n}`, username: name } as const
  return await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('app_user')
      .values({ ...person, is_staff: true })
      .execute()
    const session = {
      id: newId(),
      userId: person.id,
      provider: 'local',
      device: '시험 기기',
      ipAddress: '127.0.0.1',
    } as const
    const pair = await createSession(trx, { ...session, now: new Date() })
    return pair.access_token
  })
}
