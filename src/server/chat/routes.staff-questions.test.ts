import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { summarizeReceivables } from '#domain/deposit-cases/deposit-receivables.ts'
import { staffQuestions } from '#tests/support/people/staff-questions.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { loadDemoOffice } from '#tests/support/servers/load-demo-office.ts'

const now = new Date('2026-11-25T03:00:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 120_000 } })
afterAll(server.close)
let staff: SignedIn
beforeAll(async () => {
  await loadDemoOffice(server, now)
  staff = await server.signIn('staff')
})

async function ask(prompt: string, messages: readonly object[] = []) {
  const response = await staff.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt, messages } })
  return chatAnswerSchema.parse(response.json())
}

test('answers at least 60 questions of staff with the database’s figures', async () => {
  expect(staffQuestions.length).toBeGreaterThanOrEqual(60)
  const wrong: string[] = []
  for (const [question, title, query] of staffQuestions) {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(server.ownerDb)
    const expected = Number(Object.values(rows[0] ?? {})[0])
    if (!(expected > 0)) wrong.push(`${question}: has nothing to find`)
    const { parts, message } = await ask(question)
    const tables = parts.filter((part) => part.kind === 'table')
    const figures = tables.flatMap(({ count, total, rows: lines }) => [count, ...(total ?? lines[0] ?? [])])
    const isRight = tables.length === 1 && tables[0]?.title === title && figures.includes(expected)
    if (!isRight) wrong.push(`${question}: ${expected} in ${title}, but ${message.replaceAll('\n', ' ')}`)
  }
  expect(wrong).toEqual([])
})

test('counts real-estate cases by the state derived from their dates', async () => {
  const { parts } = await ask('등기 사건 상태별 건수')
  const table = parts.find((part) => part.kind === 'table')
  const states = `case when registrated_at is not null then '완료' when r.created_at is not null then '진행중' when regi_date < '2026-11-25' then '지연' else '대기' end`
  const { rows } = await sql<{
    state: string
    n: number
  }>`${sql.raw(`select ${states} as state, count(*)::int as n from real_estate r group by 1`)}`.execute(server.ownerDb)
  expect(new Map(table?.rows.map(([state, n]) => [state, n]))).toEqual(new Map(rows.map(({ state, n }) => [state, n])))
})

test('a change that may mean cases of both books shows them all', async () => {
  const { parts, message } = await ask('박이든 사건 등기접수일 오늘로 바꿔 줘')
  expect(message).toContain('아무것도 바꾸지 않았습니다.')
  const tables = parts.filter((part) => part.kind === 'table')
  expect(tables.map(({ title }) => title)).toEqual(['공탁 사건', '등기 사건'])
  for (const { columns, rows, rowLinks, total } of tables) {
    expect([columns.some(({ label }) => label === '상태'), total, rowLinks?.length]).toEqual([
      true,
      undefined,
      rows.length,
    ])
    expect(columns.some(({ kind }) => kind === 'won')).toBe(false)
  }
})

test.each(['달빛스퀘어 미수금', '달빛스퀘어 미수금 얼마야?', '달빛스퀘어 등기 미수금은?'])(
  '%s answers for both books, and says that one has no receivables',
  async (question) => {
    const { parts, message } = await ask(question)
    expect(message).toContain('사업구간 ‘달빛스퀘어’: 공탁 사건 0건, 비용 합계 0원입니다.')
    expect(message).toContain('등기 사건에는 비용청구일과 입금일이 없어 미수금을 알 수 없습니다.')
    expect(parts.flatMap((part) => (part.kind === 'table' ? part.title : []))).toEqual(['공탁 사건'])
  },
)

test('the receivables of a project are those of the receivables screen', async () => {
  const { rows } = await sql<DepositCaseRecord>`
    select * from deposit_case where cost_request_at is not null and deposit_at is null`.execute(server.ownerDb)
  const sections = summarizeReceivables(
    rows.map((row) => ({ ...row, cost_request_at: '2026-11-01' })),
    '2026-11-25',
  )
  expect(sections.length).toBeGreaterThan(0)
  for (const { business_section, count, sum } of sections.slice(0, 5)) {
    const { parts, message } = await ask(`${business_section} 미수금`)
    const [table] = parts.flatMap((part) => (part.kind === 'table' ? [part] : []))
    expect(table?.rows[0] ?? [], message).toEqual(expect.arrayContaining([count, sum]))
  }
})

test.each([['달빛스퀘어 등기접수 안 된 사건', '등기접수일 없음 · 사업구간명 ‘달빛스퀘어’']])(
  '%s is about the book that has the section',
  async (question, text) => {
    const { parts, message } = await ask(question)
    expect(message).toContain(text)
    expect(parts.flatMap((part) => (part.kind === 'table' ? part.title : []))).toEqual(['등기 사건'])
  },
)

test('registrations come first, and rows found by their text show the address', async () => {
  const filed = await ask('등기접수 안 된 사건')
  expect(filed.parts.find((part) => part.kind === 'table')?.title).toBe('등기 사건')
  const found = await ask('별빛동 1-19 사건')
  const table = found.parts.find((part) => part.kind === 'table')
  expect(table?.columns.map(({ label }) => label)).toContain('부동산의 표시')
})

test.each(['주민번호', '주민등록번호', '주민 등록 번호', '여권번호', '비밀번호'])(
  'declines a question for a %s instead of looking it up',
  async (what) => {
    const { message, parts } = await ask(`김하나 ${what} 알려 줘`)
    expect([message, parts.map(({ kind }) => kind)]).toEqual([
      expect.stringContaining('대화로 알려 드리지 않습니다'),
      ['text'],
    ])
  },
)

test('answers two periods separately, and applies a follow-up to the previous question', async () => {
  const listCounts = ({ parts }: Awaited<ReturnType<typeof ask>>) =>
    parts.flatMap((part) => (part.kind === 'table' ? [part.count] : []))
  const [october] = listCounts(await ask('10월 공탁 사건 몇 건'))
  const [thisMonth] = listCounts(await ask('11월 공탁 사건 몇 건'))
  expect(listCounts(await ask('10월과 11월 공탁 사건 몇 건'))).toEqual([october, thisMonth])
  const messages = [{ role: 'user' as const, content: '11월 공탁 사건 몇 건', created_at: '2026-11-25 12:00:00' }]
  expect(listCounts(await ask('그럼 지난달은?', messages))).toEqual([october])
})

test('names a condition that the book cannot filter by, instead of dropping it silently', async () => {
  const { message } = await ask('미수금이 100만원 이상인 사건')
  expect(message).toContain('‘100만원 이상’은 공탁 사건에서 다룰 수 없습니다.')
})

test('shows remaining leave to its owner only', async () => {
  const { parts, message } = await ask('강여울 대리 연차 며칠 남았어')
  expect(message).toContain('남은 연차는 본인의 것만 알려 드립니다.')
  expect(parts.some(({ kind }) => kind === 'table')).toBe(false)
  expect((await ask('내 연차 며칠 남았어')).parts).toMatchObject([{ kind: 'text' }, { kind: 'table' }])
})

test('answers a request to change the password by saying that there is none', async () => {
  expect((await ask('비밀번호 바꾸고 싶어')).message).toContain('이 앱에는 비밀번호가 없습니다.')
})

test('says when there are no results, and links to where they would be', async () => {
  const { parts } = await ask('이번 달 신청서 몇 건이야?')
  expect(parts).toMatchObject([
    { kind: 'text', text: '입력 일시 2026.11.01 ~ 2026.11.30: 등기신청서 0건입니다.' },
    { kind: 'sources', links: [{ label: '등기신청서에서 같은 조건으로 열기' }] },
  ])
})

test.each([
  ['공문 어떻게 써?', '/services/deposit?tab=table'],
  ['공문 어떻게 써', '/services/deposit?tab=table'],
  ['공문 작성 방법 알려줘', '/services/deposit?tab=table'],
  ['비용청구서 어디서 뽑아?', '/services/deposit?tab=report'],
  ['비용청구서는 어떻게 만들어?', '/services/deposit?tab=report'],
  ['휴가 신청 어떻게 해?', '/staff/leave-request'],
  ['연차 어떻게 써?', '/staff/leave-request'],
  ['영수증 어떻게 올려요?', '/staff/card-report'],
  ['블로그 글은 어떻게 써?', '/staff/blog'],
  ['퀵 어떻게 불러?', '/quick'],
  ['미수금 어떻게 봐?', '/services/deposit?tab=report'],
  ['문의 답변은 어떻게 하나요?', '/staff/inquiries'],
])('%s leads to the screen %s', async (question, href) => {
  const { message, parts } = await ask(question)
  const links = parts.flatMap((part) => (part.kind === 'sources' ? part.links : []))
  expect(links[0]?.href, message).toBe(href)
  expect(message).toMatch(/^[^:]+: .+니다\./)
})

test.each([
  ['비용청구 하는 방법 알려줘', '비용청구서'],
  ['목록 프린트는 어떻게 해', '인쇄'],
  ['단축키 뭐 있어?', '단축키'],
  ['실수로 지운 거 복구하는 방법', '삭제한 기록 되살리기'],
  ['삭제된 공탁 사건 보여 줘', '삭제한 기록 되살리기'],
  ['공문을 한글 파일로 받는 법', '공문'],
  ['등기 사건을 완료로 처리하려면', '사건 상태 바꾸기'],
  ['퀵 잔액 충전하려면', '퀵 잔액 충전'],
  ['오프라인에서도 돼?', '네트워크 없이'],
  ['글자가 너무 작아요', '글자 크기와 표 간격'],
])('%s is explained by the steps of %s', async (question, title) => {
  expect((await ask(question)).message).toMatch(new RegExp(`^${title}: `))
})

test.each(['월별 보수료 합계 볼 수 있나요', '신탁회사별 사건 수 알 수 있어?'])(
  '%s asks for figures',
  async (question) => {
    expect((await ask(question)).parts.some(({ kind }) => kind === 'table')).toBe(true)
  },
)

test('what only a superuser does is said to the others', async () => {
  expect((await ask('새 직원을 초대하려면')).message).toBe(
    '‘직원 초대’는 최고관리자만 할 수 있습니다. 최고관리자에게 부탁해 주세요.',
  )
})

test.each([
  ['새 등기 사건 추가해줘 소유자 홍길동', '/services/real-estate?tab=table'],
  ['공탁 사건 하나 등록해 주세요', '/services/deposit'],
  ['은행 하나 만들어 줘', '/services/real-estate?tab=bank'],
  ['다음 주 금요일 연차 신청해 줘', '/staff/leave-request'],
  ['조보람 삭제해 줘', '/services/real-estate?tab=table'],
  ['퀵 기록 지워 줘', '/services/real-estate?tab=table'],
])('%s is done on the screen %s, never in the chat', async (question, href) => {
  const { message, parts } = await ask(question)
  const links = parts.flatMap((part) => (part.kind === 'sources' ? part.links : []))
  expect(message).toMatch(/^추가와 삭제, 신청과 출력은 대화에서 하지 않습니다\./)
  expect(links[0]?.href).toBe(href)
})

test('a request to delete shows the records of that name', async () => {
  const { parts } = await ask('조보람 삭제해 줘')
  const links = parts.flatMap((part) => (part.kind === 'table' ? (part.rowLinks ?? []) : []))
  expect(links.length).toBeGreaterThan(0)
})

test('the number of a person who is no contact leads to the records of that person', async () => {
  const { message, parts } = await ask('조보람 전화번호')
  expect(message).toContain('관리자에는 그 이름의 연락처가 없습니다.')
  expect(parts.flatMap((part) => (part.kind === 'table' ? [part.title] : []))).toContain('공탁 사건')
  expect((await ask('이새론 전화번호')).parts).toContainEqual(expect.objectContaining({ title: '관리자' }))
})

test('a link to each report that makes claims', async () => {
  const { parts } = await ask('비용청구서 어디서 뽑아?')
  const links = parts.flatMap((part) => (part.kind === 'sources' ? part.links : []))
  expect(links.map(({ label }) => label)).toEqual(['공탁 리포트 열기', '등기 리포트 열기'])
})

test('how a registration is done is a question for the public pages', async () => {
  const { message } = await ask('말소등기는 어떻게 하나요?')
  expect(message).not.toContain('사건부입니다.')
})
