import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoDepositCases } from '#server/deposit-cases/demo.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'

/** Any combination of words gets an answer: a misread question must not cause an error. */
const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 } })
afterAll(server.close)
let staff: SignedIn
beforeAll(async () => {
  const now = new Date()
  await loadDemoCaseBook(server.ownerDb, { now, count: 50 })
  await loadDemoDepositCases(server.ownerDb, { now, count: 50 })
  staff = await server.signIn('staff')
})

const words = [
  '공탁',
  '공탁 사건',
  '등기 사건',
  '사건',
  '퀵',
  '카드',
  '휴가',
  '연차',
  '문의',
  '세대',
  '신청서',
  '연락처',
  '회사',
  '부동산 주소',
  '오늘',
  '내일까지',
  '이번 달',
  '지난주',
  '10월',
  '13월',
  '2월 30일',
  '최근 일주일',
  '보름 안에',
  '99999일 이내',
  '0일',
  '작년 4분기',
  '0000년',
  '11월 다섯째 주',
  '9월부터',
  '~',
  '까지',
  '이후',
  '보수료',
  '공탁금액',
  '비용',
  '미수금',
  '등기접수일',
  '입금일',
  '상태',
  '비고에',
  '담당자',
  '소유자',
  '사업구간별',
  '월별',
  '분기별',
  '몇 건',
  '합계',
  '얼마',
  '평균',
  '가장 큰',
  '가장 오래된',
  '상위 0건',
  '상위 99건',
  '5건만',
  '누가',
  '어디서',
  '화면',
  '안 된',
  '없는',
  '된',
  '지난',
  '1억 이상',
  '0원 미만',
  '999999999999조 초과',
  '백만원에서',
  '보류',
  '완료로',
  '바꿔 줘',
  '적어 줘',
  '"',
  '⟦전화번호1⟧',
  "'; --",
  '%',
  '\\',
  '.*',
  '(',
  '김철수',
  '강여울 과장님',
  'ㄱㄴ',
  '그럼',
  '은?',
  '?',
  '\u0301',
]
const question = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 6 })), {
  minLength: 1,
  maxLength: 7,
})

test('answers any words', async () => {
  await fc.assert(
    fc.asyncProperty(question, fc.option(question), async (latest, before) => {
      const messages = before ? [{ role: 'user', content: before.join(' '), created_at: '2026-11-25 12:00:00' }] : []
      const response = await staff.inject({
        method: 'POST',
        url: chatPaths.ask,
        payload: { prompt: latest.join(' '), messages },
      })
      const asked = JSON.stringify({ before: before?.join(' '), latest: latest.join(' '), body: response.body })
      expect([200, 400], asked).toContain(response.statusCode)
      const isAnswer = response.statusCode === 400 || chatAnswerSchema.safeParse(response.json()).data?.parts.length
      expect(isAnswer, asked).toBeTruthy()
    }),
    { numRuns: countPropertyRuns(400) },
  )
}, 60_000)
