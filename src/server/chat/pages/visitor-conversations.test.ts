import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema, type ChatMessage } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

/** Questions after other questions. */
const site = buildSiteFromSource()
const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 }, distDir: site.distDir })
beforeAll(() => loadDemoPosts(server.ownerDb, { now: new Date() }))
afterAll(async () => {
  await server.close()
  site.remove()
})

test.each([
  [['집 상속 받았어요'], '서류는 뭐가 필요해요?', '상속 등기에 필요한 서류'],
  [['집 상속 받았어요', '서류는 뭐가 필요해요?'], '그럼 얼마나 걸려요?', '등기를 마치기까지 얼마나 걸리나요?'],
  [['아버지가 돌아가셨는데 집 상속 어떻게 하나요'], '서류는요', '상속 등기에 필요한 서류'],
  [['아들에게 집을 증여하려고요'], '그럼 필요서류는?', '증여 등기에 필요한 서류'],
  [['대출 다 갚았는데 어떻게 해요'], '뭐가 필요해요? 서류', '근저당 말소 등기에 필요한 서류'],
  [['공탁이 뭔가요'], '비용은 얼마예요?', '공탁 비용은 어떻게 정해지나요?'],
  [['공탁이 뭔가요'], '얼마나 걸려요?', '공탁은 얼마나 걸리나요?'],
  [['법인 설립하려고요'], '서류 뭐 필요해요', '법인 등기에 필요한 서류는 무엇인가요?'],
  [['집 상속 받았어요'], '증여 서류는요?', '증여 등기에 필요한 서류'],
  [['집 상속 받았어요', '주차 되나요'], '필요서류', '상속 등기에 필요한 서류'],
  [['대출 갚았는데 말소하래요', '제가 직접 할 수 있어요?'], '서류는요?', '근저당 말소 등기에 필요한 서류'],
  [['아들에게 집을 증여하려고요'], '비용은요?', '비용은 어떻게 정해지나요?'],
  [['집 상속 받았어요', '그럼 뭐부터 해야 해요?'], '그건 얼마나 걸려요', '등기를 마치기까지 얼마나 걸리나요?'],
  [['집 상속 받았어요', '비용은요?'], '언제까지 해야 해요?', '상속 등기는 언제까지 해야 하나요?'],
  [['법인 본점 이전했어요', '안 하면 과태료 나와요?'], '비용은요', '법인 등기 비용은 얼마인가요?'],
  [['돈 빌려주고 못 받았어요'], '그럼 어떻게 해요?', '채권 회수(지급명령·강제집행)'],
  [['주차 되나요'], '필요서류', '준비물과 필요한 서류는 무엇인가요?'],
  [['집 상속 받았어요'], '전화번호', '전화와 방문'],
  [['상속포기 기한'], '빚이 더 많으면요', '상속·유언'],
  [['상속 등기 서류'], '협의로 나누면요', '부모님이 돌아가셨습니다. 집의 상속 등기는 어떻게 하나요?'],
  [['임원 변경하려고요'], '중임이면요', '임원 변경'],
] as const)('after %j, %s is answered under %s', async (earlier, question, heading) => {
  const messages = earlier.map((content) => ({ role: 'user' as const, content, created_at: '' }))
  const { message } = await ask(question, messages)
  expect(message.split('\n').find((line) => line.includes(' · '))).toMatch(createEndPattern(heading))
})

test.each([
  [['증여랑 매매 중 뭐가 세금이 적어요'], '아파트 잔금날 법무사님이 오시나요', '잔금일에 꼭 함께 가야 하나요?'],
  [['상속 등기 서류'], '등기 비용 얼마에요', '비용은 어떻게 정해지나요?'],
  [['공탁이 뭔가요'], '견적 좀 내주세요', '견적을 먼저 드립니다'],
  [['공탁이 뭔가요'], '회사 설립 비용', '법인 등기 비용은 얼마인가요?'],
  [['집 상속 받았어요'], '대표자 누구예요', '오시는 길과 연락처'],
  [['근저당 말소 서류'], '증여랑 매매 중 뭐가 세금이 적어요', '상속세·증여세 신고나 특허, 인허가도 맡나요?'],
] as const)('after %j, the complete question %s is answered as asked, under %s', async (earlier, question, heading) => {
  const messages = earlier.map((content) => ({ role: 'user' as const, content, created_at: '' }))
  const { message } = await ask(question, messages)
  expect(message.split('\n')[0]).toMatch(createEndPattern(heading))
})

test.each([
  ['상속인이 아닌 사람의 강아지 상속 재판', '얼마나 걸려요'],
  ['강아지 등록 서류머에여', '급해요'],
])('after %s, which has no answer, %s goes on with nothing of it', async (earlier, question) => {
  const { message } = await ask(question, [{ role: 'user', content: earlier, created_at: '' }])
  expect(message).not.toContain('강아지')
})

test('a question without an answer leads to the pages about the matters it names', async () => {
  const { message, parts } = await ask('등기필증이랑 등기권리증 같은 건가요')
  expect(message).toContain('답을 찾지 못했습니다.')
  const near = parts.find((part) => part.kind === 'sources' && part.title === '혹시 이것을 찾으셨나요')
  expect(JSON.stringify(near)).toContain('등기필증을 잃어버렸습니다. 팔 수 있나요?')
  expect(parts.map(({ kind }) => kind)).not.toContain('suggestions')
})

test('the second question without an answer is left to a person, without the examples again', async () => {
  const first = await ask('오늘 날씨 어때?')
  expect(first.parts.map(({ kind }) => kind)).toContain('suggestions')
  const { message, parts } = await ask('맛집 추천', [
    { role: 'user', content: '오늘 날씨 어때?', created_at: '' },
    { role: 'assistant', content: first.message, created_at: '' },
  ])
  expect(message).toContain('직접 물어보시는 것이 빠릅니다.')
  expect(message).toContain(`전화 ${newOffice.telephone}`)
  expect(parts.map(({ kind }) => kind)).not.toContain('suggestions')
})

function createEndPattern(heading: string): RegExp {
  return new RegExp(`${heading.replace(/[?()]/g, String.raw`\$&`)}$`)
}

async function ask(prompt: string, messages: readonly ChatMessage[] = []) {
  const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt, messages } })
  return chatAnswerSchema.parse(response.json())
}
