import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** By what an answer is grouped or ordered, and which fields it shows. */
const { ask, ownerDb, close } = await openStaffChat({ units: 420, addresses: 120 })
afterAll(close)

/** The table of an answer. */
async function askTable(...questions: readonly string[]) {
  const { parts, message } = await ask(...questions)
  const table = parts.find((part) => part.kind === 'table')
  return { message, labels: table?.columns.map(({ label }) => label) ?? [], rows: table?.rows ?? [] }
}

test.each([
  ['미수금 큰 담당자', '담당자', '합계'],
  ['미수금이 많은 현장', '사업구간', '합계'],
  ['보수료 높은 등기소 공탁', '관할등기소', '보수료'],
  ['공탁금 큰 사업구간', '사업구간', '공탁금액'],
  ['매매가 높은 단지', '사업구간', '매매가(분양가)'],
  ['퀵 많이 쓴 달', '등록일시 월', '금액'],
  ['등기 많은 지역', '지역', '건수'],
])('%s: groups by %s, the largest %s first', async (question, group, figure) => {
  const { labels, rows } = await askTable(question)
  expect(labels[0]).toBe(group)
  const figures = rows.map((row) => Number(row[labels.indexOf(figure)]))
  expect(figures.length).toBeGreaterThan(2)
  expect(figures).toEqual(figures.toSorted((a, b) => b - a))
})

test('a group by little has its smallest first', async () => {
  const { labels, rows } = await askTable('보수료 적은 사업구간 공탁')
  const figures = rows.map((row) => Number(row[labels.indexOf('보수료')]))
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
})

test.each([
  ['올해 등기 추이', '등기접수일 월'],
  ['공탁 지난 4개월 추이는', '등기접수일 월'],
  ['월별 보수료 추이', '등기접수일 월'],
  ['미수금 추이', '등기접수일 월'],
  ['퀵 추이 보여줘', '등록일시 월'],
])('%s is by month', async (question, label) => {
  expect((await askTable(question)).labels[0]).toBe(label)
})
