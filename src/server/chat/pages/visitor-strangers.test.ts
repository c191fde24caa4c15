import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

/** Questions as a layperson asks them, each with what its answer must and must not say. */
const site = buildSiteFromSource()
const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 }, distDir: site.distDir })
beforeAll(() => loadDemoPosts(server.ownerDb, { now: new Date() }))
afterAll(async () => {
  await server.close()
  site.remove()
})

const near = /^물으신 그대로의 안내는 없어/
const notFound = /^공개된 안내에서 답을 찾지 못했습니다/
const apology = /^불편을 드려 죄송합니다/
const cases = /^일에 따라 다르므로/
const allCauses = /^부동산 취득세 개정 안내 · 신고는 언제까지/
const ofSale = /^부동산 등기 서비스 · 언제까지 등기해야 하나요\?/
const ofHeirs = /^부동산 등기 서비스 · 상속 등기는 언제까지 해야 하나요\?/

/** Earlier questions are before `>`. */
const answers: readonly (readonly [question: string, answer: RegExp])[] = [
  // The deadline of the tax differs by cause (지방세법 제20조).
  ['삼촌이 논을 저한테 넘겨주신다는데 취득세 신고 며칠 안에 해야 해요', allCauses],
  ['증여 계약서 쓴 지 두 달 됐는데 취득세 늦은 건가요', allCauses],
  ['아버지가 땅을 저한테 주신대요 > 서류는요 > 세금 신고는 언제까지예요', allCauses],
  ['증여 등기 알아보고 있어요 > 필요한 건요 > 그럼 세금은 언제까지 내면 돼요', allCauses],
  ['남편 사망 후 취득세 6개월 안에 내면 되나요', ofHeirs],
  ['상속인 중에 한 명이 캐나다에 살아요 취득세 기한 알려주세요', ofHeirs],
  ['상속 등기 비용 > 세금은 언제까지 신고해요', ofHeirs],
  ['상속 등기하려고요 > 그럼 취득세는 언제까지 내요?', ofHeirs],
  ['아파트 잔금 치렀는데 취득세는 며칠 안에 내야 돼요', ofSale],
  ['집 샀어요 > 취득세 기한이요', ofSale],
  ['매매 계약했어요 > 등기는 언제까지 마쳐야 하나요', ofSale],
  ['취득세 언제까지 내요', allCauses],
  ['취득세 언제까지 내야돼요', allCauses],
  ['취득세 언제 내나요', allCauses],
  ['취득세 언제 납부해야 하나요', allCauses],
  // Words of any question name no subject.
  ['세금은요', /취득세/],
  ['상속 등기요 > 그럼 세금은요?', /취득세/],
  ['집 증여하려고요 > 세금도요', /취득세/],
  ['누가 가야 하나요', notFound],
  ['누구랑 같이 가야 해요?', /함께 가야/],
  ['집 샀어요 > 누가 가야 하나요', /함께 가야/],
  ['아파트 매매 등기요 > 누가 와야 돼요', /함께 가야/],
  ['제가 지방에 사는데 맡길 수 있을까요', /방문하기 어려운/],
  ['지방인데 가능한가요', /방문하기 어려운/],
  ['다른 지역에 있는데 되나요', /방문하기 어려운/],
  ['번호 좀 주세요', /전화/],
  ['전화로 물어볼게요 번호 알려주세요', /전화/],
  ['공탁하려는데요 > 취득세는 언제까지 내요?', allCauses],
  ['회사 설립하려고요 > 취득세 언제까지 내야 하나요', allCauses],
  ['재산분할 등기 > 취득세 언제까지', allCauses],
  ['등기 언제까지 해야 하나요', cases],
  ['언제까지 해야 하나요?', cases],
  ['상속포기 하려고요 > 언제까지 해야 하나요', /^민사 서비스 · 상속·유언/],
  ['임원 변경 등기요 > 며칠 안에 해야 돼요', /^법인 등기 서비스 · 언제까지/],
  ['여권은 언제까지 신청해야 해요', notFound],
  // Time and money are read by the words next to them.
  ['회사 설립하려고요 > 시간이 오래 걸리나요', /^법인 등기 서비스 · 법인 등기는 얼마나 걸리나요\?/],
  ['상속 등기 > 시간은 얼마나 걸리나요', /얼마나 걸리나요\?/],
  ['오늘 접수하면 내일 끝나나요', /얼마나 걸리나요\?/],
  ['오늘 안에 등기 되나요?', /얼마나 걸리나요\?/],
  ['공탁금 찾으려고요 > 돈이 드나요', /^공탁 서비스 · 공탁 비용/],
  ['공탁 하려는데요 > 돈은 얼마나 들어요?', /^공탁 서비스 · 공탁 비용/],
  ['근저당 말소하려고요 > 돈은 얼마 정도 들까요', /^부동산 등기 서비스 · 비용은/],
  ['수임료 할인 되나요', near],
  ['수임료 깎아줘요', near],
  ['추석 연휴에도 상담 되나요', /상담 시간: /],
  ['어린이날 문 여세요', /상담 시간: /],
  ['사무실이 몇 시에 문 닫아요', /상담 시간: /],
  ['사무실 어디예요? 지하철역 가까운가요', /^사무소 소개 · 오시는 길/],
  ['주민등록초본 유효기간 며칠이에요', /서류의 유효 기간/],
  // One word does not decide.
  ['할머니가 저한테 밭을 주신대요. 세금은요?', /^부동산 등기 서비스 · 취득세는 어떻게 계산하나요\?/],
  ['상속받은 집을 바로 팔 수 있나요', /등기를 해야 팔거나/],
  ['상속 순위가 어떻게 되나요', near],
  ['법인 청산하려고 합니다', /^법인 등기 서비스 · 해산과 청산/],
  ['소액사건은 얼마까지예요?', /3,000만원 이하의 소액사건/],
  ['3천만원 이하 소송은 가족이 대신할 수 있나요', /^민사 서비스 · 전문가가/],
  ['감사 임기는 몇 년인가요', notFound],
  ['외국인도 아파트 살 수 있나요', near],
  ['미성년 자녀 명의로 집을 살 수 있나요', near],
  ['법인 인감카드 재발급은 어디서 하나요', near],
  ['법인 인감도장을 잃어버렸어요', near],
  ['국민주택채권이 뭐예요?', near],
  ['공탁소 전화번호 알려주세요', near],
  ['임차권등기 언제까지 신청해야 하나요', /기한은 공개된 안내에 없습니다/],
  ['미국에 사는데 한국 집 상속 받을 수 있나요', /9개월/],
  ['돈 빌려준 거 못 받고 있는데 대신 받아주세요', /돈을 대신 받아 내지는 않습니다/],
  ['주식회사 이름을 바꾸고 싶습니다', /상호와 목적 변경/],
  ['대표이사 집주소 변경 등기', /^법인 등기 서비스 · 임원 변경/],
  ['대표이사 사임하면 뭘 해야 하나요', /^법인 등기 서비스 · 임원 변경/],
  ['전세사기 당한 것 같아요 도와주세요', /임차권등기명령/],
  ['전세 끝났는데 돈을 안 줘요', /임차권등기명령/],
  ['온라인 쇼핑몰에서 물건 받고 환불을 못 받았어요', /^민사 서비스 · 소비자 권리 구제/],
  ['등기권리증 분실했는데 재발급 되나요', /다시 발급되지 않습니다/],
  ['처음 사는 집인데 취득세 감면 되나요', /감면을 받을 수 있는 경우/],
  ['법원에서 온 공탁통지서인데 이거 사기인가요?', /^공탁 서비스 · 공탁통지서를 받았습니다/],
  ['접수번호로 조회되나요', /맡긴 사건은 어디까지/],
  ['제 개인정보 지워주세요', /정보주체의 권리/],
  // The reading goes by all words, and what is not said is not answered.
  ['할머니가 손자한테 빌라 주시려고요 세금 얼마에요', /증여는 3\.5%가 기본/],
  ['할머니 명의로 된 밭이 있는데 바꿀 수 있나요', near],
  ['회사 주소 옮기면 세금 나와요', /^법인 등기 서비스 · 법인 등기 비용/],
  ['인감도장 없어도 되나요', near],
  ['도장 없이 되나요', near],
  ['여권만 있으면 되나요', near],
  ['공탁금 찾으려고요 > 신분증만 가져가면 되나요', near],
  ['권리증 없어도 팔 수 있나요', /^부동산 등기 서비스 · 등기필증을 잃어버렸습니다/],
  ['해산된 법인 되살리기', /^법인 등기 서비스 · 오래 등기하지 않은/],
  ['휴면회사 해산됐는데 부활시킬 수 있나요', /^법인 등기 서비스 · 오래 등기하지 않은/],
  ['협동조합 설립', near],
  ['외국인 대표이사 등기 서류', near],
  ['근저당 설정 비용 누가 내요', near],
  ['세금은 누가 부담해요', near],
  ['팩스 번호 좀요', near],
  ['취득세 안 내면 어떻게 되나요', near],
  ['근저당 말소 스스로 할 수 있나요', /^부동산 등기 서비스 · 셀프등기/],
  ['회사 설립하려고요 > 혼자서도 되나요', /혼자 하는 방법은 공개된 안내에 없습니다/],
  ['공탁 직접 하면 되나요', /혼자 하는 방법은 공개된 안내에 없습니다/],
  ['비용이랑 시간 알려 주세요', /비용은 어떻게 정해지나요\?.*얼마나 걸리나요\?/s],
  ['영업시간이랑 주소요', /주소: .*상담 시간: /s],
  // Everyday words for what the site says.
  ['아빠가 땅을 물려주셨는데 등기 어떻게 해요', /^일에 따라 다르므로.*증여 등기에.*상속 등기에/s],
  ['아파트 팔 건데 뭐부터 해야 하나요', /^부동산 등기 서비스 · 매매 소유권이전등기에/],
  ['초본 5개월 전에 뗀 거 써도 되나요', /^부동산 등기 서비스 · 서류의 유효 기간/],
  ['인감은 언제 뗀 거여야 해요', /^부동산 등기 서비스 · 서류의 유효 기간/],
  ['소액재판은 얼마까지', /3,000만원 이하의 소액사건/],
  ['재판에 아내가 대신 나갈 수 있나요', /배우자와 직계혈족/],
  ['남매끼리 재산 나누기로 했는데 협의서 써 주시나요', /^민사 서비스 · 상속·유언/],
  ['묵시적 갱신인데 임차권등기 돼요', /묵시적으로 갱신되었다면/],
  ['복비도 취득세에 들어가요', /중개보수는 넣지 않습니다/],
  ['시가인정액이 뭔가요', /시가인정액은 취득일 전/],
  ['피공탁자 주소를 몰라요', /주소불명 사유를 소명/],
  ['조정지역 증여 취득세', /조정대상지역/],
  ['제 주민번호 안전한가요', /^개인정보 처리방침 · 2/],
  ['제가 쓴 글 지우고 싶어요', /^개인정보 처리방침 · 8/],
  ['공탁통지서 왔어요 > 돈이 적은데요', /이의를 유보한다는 뜻/],
  ['대전에 사는데 맡겨도 되나요', /방문하기 어려운/],
  ['안 나가고 다 온라인으로 되나요', /방문하기 어려운/],
  ['매매 취득세 언제까지 > 증여면요', allCauses],
  ['말소 서류 > 그럼 상속은요', /^부동산 등기 서비스 · 상속 등기에 필요한 서류/],
  // What displeases somebody is no question.
  ['직원이 전화를 너무 안 받아요', apology],
  ['일처리가 느려서 불만입니다', apology],
  ['등기 결과가 너무 늦네요 실망이에요', apology],
  ['답변이 이상해요', apology],
  ['수수료 돌려주세요', apology],
  ['담당자가 불친절해요 항의하고 싶어요', apology],
  ['집주인이 연락이 없어요', /^(?!불편)/],
]

test.each(answers)('%s: %s', async (question, answer) => {
  expect(await ask(question.split(' > '))).toMatch(answer)
})

const matters = ['집을 상속받았어요', '집을 증여받았어요', '상속 등기하려고요', '증여 등기하려고요']
const wordings = [
  '취득세 언제까지 내요',
  '60일 안에 하면 되나요',
  '세금 신고 며칠 안에 해요',
  '기한이요',
  '취득세는 60일 맞나요',
]

test.each(matters.flatMap((matter) => wordings.map((wording) => [matter, wording] as const)))(
  'after %s, %s is not answered by the sixty days of a sale alone',
  async (matter, wording) => {
    expect(await ask([matter, wording])).toMatch(/^(?!.*60일)|[36]개월/s)
  },
)

async function ask(questions: readonly string[]): Promise<string> {
  const messages = questions.slice(0, -1).map((content) => ({ role: 'user' as const, content, created_at: '' }))
  const payload = { prompt: questions.at(-1), messages }
  const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload })
  return chatAnswerSchema.parse(response.json()).message
}
