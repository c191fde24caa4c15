import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** Amounts as an office says them: 5천 is 5,000만원, unless the field holds amounts that small. */
const { ask, ownerDb, close } = await openStaffChat({ units: 420, addresses: 40 })
afterAll(close)

test('a number without a unit is 만원, and the answer says so', async () => {
  const statement = sql<Record<string, number>>`
    select count(*) filter (where deposit_amount > 50000000) as above, count(*) filter (where deposit_amount >= 30000000) as least,
      count(*) filter (where fees < 250000) as below, count(*) filter (where fees >= 300000) as fees from deposit_case`
  const [row] = (await statement.execute(ownerDb)).rows
  for (const [question, count] of [
    ['공탁금 5천 넘는 건', row?.['above']],
    ['5천 넘는 공탁 몇 건', row?.['above']],
    ['공탁금 3천 이상', row?.['least']],
    ['보수료 25 미만 공탁', row?.['below']],
    ['공탁 보수료 30 이상', row?.['fees']],
  ] as const) {
    const { message } = await ask(question)
    expect(message).toMatch(/^‘[\d천]+ \S+’은 만원 단위로 읽었습니다\./)
    expect(message).toContain(`공탁 사건 ${count}건`)
  }
})

test('both ends of a range have the unit that only the second one names', async () => {
  const statement = sql<Record<string, number>>`
    select count(*) filter (where fees between 200000 and 300000) as fees, count(*) filter (where deposit_amount between 50000000 and 100000000) as mixed,
      count(*) filter (where deposit_amount between 100000000 and 200000000) as deposits from deposit_case`
  const [row] = (await statement.execute(ownerDb)).rows
  for (const [question, count] of [
    ['공탁 보수료 20~30만원', row?.['fees']],
    ['공탁금 5천~1억', row?.['mixed']],
    ['공탁금 1~2억', row?.['deposits']],
  ] as const)
    expect((await ask(question)).message).toContain(`공탁 사건 ${count}건`)
})

test('a range without any unit is 만원, too, and the answer says so', async () => {
  const statement = sql<Record<string, number>>`
    select count(*) filter (where fees between 150000 and 250000) as fees, count(*) filter (where deposit_amount between 5000000 and 10000000) as deposits from deposit_case`
  const [row] = (await statement.execute(ownerDb)).rows
  for (const [question, count] of [
    ['공탁 보수료 15~25', row?.['fees']],
    ['공탁 보수 15-25 사이 몇 건', row?.['fees']],
    ['보수료가 15에서 25인 공탁', row?.['fees']],
    ['공탁금 500~1000 공탁', row?.['deposits']],
  ] as const) {
    const { message } = await ask(question)
    expect(message).toMatch(/^‘\d+[^’]+’[은는] 만원 단위로 읽었습니다\./)
    expect(message).toContain(`공탁 사건 ${count}건`)
  }
})

test.each([
  [['공탁 보수료 10~12월'], '등기접수일 2026.10.01 ~ 2026.12.31'],
  [['퀵 금액 5000~9000'], '금액 5,000원 ~ 9,000원: 퀵 기록'],
  [['퀵 5천 넘는거'], '금액 5,001원 이상: 퀵 기록'],
  [['카드 5천 넘는 거'], '금액 5,001원 이상: 카드사용내역'],
  [['진행률 50 넘는 사업구간'], '진행률(%) 51 이상: 사업구간'],
  [['공탁금 5천원 넘는 건'], '공탁금액 5,001원 이상: 공탁 사건'],
])('%j stays as it is said', async (questions, text) => {
  expect((await ask(...questions)).message).toContain(text)
})

test('an amount after an order is of the field that orders', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from real_estate_unit u join bank b on b.id = u.mortgage_bank_id
    where b.name like '%해든은행%' and u.claim_amount > 300000000`.execute(ownerDb)
  const { message } = await ask('해든은행 세대', '채권최고액 큰순', '3억 넘는거만')
  expect(message).toMatch(/^채권최고액 300,000,001원 이상/)
  expect(message).toContain(`세대 ${rows[0]?.count}건`)
})
