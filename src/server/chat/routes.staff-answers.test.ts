import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { loadDemoOffice } from '#tests/support/servers/load-demo-office.ts'

const now = new Date('2026-11-25T03:00:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
afterAll(server.close)
let staff: SignedIn
beforeAll(async () => {
  await loadDemoOffice(server, now)
  staff = await server.signIn('staff')
})

async function ask(...questions: readonly [string, ...string[]]) {
  const messages = questions
    .slice(0, -1)
    .map((content) => ({ role: 'user' as const, content, created_at: '2026-11-25 12:00:00' }))
  const response = await staff.inject({
    method: 'POST',
    url: chatPaths.ask,
    payload: { prompt: questions.at(-1), messages },
  })
  return chatAnswerSchema.parse(response.json())
}

test.each([
  ['강가온 공탁금액 얼마야?', '그 사건 수용개시일은?', '수용개시일'],
  ['조보람 등기 사건 보수료 얼마야?', '등기필증 수령일은?', '등기필증 수령일'],
  ['이번 달 휴가', '종료일은?', '종료일'],
])('after %s, %s shows that field of the same records', async (first, second, label) => {
  const [before, after] = [await ask(first), await ask(first, second)].map(({ parts }) =>
    parts.find((part) => part.kind === 'table'),
  )
  expect(after?.columns.map((column) => column.label)).toContain(label)
  expect(after?.rowLinks).toEqual(before?.rowLinks)
})

test.each([
  ['솔빛도시개발공사 공탁금액 얼마야?', 'deposit_amount'],
  ['조보람 공탁 사건 보수료 얼마야?', 'fees'],
])('%s lists the cases of that name and names their sum', async (question, column) => {
  const [owner = ''] = question.split(' ')
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::int as count, sum(${sql.ref(column)})::float8 as sum from deposit_case where owner_name like ${`%${owner}%`}
  `.execute(server.ownerDb)
  const { parts, message } = await ask(question)
  const table = parts.find((part) => part.kind === 'table')
  expect(message).toContain(`합계 ${formatNumber(rows[0]?.sum ?? 0)}원`)
  expect([table?.rows.length, table?.rowLinks?.length, table?.count]).toEqual(Array(3).fill(rows[0]?.count))
  expect(table?.total).toContain(rows[0]?.sum)
})

test.each([
  ['미수금 제일 많은 곳은 어디야?', '사업구간', '많습니다'],
  ['어디가 미수금이 제일 많아?', '사업구간', '많습니다'],
  ['미수금 제일 많은 사람은?', '담당자', '많습니다'],
  ['미수금이 가장 적은 구간은?', '사업구간', '적습니다'],
])('%s ranks every %s and names the first', async (question, label, end) => {
  const { parts, message } = await ask(question)
  const table = parts.find((part) => part.kind === 'table')
  const totals = table?.rows.map((row) => Number(row.at(-1))) ?? []
  expect(table?.columns[0]?.label).toBe(label)
  expect(totals).toEqual(totals.toSorted((a, b) => (end === '많습니다' ? b - a : a - b)))
  expect(message).toContain(`‘${table?.rows[0]?.[0]}’`)
  expect(message).toMatch(new RegExp(`가장 ${end}\\.$`))
})
