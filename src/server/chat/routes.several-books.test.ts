import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { formatNumber } from '#contract/text/format-number.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** Questions that more than one book could answer, and follow-ups that go from one to another. */
const { ask, ownerDb, close } = await openStaffChat({ units: 420, addresses: 120 })
afterAll(close)

/** The figures of a query, by name. */
async function query(statement: ReturnType<typeof sql<Record<string, number | string>>>) {
  const [row = {}] = (await statement.execute(ownerDb)).rows
  return row
}

test('another book after a question has the conditions before it, and is answered alone', async () => {
  const deposits = await query(sql`
    select count(*) filter (where created_at between '2026-10-01' and '2026-10-31') as october,
      count(*) filter (where purpose like '%상속%') as inherited,
      count(*) filter (where created_at between '2026-11-01' and '2026-11-30') as month from deposit_case`)
  const registrations = await query(sql`
    select count(*) filter (where created_at between '2026-11-01' and '2026-11-30') as month,
      count(*) filter (where created_at between '2026-10-01' and '2026-10-31') as october,
      sum(fees) filter (where created_at between '2026-10-01' and '2026-10-31') as fees from real_estate`)
  const fees = formatNumber(Number(registrations['fees']))
  for (const [questions, figure] of [
    [['등기 지난달', '아 공탁으로'], `: 공탁 사건 ${deposits['october']}건`],
    [['등기 이번달 몇건', '아니 공탁으로요'], `: 공탁 사건 ${deposits['month']}건`],
    [['공탁 이번달', '등기로'], `: 등기 사건 ${registrations['month']}건`],
    [['공탁 이번달 사건', '아, 등기로'], `: 등기 사건 ${registrations['month']}건`],
    [['공탁 지난달', '보수료 합계', '등기로'], `: 등기 사건 ${registrations['october']}건, 보수료 합계 ${fees}원`],
    [['등기 상속', '공탁으로'], `등기목적 ‘상속’: 공탁 사건 ${deposits['inherited']}건`],
    [['카드 지난달', '아 퀵으로'], '2026.10.01 ~ 2026.10.31 · 구분 배송'],
    [['퀵 이번달', '카드로요'], '2026.11.01 ~ 2026.11.30: 카드사용내역'],
  ] as const) {
    const { message } = await ask(...questions)
    expect(message.replace(/ · 등기접수일 오름차순/g, '')).toContain(figure)
    expect(message.match(/(?:공탁 사건|등기 사건|퀵 기록|카드사용내역) [\d,]+건/g)).toHaveLength(1)
  }
})

test.each([
  [['공탁 감정평가중', '등기로'], '등기 사건에는 ‘감정평가중’ 상태가 없습니다.'],
  [['공탁 조사중 몇 건', '아 등기로'], '등기 사건에는 ‘조사중’ 상태가 없습니다.'],
  [['문의 처리중', '아니 등기로'], '등기 사건에는 ‘처리중’ 상태가 없습니다.'],
])('%j says which state the other book has not', async (questions, text) => {
  const { message, parts } = await ask(...questions)
  expect(message).toContain(text)
  expect(parts.filter(({ kind }) => kind === 'table')).toEqual([])
})

test('the name of a book after both of them is that one of the two', async () => {
  for (const follow of ['아 등기로', '등기는', '등기만']) {
    const { message } = await ask('오미르 과장 사건', follow)
    expect(message).toMatch(/^검색어 ‘오미르’: 등기 사건 \d+건/)
    expect(message).not.toContain('공탁 사건')
  }
})

test.each([
  [['등기필증 안온거', '두달 넘은거만'], /: 등기 사건 0건.*: 공탁 사건 \d+건/s],
  [['등기필증 안 나온 사건', '3개월 지난 것만'], /: 등기 사건 0건.*: 공탁 사건 \d+건/s],
  [['상속 사건', '지난주'], /: 공탁 사건 \d건.*: 등기 사건 0건/s],
])('%j shows a book of the answer before that has no such record', async (questions, figures) => {
  expect((await ask(...questions)).message).toMatch(figures)
})

test('a tax that one book has as a field is answered from it, and the others say where it is', async () => {
  const { total } = await query(sql`select sum(total_tax) as total from real_estate_unit`)
  for (const question of ['취득세 합계', '등록세 총액', '취득세 전부 얼마야']) {
    const { message } = await ask(question)
    expect(message).toBe(`세대 420건, 취득세·등록세 합계 ${formatNumber(Number(total))}원입니다.`)
  }
  const { count } = await query(sql`select count(*) from real_estate_unit where total_tax > 20000000`)
  expect((await ask('취득세 2천만원 넘는 거 몇건')).message).toContain(`세대 ${count}건`)
  for (const question of ['공탁 취득세 합계', '지난달 취득세 합계']) {
    const { message } = await ask(question)
    expect(message).toContain('에 ‘취득세’는 따로 적지 않아 공과금으로 답합니다. 세대에는 취득세·등록세가 있습니다.')
    expect(message).toContain('공과금 합계')
  }
})
