import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { buildTestApp, type SignedIn } from '../../../tests/support/build-test-app.ts'
import { loadDemoCardUsage } from '../card-usage/demo.ts'
import { loadDemoDepositCases } from '../deposit-cases/demo.ts'
import { loadDemoInquiries } from '../inquiries/demo.ts'
import { loadDemoLeave } from '../leave/demo.ts'
import { loadDemoMasterData } from '../master-data/demo.ts'
import { loadDemoDeliveries } from '../quick-delivery/demo.ts'
import { loadDemoCaseBook } from '../real-estate/demo.ts'
import { demoStaff } from '../session/demo.ts'

/** Questions of staff over the demo data, each with the figure that a query of its own finds. The clock stands, so that 이번 달 is November 2026. */
const now = new Date('2026-11-25T03:00:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
afterAll(server.close)
let staff: SignedIn
beforeAll(async () => {
  const db = server.ownerDb
  await loadDemoCaseBook(db, { now })
  await loadDemoMasterData(db, { now })
  await loadDemoDepositCases(db, { now })
  await loadDemoDeliveries(db, { now })
  await loadDemoCardUsage(db, { now })
  await loadDemoLeave(db, { now, people: demoStaff, decider: demoStaff[0].name })
  await loadDemoInquiries(db, { now, assignee: demoStaff[1].name })
  staff = await server.signIn('staff')
})

type Expected = readonly [question: string, table: string, figure: string]

const deposit = (where: string, figure = 'count(*)') => `select ${figure} from deposit_case r where ${where}`
const estate = (where: string, figure = 'count(*)') =>
  `select ${figure} from real_estate r join real_estate_group g on g.id = r.group_id where ${where}`
const costs =
  'sum(coalesce(fees, 0) + coalesce(fees_vat, 0) + coalesce(proof, 0) + coalesce(tax, 0) + coalesce(stamp, 0))'
const within = (column: string, from: string, to: string) => `${column} between '${from}' and '${to}'`
const november = (column: string) => within(column, '2026-11-01', '2026-11-30')

const questions: readonly Expected[] = [
  ['이번 달 접수된 공탁 사건 몇 건이야?', '공탁 사건', deposit(november('created_at'))],
  ['지난달 접수된 등기 사건은 몇 건인가요?', '등기 사건', estate(within('created_at', '2026-10-01', '2026-10-31'))],
  ['올해 접수한 공탁 사건 건수', '공탁 사건', deposit(within('created_at', '2026-01-01', '2026-12-31'))],
  ['11월 20일에 서류접수된 공탁 사건', '공탁 사건', deposit(`receipted_at = '2026-11-20'`)],
  ['지난주 서류 접수된 등기 사건 보여줘', '등기 사건', estate(within('receipted_at', '2026-11-16', '2026-11-22'))],
  ['9월부터 11월까지 접수된 공탁 사건 수', '공탁 사건', deposit(within('created_at', '2026-09-01', '2026-11-30'))],
  ['3분기 공탁 사건 몇 건', '공탁 사건', deposit(within('created_at', '2026-07-01', '2026-09-30'))],
  ['최근 30일 접수된 등기 사건', '등기 사건', estate(within('created_at', '2026-10-26', '2026-11-25'))],
  ['11월 20일 이후 접수된 공탁 사건', '공탁 사건', deposit(`created_at >= '2026-11-20'`)],
  ['보류 중인 공탁 사건 보여줘', '공탁 사건', deposit(`status = 'on_hold'`)],
  ['완료된 공탁 사건이 몇 건이야', '공탁 사건', deposit(`status = 'completed'`)],
  ['조사중이거나 감정평가중인 공탁 사건', '공탁 사건', deposit(`status in ('surveying', 'appraising')`)],
  ['진행 중인 공탁 사건 몇 건', '공탁 사건', deposit(`status in ('pending', 'surveying', 'appraising')`)],
  ['아직 안 끝난 공탁 사건', '공탁 사건', deposit(`status in ('pending', 'surveying', 'appraising', 'on_hold')`)],
  [
    '지연된 등기 사건 몇 건이야',
    '등기 사건',
    estate(`regi_date < '2026-11-25' and created_at is null and registrated_at is null`),
  ],
  ['완료된 등기 사건 수', '등기 사건', estate('registrated_at is not null')],
  ['진행중인 등기 사건', '등기 사건', estate('created_at is not null and registrated_at is null')],
  ['이번 주 등기예정 사건', '등기 사건', estate(within('regi_date', '2026-11-23', '2026-11-29'))],
  ['내일 등기예정인 사건 있어?', '등기 사건', estate(`regi_date = '2026-11-26'`)],
  ['이번주 수용개시 사건', '공탁 사건', deposit(within('expropriated_at', '2026-11-23', '2026-11-29'))],
  [
    '마감이 다가오는 등기 사건',
    '등기 사건',
    estate(`regi_date <= '2026-12-02' and created_at is null and registrated_at is null`),
  ],
  [
    '마감 임박한 공탁 사건',
    '공탁 사건',
    deposit(
      `expropriated_at <= '2026-12-09' and deposit_number is null and coalesce(status, '') not in ('completed', 'cancelled')`,
    ),
  ],
  ['등기접수일 없는 등기 사건', '등기 사건', estate('created_at is null')],
  ['입금 안 된 공탁 사건', '공탁 사건', deposit('deposit_at is null')],
  ['세금계산서 발행 안 된 공탁 사건 몇 건', '공탁 사건', deposit('tax_invoice_at is null')],
  ['공탁번호 없는 공탁 사건', '공탁 사건', deposit(`coalesce(deposit_number, '') = ''`)],
  ['우편 발송된 공탁 사건 몇 건', '공탁 사건', deposit('deposit_post_date is not null')],
  ['등기필증 아직 못 받은 등기 사건', '등기 사건', estate('registrated_at is null')],
  ['미수금이 얼마야?', '공탁 사건', deposit('cost_request_at is not null and deposit_at is null', costs)],
  ['미수금 몇 건', '공탁 사건', deposit('cost_request_at is not null and deposit_at is null')],
  ['90일 넘은 미수금', '공탁 사건', deposit(`cost_request_at <= '2026-08-26' and deposit_at is null`, costs)],
  ['11월에 입금된 공탁 사건', '공탁 사건', deposit(november('deposit_at'))],
  [
    '10월에 접수해서 11월에 입금된 공탁 사건',
    '공탁 사건',
    deposit(`${within('created_at', '2026-10-01', '2026-10-31')} and ${november('deposit_at')}`),
  ],
  ['지난달 공탁 사건 보수료 합계', '공탁 사건', deposit(within('created_at', '2026-10-01', '2026-10-31'), 'sum(fees)')],
  ['이번 달 등기 사건 매출 얼마야', '등기 사건', estate(november('created_at'), 'sum(fees)')],
  [
    '올해 상반기 공탁금 총액',
    '공탁 사건',
    deposit(within('created_at', '2026-01-01', '2026-06-30'), 'sum(deposit_amount)'),
  ],
  ['이번 달 등기 사건 공과금 합계', '등기 사건', estate(november('created_at'), 'sum(tax)')],
  ['이번 달 등기 사건 비용 총액', '등기 사건', estate(november('created_at'), costs)],
  ['공탁 사건 평균 보수료', '공탁 사건', deposit('true', 'round(avg(fees))')],
  ['사업구간별 공탁 사건 보수료 합계', '공탁 사건', deposit('true', 'sum(fees)')],
  ['담당자별 공탁 사건 수', '공탁 사건', deposit('true')],
  ['지역별 등기 사건 보수료 합계', '등기 사건', estate('true', 'sum(fees)')],
  ['월별 공탁 사건 건수', '공탁 사건', deposit('true')],
  ['신탁회사별 건수', '등기 사건', estate('true')],
  ['공탁금액 1억 이상인 사건 몇 건?', '공탁 사건', deposit('deposit_amount >= 100000000')],
  ['공탁금액이 5천만원에서 1억 사이인 사건', '공탁 사건', deposit('deposit_amount between 50000000 and 100000000')],
  ['보수료 30만원 미만 등기 사건 몇 건', '등기 사건', estate('fees < 300000')],
  ['강여울 담당 공탁 사건', '공탁 사건', deposit(`business_manager like '강여울%'`)],
  ['강여울 과장님이 맡은 공탁 사건 몇 건이야?', '공탁 사건', deposit(`business_manager like '강여울%'`)],
  ['누리천 정비 공탁 사건 몇 건', '공탁 사건', deposit(`business_section like '누리천 정비%'`)],
  [
    '가온-솔빛 고속도로 제3공구 대기 공탁 사건 보여줘',
    '공탁 사건',
    deposit(`business_section = '가온–솔빛 고속도로 제3공구' and status = 'pending'`),
  ],
  [
    '해든 공영주차장 조성 미수금 얼마',
    '공탁 사건',
    deposit(`business_section like '해든 공영주차장%' and cost_request_at is not null and deposit_at is null`, costs),
  ],
  ['누리군 등기 사건 수', '등기 사건', estate(`g.region = '누리군'`)],
  [
    '조보람 공탁 사건 찾아줘',
    '공탁 사건',
    deposit(
      `concat_ws(' ', owner_name, address, business_section, business_manager, purpose, request_number, deposit_number) like '%조보람%'`,
    ),
  ],
  ['소유자 조보람인 등기 사건', '등기 사건', estate(`owner like '%조보람%'`)],
  ['새 문의 몇 건 있어?', '문의', `select count(*) from inquiry where state = 'new'`],
  ['처리중인 문의', '문의', `select count(*) from inquiry where state = 'in_progress'`],
  [
    '승인 대기 중인 휴가 신청',
    '휴가신청',
    `select count(*) from leave_request where state = 'pending' and requester_id = (select id from app_user where nickname = '김가온')`,
  ],
  [
    '퀵 잔액 얼마야',
    '퀵 잔액',
    `select sum(case when status = 'balance_add' then amount else -amount end) from quick_delivery`,
  ],
  [
    '이번 달 퀵 충전 금액',
    '퀵 기록',
    `select sum(amount) from quick_delivery where status = 'balance_add' and created_at >= '2026-10-31T15:00Z' and created_at < '2026-11-30T15:00Z'`,
  ],
  [
    '이번 달 카드 사용 건수',
    '카드사용내역',
    `select count(*) from card_usage where created_at >= '2026-10-31T15:00Z' and created_at < '2026-11-30T15:00Z'`,
  ],
  ['가온솔빛 제2공구 등기 사건 보수료', '등기 사건', estate(`g.name = '가온–솔빛 고속도로 제2공구'`, 'sum(fees)')],
  [
    '기한 지난 등기 사건',
    '등기 사건',
    estate(`regi_date < '2026-11-25' and created_at is null and registrated_at is null`),
  ],
  ['150일 이내 미수금', '공탁 사건', deposit(`cost_request_at >= '2026-06-28' and deposit_at is null`, costs)],
  [
    '청구했는데 아직 입금되지 않은 공탁 사건',
    '공탁 사건',
    deposit('cost_request_at is not null and deposit_at is null'),
  ],
  ['이번 분기 등기 사건 보수료', '등기 사건', estate(within('created_at', '2026-10-01', '2026-12-31'), 'sum(fees)')],
  ['최근 일주일 접수된 공탁 사건', '공탁 사건', deposit(within('created_at', '2026-11-18', '2026-11-25'))],
  [
    '서류는 접수됐는데 등기접수가 안 된 등기 사건',
    '등기 사건',
    estate('receipted_at is not null and created_at is null'),
  ],
  [
    '퀵 이번 달 사용액',
    '퀵 기록',
    `select sum(amount) from quick_delivery where status = 'delivery' and created_at >= '2026-10-31T15:00Z' and created_at < '2026-11-30T15:00Z'`,
  ],
  ['공탁금액 상위 3건', '공탁 사건', deposit('true')],
  ['서류접수일이 11월인 공탁 사건', '공탁 사건', deposit(november('receipted_at'))],
  ['입금일이 이번 달인 공탁 사건의 보수료 합계', '공탁 사건', deposit(november('deposit_at'), 'sum(fees)')],
  ['3월 이전에 접수된 등기 사건', '등기 사건', estate(`created_at < '2026-03-01'`)],
  ['등기목적이 상속인 등기 사건', '등기 사건', estate(`purpose like '%상속%'`)],
  ['사업구간이 별빛 배수지 확장인 공탁 사건', '공탁 사건', deposit(`business_section = '별빛 배수지 확장'`)],
  ['세금계산서가 아직 발행되지 않은 공탁 사건 건수', '공탁 사건', deposit('tax_invoice_at is null')],
  ['비고가 있는 공탁 사건', '공탁 사건', deposit(`coalesce(notes, '') <> ''`)],
  ['새로 들어온 문의가 있나요?', '문의', `select count(*) from inquiry where state = 'new'`],
  ['아직 처리하지 않은 문의 몇 건?', '문의', `select count(*) from inquiry where state <> 'done'`],
  ['10월에 완료된 등기 사건', '등기 사건', estate(within('registrated_at', '2026-10-01', '2026-10-31'))],
  ['이번 주 월요일에 접수된 공탁 사건', '공탁 사건', deposit(`created_at = '2026-11-23'`)],
  ['지난 금요일에 접수한 공탁 사건', '공탁 사건', deposit(`created_at = '2026-11-20'`)],
  ['11월 말까지 등기예정인 사건', '등기 사건', estate(`regi_date <= '2026-11-30'`)],
  ['열흘 안에 수용개시되는 공탁 사건', '공탁 사건', deposit(within('expropriated_at', '2026-11-25', '2026-12-05'))],
  ['등기 사건 중 취득세가 100만원 넘는 거', '등기 사건', estate('tax > 1000000')],
  ['보수료가 30만원인 등기 사건', '등기 사건', estate('fees = 300000')],
  ['주소가 별빛동인 사건', '공탁 사건', deposit(`address like '%별빛동%'`)],
  ['취소된 사건 목록', '공탁 사건', deposit(`status = 'cancelled'`)],
  ['조사중 건수', '공탁 사건', deposit(`status = 'surveying'`)],
  ['이번 달 입금된 금액', '공탁 사건', deposit(november('deposit_at'), costs)],
  [
    '2026년 상반기 등기 보수료 합계',
    '등기 사건',
    estate(within('created_at', '2026-01-01', '2026-06-30'), 'sum(fees)'),
  ],
  [
    '미수금이 가장 많은 구간은 어디야?',
    '공탁 사건',
    deposit('cost_request_at is not null and deposit_at is null', costs),
  ],
  ['세금계산서 미발행 공탁 사건 수', '공탁 사건', deposit('tax_invoice_at is null')],
  ['3개월 넘은 미수금 몇 건이야', '공탁 사건', deposit(`deposit_at is null and cost_request_at <= '2026-08-26'`)],
  ['3일 내 수용개시인 공탁 사건', '공탁 사건', deposit(within('expropriated_at', '2026-11-25', '2026-11-28'))],
  ['비고에 확인이라고 적힌 공탁 사건', '공탁 사건', deposit(`notes like '%확인%'`)],
  ['올해 받은 보수료', '공탁 사건', deposit(within('deposit_at', '2026-01-01', '2026-12-31'), 'sum(fees)')],
  [
    '지상권말소 올해 몇 건이나 처리했지',
    '공탁 사건',
    deposit(`${within('created_at', '2026-01-01', '2026-12-31')} and purpose = '지상권말소'`),
  ],
  ['강여울 대리랑 오미르 과장 중에 누가 공탁 건수 더 많아', '공탁 사건', deposit(`business_manager ~ '강여울|오미르'`)],
  [
    '서류는 들어왔는데 등기접수가 안 된 공탁 사건',
    '공탁 사건',
    deposit('receipted_at is not null and created_at is null'),
  ],
  [
    '근저당권말소 공탁 남은 거 몇 건',
    '공탁 사건',
    deposit(`purpose = '근저당권말소' and status in ('pending', 'surveying', 'appraising', 'on_hold')`),
  ],
  [
    '11월에 카드 제일 많이 쓴 가게',
    '카드사용내역',
    `select count(*) from card_usage where created_at >= '2026-10-31T15:00Z' and created_at < '2026-11-30T15:00Z'`,
  ],
  ['공탁자별 건수', '공탁 사건', deposit('true', 'count(distinct deposit_name)')],
  ['퀵 기사 누구누구 있어', '퀵 기록', 'select count(*) from quick_delivery'],
  [
    '카드로 우체국에서 쓴 돈',
    '카드사용내역',
    `select count(*) from card_usage where store_name like '%우체국%' and created_at >= '2025-12-31T15:00Z' and created_at < '2026-11-25T15:00Z'`,
  ],
]

async function ask(prompt: string, messages: readonly object[] = []) {
  const answer = await staff.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt, messages } })
  return chatAnswerSchema.parse(answer.json())
}

test('at least 60 questions of staff are answered with the figure that the database has', async () => {
  expect(questions.length).toBeGreaterThanOrEqual(60)
  const wrong: string[] = []
  for (const [question, title, query] of questions) {
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

test('real-estate cases are counted by the state that their days tell', async () => {
  const { parts } = await ask('등기 사건 상태별 건수')
  const table = parts.find((part) => part.kind === 'table')
  const states = `case when registrated_at is not null then '완료' when r.created_at is not null then '진행중' when regi_date < '2026-11-25' then '지연' else '대기' end`
  const { rows } = await sql<{
    state: string
    n: number
  }>`${sql.raw(`select ${states} as state, count(*)::int as n from real_estate r group by 1`)}`.execute(server.ownerDb)
  expect(new Map(table?.rows.map(([state, n]) => [state, n]))).toEqual(new Map(rows.map(({ state, n }) => [state, n])))
})

test('two times are told one by one, and what is said of the last question is asked of the next', async () => {
  const counts = ({ parts }: Awaited<ReturnType<typeof ask>>) =>
    parts.flatMap((part) => (part.kind === 'table' ? [part.count] : []))
  const [october] = counts(await ask('10월 공탁 사건 몇 건'))
  const [thisMonth] = counts(await ask('11월 공탁 사건 몇 건'))
  expect(counts(await ask('10월과 11월 공탁 사건 몇 건'))).toEqual([october, thisMonth])
  const messages = [{ role: 'user' as const, content: '11월 공탁 사건 몇 건', created_at: '2026-11-25 12:00:00' }]
  expect(counts(await ask('그럼 지난달은?', messages))).toEqual([october])
})

test('what a book cannot be asked is said, and not dropped', async () => {
  const { message } = await ask('미수금이 100만원 이상인 사건')
  expect(message).toContain('‘100만원 이상’은 이 장부에서 다룰 수 없어 빼고 답합니다.')
})

test('what there is nothing of is said, and where it would be', async () => {
  const { parts } = await ask('이번 달 신청서 몇 건이야?')
  expect(parts).toMatchObject([
    { kind: 'text', text: '입력 일시 2026-11-01 ~ 2026-11-30: 등기신청서 0건입니다.' },
    { kind: 'sources', links: [{ label: '등기신청서에서 같은 조건으로 열기' }] },
  ])
})
