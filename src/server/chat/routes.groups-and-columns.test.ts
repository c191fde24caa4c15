import { afterAll, expect, test } from 'vitest'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** By what an answer is grouped or ordered, and which fields it shows. */
const { ask, close } = await openStaffChat({ units: 420, addresses: 120 })
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

test.each([
  ['임대주택 등록일이 언제야', '임대주택 등록일', '등기 사건'],
  ['임대주택 등록일', '임대주택 등록일', '등기 사건'],
  ['수용개시일 언제', '수용개시일', '공탁 사건'],
  ['진척률', '진행률(%)', '사업구간'],
  ['사업구간 진척률 알려줘', '진행률(%)', '사업구간'],
  ['하늘산단 진입도로 진척률', '진행률(%)', '사업구간'],
  ['보류 사유', '비고', '상태 보류: 공탁 사건'],
  ['취소 이유 알려줘', '비고', '상태 취소: 공탁 사건'],
  ['취소된거 왜 취소인지', '비고', '상태 취소: 공탁 사건'],
  ['보류 왜', '비고', '상태 보류: 공탁 사건'],
])('%s shows %s of %s', async (question, label, book) => {
  const { message, labels, rows } = await askTable(question)
  expect(labels).toContain(label)
  expect(message).toContain(book)
  expect(rows.length).toBeGreaterThan(0)
})

test.each([
  [['2단지 세대', '소유자만 보여줘'], '소유자'],
  [['공탁 보류', '담당자만 알려줘'], '담당자'],
])('%j keeps the records and shows that field first', async (questions, label) => {
  const { labels } = await askTable(...questions)
  expect(labels).toContain(label)
  expect((await ask(...questions)).message).toBe((await ask(questions[0] ?? '')).message)
})

test.each([
  [['공탁금 큰 사건'], '공탁금액 내림차순: 공탁 사건'],
  [['보수료 높은 공탁'], '보수료 내림차순: 공탁 사건'],
  [['세대 분양가 순으로'], '매매가(분양가) 내림차순: 세대'],
  [['공탁 공탁금순'], '공탁금액 내림차순: 공탁 사건'],
  [['2단지 세대', '채권최고액 순서대로'], '채권최고액 내림차순: 세대'],
  [['세대 전용면적 순으로'], '전용면적(㎡) 내림차순: 세대'],
])('%j is in the order of that figure', async (questions, text) => {
  expect((await ask(...questions)).message).toContain(text)
})

test('a dwelling that is not processed has no finished transfer, and the answer says which state it is', async () => {
  for (const question of ['미처리 세대', '처리 안된 세대 몇 세대', '세대 미처리된거'])
    expect((await ask(question)).message).toMatch(
      /^이전 처리상태로 답합니다\..*이전 처리상태 없음, 처리중: 세대 \d+건/s,
    )
  expect((await ask('설정 미처리 세대')).message).toMatch(/^설정 처리상태 없음, 처리중: 세대 \d+건/)
})

test.each([
  [
    ['오미르 과장 공탁', '12월 수용개시', '제일 급한거'],
    /^담당자 ‘오미르’ · 수용개시일 2026\.12\.01 ~ 2026\.12\.31 .*수용개시일 오름차순: 공탁 사건 \d+건[^:]*$/,
  ],
  [['제4공구 공탁', '급한 것부터'], /사업구간 ‘제4공구’.*수용개시일 오름차순: 공탁 사건 \d+건[^:]*$/],
  [
    ['등기 진행중', '급한거 뭐야'],
    /^등기접수일 있음 · 등기필증 수령일 없음 .*등기예정일 오름차순: 등기 사건 \d+건[^:]*$/,
  ],
  [['카드 이번달', '급한거'], /^오늘: /],
  [['급한거'], /^오늘: /],
])('%j is about the cases before it, or else about the day', async (questions, text) => {
  expect((await ask(...questions)).message).toMatch(text)
})
