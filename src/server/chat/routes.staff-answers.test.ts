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

test.each([
  ['지난달보다 공탁 사건 접수가 늘었어?', 'deposit_case', ['2026-10', '2026-11']],
  ['작년 10월이랑 올해 10월 공탁 사건 비교해 줘', 'deposit_case', ['2025-10', '2026-10']],
  ['이번 달 등기 사건 줄었나요?', 'real_estate', ['2026-10', '2026-11']],
])('%s counts both months and names the difference', async (question, book, months) => {
  const counts = await Promise.all(
    months.map(async (month) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(book)} where to_char(created_at, 'YYYY-MM') = ${month}
      `.execute(server.ownerDb)
      return rows[0]?.count ?? 0
    }),
  )
  const { parts, message } = await ask(question)
  const tables = parts.filter((part) => part.kind === 'table')
  const [before = 0, after = 0] = counts
  expect(tables.map(({ rows }) => rows.map((row) => row[1]))).toEqual([counts])
  expect(tables[0]?.total).toEqual(['차이', after - before])
  expect(message).toContain(`${Math.abs(after - before)}건 ${after > before ? '늘었습니다' : '줄었습니다'}.`)
})

test('two periods of an amount name the difference of the amount', async () => {
  const { parts, message } = await ask('지난달보다 공탁 사건 보수료 매출이 얼마나 늘었어?')
  const table = parts.find((part) => part.kind === 'table')
  expect(table?.columns.map(({ label }) => label)).toEqual(['기간', '건수', '보수료'])
  expect(message).toContain(`보수료 ${formatNumber(Math.abs(Number(table?.total?.[2])))}원`)
})

test.each(['부가세 포함하면 얼마야?', '공탁 사건 보수료 합치면 얼마야?', '보수료 그래프로 보여 줘'])(
  '%s searches for no verb',
  async (question) => {
    const { message } = await ask(question)
    expect(message).not.toMatch(/검색어|들어 있는 기록은 없습니다/)
  },
)

test('the contact of a section is the person in charge of it, even if its name looks like a particle', async () => {
  const { rows } = await sql<{ section: string; tel: string }>`
    select p.name as section, m.tel from project p join manager m on m.id = p.manager order by p.name
  `.execute(server.ownerDb)
  expect(rows.length).toBeGreaterThan(5)
  for (const { section, tel } of rows) {
    const { parts, message } = await ask(`${section} 담당자 전화번호`)
    const table = parts.find((part) => part.kind === 'table')
    expect(table?.title, message).toBe('관리자')
    expect(table?.rows.flat()).toContain(tel)
  }
})

test.each([
  ['오늘 할 일 뭐 있어?', /^오늘: /],
  ['방금 바꾼 거 되돌려줘', /^실행 취소: .*‘되돌리기’/],
  ['오늘 뭐 급한거 있어?', /^오늘: .*수용개시일 2026\.12\.09까지/s],
  ['이번 주에 할 일', /^오늘: .*수용개시일 2026\.11\.29까지/s],
  ['등록면허세 세율이 어떻게 돼?', /^세율과 수수료 보기: /],
  ['우리 사무실 입금계좌 뭐야?', /^입금계좌 보기: .*비용청구서에 인쇄/],
  ['차량 몇 대 있어?', /^차량의 수와 번호: .*없습니다/],
  ['공탁금 출급 안된거', /^‘출급 안된’은 공탁 사건에 적는 항목이 아니어서 알 수 없습니다/],
  ['윤하람 등기 취소해줘', /취소와 보류는 없습니다/],
  ['최나래 소유자 이름 박나래로 바꿔줘', /^‘소유자’는 대화에서 바꾸지 않습니다.*검색어 ‘최나래’/s],
  ['윤새론 사건 누가 고쳤어?', /^변경 이력: /],
  ['취득세 계산해줘 5억 빌라', /^등기신청서와 위임장: .*취득세/],
  ['등록면허세 얼마야 2억 토지', /^등기신청서와 위임장: .*취득세/],
  ['조보람한테 문자 보내 줘', /못 합니다/],
])('%s is answered by %s', async (question, answer) => {
  expect((await ask(question)).message).toMatch(answer)
})

test.each([
  ['조보람 등기 사건 열어 줘', '/services/real-estate?'],
  ['솔빛도시개발공사 공탁 사건 열어줘', '/services/deposit?'],
])('%s links to each case', async (question, href) => {
  const { parts } = await ask(question)
  const links = parts.flatMap((part) => (part.kind === 'sources' ? part.links : []))
  const owner = question.split(' ')[0] ?? ''
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) {
    expect(link.label).toContain(owner)
    expect(link.href).toContain(href)
    expect(link.href).toContain('open=')
  }
})

test('the linked first column of a table of cases is the owner', async () => {
  const { parts } = await ask('조보람 사건')
  const tables = parts.filter((part) => part.kind === 'table')
  expect(tables.map(({ columns }) => columns[0]?.label)).toEqual(['소유자', '소유자'])
})

test('thanks are followed by questions for staff', async () => {
  const { parts } = await ask('고마워')
  expect(parts.flatMap((part) => (part.kind === 'suggestions' ? part.questions : []))).toContain('미수금이 얼마야?')
})

test('a place and a lot number are an address, even if a section has the name of the place', async () => {
  const { rows } = await sql<{ id: string; place: string; lot: string }>`
    select id, (regexp_match(address, '(\\S+동) \\d'))[1] as place, (regexp_match(address, '동 (\\d+-\\d+)(?!\\S)'))[1] as lot
    from deposit_case where address ~ '달빛동 \\d+-\\d+(?!\\S)' order by id limit 3
  `.execute(server.ownerDb)
  expect(rows).toHaveLength(3)
  for (const { id, place, lot } of rows)
    for (const question of [`${place} ${lot}`, `${place} ${lot} 사건`, `${place}${lot}`, `${place} ${lot}번지 공탁`]) {
      const { parts } = await ask(question)
      const links = parts.flatMap((part) => (part.kind === 'table' ? (part.rowLinks ?? []) : []))
      expect([question, links.some(({ href }) => href.endsWith(`open=${id}`))]).toEqual([question, true])
    }
})

test('asking for an undo offers it, and asking how it is done does not', async () => {
  const listKinds = async (question: string) => (await ask(question)).parts.map(({ kind }) => kind)
  for (const question of ['방금 바꾼 거 되돌려줘', '아까 적용한 거 취소해줘', '변경한 거 원래대로 해줘'])
    expect(await listKinds(question)).toContain('undo')
  expect(await listKinds('되돌리기는 어떻게 해?')).not.toContain('undo')
})

test('names what no record of any book contains', async () => {
  expect((await ask('하이패스 충전한 내역 있어?')).message).toContain('‘하이패스’')
})
