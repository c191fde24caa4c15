import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

/** Everyday wordings whose single words say something else, by the heading that answers them. */
const site = buildSiteFromSource()
const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 }, distDir: site.distDir })
beforeAll(() => loadDemoPosts(server.ownerDb, { now: new Date() }))
afterAll(async () => {
  await server.close()
  site.remove()
})

const answers: Readonly<Record<string, readonly string[]>> = {
  '부동산 등기 서비스 · 비용은 어떻게 정해지나요?': [
    '저기요 등기 비용 얼마예요',
    '비용이 어느정도 하나요',
    '비용은 대략 어느 정도 들어요',
    '상속등기 비용 어느 정도예요',
    '상속등기 하는데 얼마나 들어요',
    '대략 얼마쯤 들어요',
    '얼마 정도 나와요',
    '보수는 어느정도인가요',
    '등기비용 대충 얼마정도해요',
    '비용이 대략 얼마쯤 될까요',
    '엄마 집을 제 앞으로 돌리면 비용 얼마예요',
  ],
  '부동산 등기 서비스 · 말소등기': [
    '근저당도 지워주나요',
    '근저당도 같이 지워주나요',
    '근저당 지우는 법',
    '담보 풀어 주세요',
    '근저당 설정된 거 없애고 싶어요',
    '저당 해제',
    '대출 다 갚았는데 등기부에 근저당이 그대로',
    '대출 다 갚았는데 저당이 안 지워졌어요',
  ],
  '공탁 서비스 · 집행공탁': [
    '압류 풀려면 어떻게 하나요',
    '가압류 푸는법',
    '가압류 해제',
    '통장 압류 풀고 싶어요',
    '가압류 취소하려면',
  ],
  '공탁 서비스 · 수용보상금은 어떤 때 공탁하나요?': [
    '우리 땅이 도로에 수용됐는데 돈을 안줘요',
    '철도에 땅이 들어갔는데 보상금을 안 줘요',
    '땅이 수용됐는데 보상금을 못 받았어요',
  ],
  '부동산 등기 서비스 · 증여 등기에 필요한 서류': [
    '엄마 집을 제 앞으로 돌리고 싶은데 뭐부터 해야 돼요',
    '부모님이 집을 저한테 주신대요',
    '아파트 명의를 남편한테 넘기려고요',
    '아빠가 땅을 저한테 물려주신대요',
    '할머니 집을 손자한테 주려고 해요',
    '남편 명의 집을 제 명의로 바꾸고 싶어요',
    '어머니 땅을 동생 앞으로 옮기려고요',
  ],
  '부동산 등기 서비스 · 소유권이전등기': ['아버지 집을 샀어요 제 앞으로 등기'],
  '부동산 등기 서비스 · 부모님이 돌아가셨습니다. 집의 상속 등기는 어떻게 하나요?': [
    '부모님이 돌아가셔서 집을 제 앞으로',
  ],
  '부동산 등기 서비스 · 이혼하면서 집의 명의를 넘기려면 어떻게 하나요?': ['이혼하면서 집 명의를 남편한테 넘기려고요'],
  '부동산 등기 서비스 · 셀프등기, 혼자서 할 수 있나요?': [
    '셀프등기 하면 많이 싼가요',
    '셀프로 등기하면 싸요?',
    '셀프등기가 나을까요',
    '직접 등기하면 싼가요',
    '법무사 없이 하면 싸요?',
  ],
  '부동산 등기 서비스 · 등기필증을 잃어버렸습니다. 팔 수 있나요?': [
    '등기권리증 분실햇는데 집 팔수 있나여',
    '등기필증 일어버렸는데 팔수잇나요',
    '등기필증 없는데 집 팔 수 있어요',
    '등기필증 일어버림',
  ],
  '법인 등기 서비스 · 임원 변경': ['대표이사 바뀜'],
  '법인 등기 서비스 · 오래 등기하지 않은 회사는 어떻게 되나요?': ['휴면회사'],
  '민사 서비스 · 계약 분쟁': ['보증금 반환 소송', '전세보증금 반환 청구', '보증금 돌려받는 소송'],
  '보증금을 못 받고 이사해야 한다면, 임차권등기명령': ['보증금 반환', '전세금 안 돌려줘요'],
  '문의하기 · 전화와 방문': [
    '저기요 혹시 토요일에도 상담 되나요',
    '오늘 몇시까지 해요',
    '오늘 언제까지 하세요',
    '지금 몇 시까지 영업해요',
    '오늘 몇 시에 닫아요',
  ],
  '개인정보 처리방침 · 2.주민등록번호의 처리': [
    '주민번호 이런거 입력해도 안전한가요',
    '주민등록번호 적어도 되나요',
    '여기에 주민번호 보내도 되나요',
  ],
}
const table = Object.entries(answers).flatMap(([heading, questions]) =>
  questions.map((question) => [question, heading] as const),
)

test.each(table)('%s is answered under %s', async (question, heading) => {
  const message = await ask([question])
  expect(message.split('\n')[0]).toBe(heading)
})

test.each([
  ['회사 설립하려고요', '비용은 어느 정도에요', '법인 등기 비용은 얼마인가요?'],
  ['회사 설립하려고요', '대략 얼마쯤 들어요', '법인 등기 비용은 얼마인가요?'],
  ['근저당 말소하려고요', '비용은 어느 정도에요', '비용은 어떻게 정해지나요?'],
  ['근저당 말소하려고요', '얼마예요', '비용은 어떻게 정해지나요?'],
  ['근저당도 지워주나요', '그건 얼마예요', '비용은 어떻게 정해지나요?'],
])('after %s, %s is answered under %s', async (earlier, question, heading) => {
  expect(await ask([earlier, question])).toContain(`· ${heading}\n`)
})

test.each([
  '여보세요',
  '저기요',
  '저기 뭐 좀 물어볼게요',
  '뭐 좀 여쭤봐도 될까요',
  '질문 있어요',
  '문의드립니다',
  '혹시요',
])('%s is greeted', async (question) => {
  expect(await ask([question])).toMatch(/^안녕하세요/)
})

test.each([
  '저 법무사님 계세요',
  '아까 물어본 거 사람이 다시 전화 줄 수 있나요',
  '나중에 전화 주실 수 있나요',
  '사람이 다시 연락 주나요',
  '다시 전화해 주실래요',
])('%s asks for a person', async (question) => {
  expect(await ask([question])).toContain('직접 상담해 드립니다.')
})

async function ask(questions: readonly string[]): Promise<string> {
  const messages = questions.slice(0, -1).map((content) => ({ role: 'user' as const, content, created_at: '' }))
  const payload = { prompt: questions.at(-1), messages }
  const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload })
  return chatAnswerSchema.parse(response.json()).message
}
