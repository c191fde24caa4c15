import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** What is left out of an answer by a question. */
const { ask, ownerDb, close } = await openStaffChat({ units: 40, addresses: 120 })
afterAll(close)

test('what is left without a state that days express is every other record', async () => {
  const {
    rows: [row = {}],
  } = await sql<
    Record<string, unknown>
  >`select count(*) filter (where registrated_at is null) as open, count(*) filter (where registrated_at is null and created_at between '2026-11-01' and '2026-11-30') as of_month, count(*) filter (where coalesce(purpose, '') not like '%상속%') as others from real_estate`.execute(
    ownerDb,
  )
  const {
    rows: [deposits = {}],
  } = await sql<
    Record<string, unknown>
  >`select count(*) filter (where status is distinct from 'completed') as open, count(*) filter (where status is null or status in ('completed', 'cancelled', 'on_hold')) as settled from deposit_case`.execute(
    ownerDb,
  )
  const expected = [
    ...['완료 빼고', '완료된거 말고', '완료 제외하고 몇건', '끝난거 빼고', '종결된 사건 빼고'].map(
      (words) => [`등기 ${words}`, Number(row['open'])] as const,
    ),
    ['등기 이번달 완료 빼고', Number(row['of_month'])],
    ['등기 상속 빼고', Number(row['others'])],
    ['공탁 끝난거 빼고', Number(deposits['open'])],
    ['공탁 진행중 빼고', Number(deposits['settled'])],
  ] as const
  for (const [question, count] of expected) expect((await ask(question)).message).toContain(`사건 ${count}건`)
})

test.each(['등기 진행중 빼고', '등기 지연된거 말고', '등기 대기 제외', '대위상속 빼고'])(
  '%s: what no condition expresses gets no figure',
  async (question) => {
    const { message, parts } = await ask(question)
    expect(message).toMatch(/다룰 수 없습니다|어느 장부의 기록인지/)
    expect(parts.filter(({ kind }) => kind === 'table')).toEqual([])
  },
)
