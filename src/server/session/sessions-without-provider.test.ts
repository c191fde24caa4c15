import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/schema/migrate.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

const { ownerDb: db, ownerUrl: url, drop } = await createTestDatabase({ empty: true })
afterAll(drop)

const kakaoUser = '00000000-0000-7000-8000-00000000000a'
const localUser = '00000000-0000-7000-8000-00000000000b'

test('sessions without a provider get that of their user, and their tokens end after thirty days', async () => {
  await migrate(url, { upTo: 14 })
  const people = [
    { id: kakaoUser, provider: 'kakao' as const },
    { id: localUser, provider: 'local' as const },
  ]
  for (const { id, provider } of people) {
    await db
      .insertInto('app_user')
      .values({ id, provider, provider_id: id, username: id, nickname: '도담', email: null, phone: null })
      .execute()
    await db
      .insertInto('session')
      .values({ id, user_id: id, started_at: '2026-11-01T00:00:00Z' } as never)
      .execute()
    await db
      .insertInto('session_token')
      .values([
        { hash: `${id} old`, session_id: id, kind: 'refresh', generation: 1, expires_at: '2026-12-31T00:00:00Z' },
        { hash: `${id} near`, session_id: id, kind: 'access', generation: 1, expires_at: '2026-11-02T00:00:00Z' },
      ])
      .execute()
  }
  await migrate(url)
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'provider', 'device', 'address'])
    .orderBy('id')
    .execute()
  expect(sessions).toEqual(people.map(({ id, provider }) => ({ id, provider, device: '', address: null })))
  const tokens = await db.selectFrom('session_token').select('expires_at').orderBy('hash').execute()
  expect(tokens.map(({ expires_at: at }) => new Date(at).toISOString())).toEqual([
    '2026-11-02T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ])
})
