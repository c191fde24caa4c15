import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findAnswerFault, generateQuestions } from '#tests/support/people/generated-questions.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/**
 * Every content word of a question is accounted for: the figure is that of a plain count over the
 * records, and the answer names its condition; otherwise there is no figure.
 */
const { ask, readBooks, close } = await openStaffChat({ units: 60, addresses: 200 })
afterAll(close)
const questions = generateQuestions(await readBooks())

test('a figure is right and names its condition, or the answer names what it lacks', async () => {
  expect(questions.length).toBeGreaterThan(600)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...questions), async (question) => {
      expect(findAnswerFault(question, (await ask(question.text)).message)).toBeNull()
    }),
    { numRuns: countPropertyRuns(150) },
  )
}, 120_000)

test.each([
  ['진행중인 사업구간 몇 개?', '상태 진행중: 사업구간 7개입니다.'],
  ['보류된 사업구간 뭐야', '상태 보류: 사업구간 1개입니다.'],
  ['사업구간 중 올해 시작한 거', '시작일 2026.01.01 ~ 2026.12.31 · 시작일 오름차순: 사업구간 7개입니다.'],
  ['진행률이 가장 낮은 사업구간', '진행률(%) 오름차순: 사업구간 12개 가운데 앞의 10건입니다.'],
  ['가상도로공사 주소 알려줘', '회사명 ‘가상도로공사’: 회사 1곳입니다.'],
  ['10월말 퀵 잔액', '2026.10.31 퀵 잔액은 285,600원입니다.'],
  ['달빛동 313번지 사건 있어?', '부동산의 표시 달빛동 313번지: 공탁 사건 0건입니다.'],
  ['입금 예정 금액', '비용청구일 있음 · 입금일 없음: 공탁 사건 92건'],
  ['미수금 제일 큰 사건 3개', '비용 합계 내림차순: 공탁 사건 92건 가운데 앞의 3건'],
  ['등록면허세 얼마 냈어 올해', '‘등록면허세’는 따로 적지 않아 공과금으로 답합니다.'],
  ['접수번호 없는 사건', '‘접수번호 없는’은 공탁 사건에 적는 항목이 아니어서 알 수 없습니다.'],
  ['솔빛시 해든구 별빛동 등기 사건 몇 건', '소유자 주소 ‘솔빛시 해든구 별빛동’: 등기 사건'],
  ['카드 내역 잘못 지웠는데 되돌릴 수 있어?', '삭제한 기록 되살리기:'],
])('%s', async (question, text) => {
  expect((await ask(question)).message).toContain(text)
})

test.each([
  ['압류된 사업구간 몇 개', '압류된'],
  ['전용면적 30평 이상 세대 몇 개', '30평 이상'],
  ['전용면적 50 이상인 사업구간 몇 건', '전용면적'],
  ['공탁자 찾아가야 되는 공탁 몇 건', '공탁자'],
])('%s: names ‘%s’ and gives no figure', async (question, words) => {
  const { message, parts } = await ask(question)
  expect(message).toContain(`‘${words}’`)
  expect(message).not.toMatch(/\d(?:건|개|원)입니다/)
  expect(parts.filter(({ kind }) => kind === 'table')).toEqual([])
})

test('a note on another book counts as that book’s own answer does', async () => {
  const [, noted] = /부동산 주소의 비고에 (\d+)건/.exec((await ask('해외 공탁 몇 건')).message) ?? []
  expect(noted).toBeDefined()
  expect((await ask('비고에 해외 적힌 부동산 주소 몇 건')).message).toContain(`부동산 주소 ${noted}건입니다.`)
})
