import { expect, test } from 'vitest'
import { openVisitorChat } from '#tests/support/servers/visitor-chat.ts'

/**
 * Questions about another side, officer or office than the pages, and those that go on with the
 * last one.
 */
const ask = await openVisitorChat()

const notFound = /^공개된 안내에서 답을 찾지 못했습니다/
const near = /^물으신 그대로의 안내는 없어/
const noRate = /^(?!.*3억원).*세율은 공개된 안내에 없습니다/s
const giftRate = /증여는 3\.5%가 기본/
const fine = /500만원 이하의 과태료/
const saleDeadline = /60일.*늦었을 때는 공개된 안내에 없습니다/s
const renunciation = /기한 3개월|안 날부터 3개월/
const allHeirs = /상속인 모두의 인감/
const saleSides = /^부동산 등기 서비스 · 매매 소유권이전등기에/
const giftSides = /^부동산 등기 서비스 · 증여 등기에/
const taxOfPrice = /^부동산 등기 서비스 · 취득세는 어떻게 계산하나요\?/
const tenYears = /10년 동안/
const civilDuration = /^민사 서비스 · 기간은/
const handedOver = /등기필정보와 영수증/
const retention = /^개인정보 처리방침 · 1/

/** Earlier questions are before `>`. */
test.each<readonly [question: string, answer: RegExp]>([
  // The examples of a purchase say nothing of another cause.
  ['증여 취득세 몇프로', giftRate],
  ['부모님이 집 주시는데 취득세율 몇 프로', giftRate],
  ['증여하려고요 > 세금은 얼마', giftRate],
  ['상속 취득세율', noRate],
  ['상속 등기요 > 취득세 몇 프로예요', noRate],
  ['이혼 재산분할 하려고요 > 세율은 얼마예요', noRate],
  ['재산분할 취득세 몇 프로예요', noRate],
  ['이혼 취득세율', noRate],
  ['이혼하고 집 명의 > 취득세는?', /재산분할의 취득세는/],
  ['오피스텔 취득세', near],
  ['상가 취득세율이 어떻게 되나요', near],
  // What a delay costs.
  ['법인 이사 임기가 끝났어요 > 늦으면? > 얼마정도 나와요', fine],
  ['회사 등기 안하면 과태료 있나요 > 그게 얼마예요', fine],
  ['아파트 매매 잔금 60일 넘으면', saleDeadline],
  ['매매 등기 60일 넘겼는데 어떡하죠', saleDeadline],
  ['취득세 늦게내면', /늦으면 더 내야/],
  ['가산세', /늦으면 더 내야/],
  // What heirs ask next.
  ['아빠가 돌아가셨어요 > 빚도 있어요', renunciation],
  ['할머니 돌아가셨어요 > 채무도 있대요', renunciation],
  ['어머니가 돌아가셨어요 > 빚이 많은데요', renunciation],
  ['아버지가 돌아가셨어요 > 형제가 다 동의해야돼요?', allHeirs],
  ['상속 등기하려고요 > 형이 동의를 안 해요', allHeirs],
  ['상속받은 빚 갚아야 하나요', renunciation],
  ['돌아가신 아버지 카드빚이 있어요', renunciation],
  ['회사 청산하려고요 > 빚도 있어요', notFound],
  // Another side, officer or office.
  ['통장압류 당했어요', notFound],
  ['계좌가 압류됐어요', notFound],
  ['감사 임기', notFound],
  ['감사는 임기가 얼마나 되나요', notFound],
  ['이사 임기 몇 년', /3년을 넘지 못합니다/],
  ['명의신탁', notFound],
  ['부동산 명의신탁 등기', notFound],
  ['유한회사 이사 임기', notFound],
  ['감사 없어도 되나요', notFound],
  ['법원 등기소 주소 알려줘', notFound],
  ['토요일에 등기소 열어요', notFound],
  ['검찰청 전화번호 알려주세요', notFound],
  ['동사무소 전화번호', notFound],
  ['사무소 몇시까지 해요', /상담 시간/],
  ['가압류 말소', /^공탁 서비스 · 집행공탁/],
  ['파산 신청하려는데 통장 압류당했어요', /개인회생과 개인파산/],
  ['신탁등기', /^부동산 등기 서비스 · 신탁등기/],
  ['등기소 몇시까지 해요', notFound],
  ['법원 점심시간', notFound],
  ['은행 영업시간', notFound],
  ['주민센터 몇시까지', notFound],
  ['세무서 전화번호', notFound],
  // What the pages don't say.
  ['아버지 명의 땅을 제 앞으로 하면 세금 얼마', near],
  ['월세 계약 해지', near],
  ['등기비용은 매도인이 내나요', near],
  ['취득세 할인', /감면을 받을 수/],
  ['점심시간', near],
  ['수임료 할인되나요', near],
  ['도장 뭐 가져가요', /^문의하기 · 준비물/],
  ['인감 뭐 가져가요', /^문의하기 · 준비물/],
  ['등기 끝나면 뭐 받아요', handedOver],
  ['등기 다 되면 무슨 서류 받아요', handedOver],
  ['개인정보 얼마나 보관해요', retention],
  ['내 정보는 몇 년 동안 보관하나요', retention],
  // The same question of another side or price.
  ['매매 서류 > 파는사람은?', saleSides],
  ['매매 서류 > 사는 사람은요 > 파는 사람 서류만', saleSides],
  ['매매 등기 서류 > 매도인은요', saleSides],
  ['증여 서류 > 받는 사람은요', giftSides],
  ['근저당 말소 서류 > 은행은요', /해지증서/],
  ['근저당 설정 서류 > 빌려주는 사람은요', /근저당 설정 등기에/],
  ['아파트 매매 > 10억이면 세금 얼마', /취득세는 어떻게 계산하나요/],
  ['5억 아파트 취득세 > 10억이면', taxOfPrice],
  ['5억 아파트 사면 취득세 > 9억짜리는', /취득세는 어떻게 계산하나요/],
  ['공탁통지서 왔는데 > 언제까지 찾아야되요', tenYears],
  ['공탁통지서를 받았어요 > 언제까지 찾아요', tenYears],
  ['전세보증금 못 받고 있어요 > 비용은 누가내요', /집주인에게 청구할 수/],
  ['임차권등기명령 하려고요 > 돈은 누가 내나요', /집주인에게 청구할 수/],
  ['근저당 말소 > 은행에서 뭘 받아야', /해지증서/],
  // How long something takes, and how long ago it was.
  ...['얼마만에 끝나요', '얼마 뒤에 나와요', '얼마나 기다려요'].map(
    (asked) => [`지급명령 하면 ${asked}`, civilDuration] as const,
  ),
  ...['15년', '12년', '이십 년', '30년'].flatMap((time) => [
    [`공탁금 ${time} 지났는데`, tenYears] as const,
    [`공탁한 지 ${time} 됐어요`, tenYears] as const,
  ]),
  ...['집으로', '회사로', '아버지 앞으로', '저한테'].map(
    (reached) => [`공탁통지서가 ${reached} 왔는데 이게 뭔가요`, /^공탁 서비스 · 공탁통지서를 받았습니다/] as const,
  ),
  // Whether the office does something.
  ...['유한회사도 설립해주나요', '합자회사 설립해 주실 수 있나요', '사단법인도 만들어 주시나요'].map(
    (asked) => [asked, /^법인 등기 서비스 · 그 밖의 법인/] as const,
  ),
  ['본점 이전도 해주시나요', /^법인 등기 서비스 · 본점 이전/],
  ...['재판에 대신 나가주실 수 있어요', '법정에 나와 주시나요', '법정에 같이 가주세요', '소송도 해주시나요'].map(
    (asked) => [asked, /^사무소 소개 · 소송 대리/] as const,
  ),
  // Other words for those who live abroad, and for a rent.
  ...['교포', '재외국민', '미국 시민권자', '해외 동포'].flatMap((who) => [
    [`${who}인데 맡길 수 있나요`, /^문의하기 · 외국에/] as const,
    [`${who} 상속 등기`, /외국에 주소를 둔 상속인/] as const,
  ]),
  ...['차임', '월세', '임대료'].map((rent) => [`${rent} 공탁`, /^공탁 서비스 · 변제공탁/] as const),
  ['ㅅㅏㅇ속 등기 서류', /상속 등기에 필요한 서류/],
  // In everyday words.
  ['임차권등기 말소해달라는데 먼저 해줘도되나요', /먼저 보증금을 돌려주어야/],
  ['환불 안해줘요', /^민사 서비스 · 소비자 권리/],
  ['쇼핑몰이 환불을 거부해요', /^민사 서비스 · 소비자 권리/],
  ['부모님집 증여받을때 필요서류', giftSides],
  ['who is the lawyer', /^Our address/],
  ['can you help with divorce', /^These pages/],
])('%s: %s', async (question, answer) => {
  expect(await ask(question.split(' > '))).toMatch(answer)
})

test.each([
  '김치찌개 끓이는 방법',
  '집에서 요가 하는 방법',
  '집에서 빵 굽는 방법',
  '자동차 보험 갱신',
  '실손보험 청구 서류',
  '청약통장 만드는 법',
  '아파트 청약 당첨 확률',
  '운전면허 시험 신청',
  '공인중개사 시험 준비',
  '수영 강습 신청',
  '축구 경기 표 예매',
  '제주도 여행 준비물',
  '전입신고 하는 법',
  '혼인신고 서류',
  '국민연금 신청 방법',
  '구청 주차 되나요',
])('%s, which is not the work of the office, is not found', async (question) => {
  expect(await ask([question])).toMatch(notFound)
})
