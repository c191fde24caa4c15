import { describe, expect, test } from 'vitest'
import { openVisitorChat } from '#tests/support/servers/visitor-chat.ts'

/** Questions that name no matter, after a question about one: they stay with it. */
const ask = await openVisitorChat()

/** The pages about each kind of matter, as their titles begin, and questions about it. */
const kinds = {
  land: {
    pages: ['부동산 등기 서비스', '부동산 취득세'],
    first: [
      '집 매매',
      '증여 등기',
      '상속 등기',
      '이혼 재산분할 등기',
      '근저당 말소',
      '근저당 설정',
      '신탁등기',
      '임대주택 부기등기',
      '등기필증 분실',
      '집 파는데 서류',
      '아파트 샀어요',
    ],
  },
  company: {
    pages: ['법인 등기 서비스'],
    first: [
      '법인 설립',
      '임원 변경',
      '본점 이전',
      '상호 변경',
      '목적 추가',
      '증자',
      '감자',
      '회사 해산',
      '휴면회사',
      '유한회사 설립',
      '사단법인도 만들어 주시나요',
    ],
  },
  civil: {
    pages: ['민사 서비스'],
    first: [
      '소송',
      '소장 작성',
      '지급명령',
      '강제집행',
      '가압류',
      '손해배상',
      '상속포기',
      '한정승인',
      '유언장 검인',
      '소비자 환불 소송',
      '대여금',
      '부동산 경매 신청',
    ],
  },
  deposit: {
    pages: ['공탁 서비스', '수용보상금 공탁'],
    first: [
      '변제공탁',
      '집행공탁',
      '담보공탁',
      '보증공탁',
      '몰취공탁',
      '형사공탁',
      '수용보상금 공탁',
      '차임 공탁',
      '공탁금 출급',
      '공탁금 회수',
      '공탁통지서 받았어요',
    ],
  },
  lease: {
    pages: ['보증금을 못 받고'],
    first: ['임차권등기', '전세금 못 받았어요', '임차권등기명령 신청', '임대차 보증금'],
  },
  otherWork: {
    pages: [],
    first: [
      '개인회생',
      '개인파산',
      '개명',
      '성년후견',
      '내용증명',
      '고소장',
      '경매 입찰',
      '특허',
      '상속세 신고',
      '이혼 소송',
      '전세권 설정',
      '가등기',
      '지상권',
    ],
  },
} as const
const allPages = Object.values(kinds).flatMap(({ pages }): readonly string[] => pages)

const aspects = [
  '비용은요',
  '얼마나 걸려요',
  '서류는요',
  '언제까지 해야 돼요',
  '어디에 신청해요',
  '안 하면요',
  '늦으면요',
]
const circumstances = [
  '이사 가면요',
  '지면 어떻게 돼요',
  '이의하면요',
  '상대방이 죽었으면요',
  '같은 사람이면요',
  '대신 나가 주시나요',
  '주소를 모르면요',
  '외국에 있으면요',
  '다시 받을 수 있어요',
  '취소하면요',
  '형제가 반대하면요',
  '그냥 두면요',
  '집주인이 거부하면요',
  '나눠 내도 돼요',
  '빨리 되나요',
  '못 가면요',
  '돈은 누가 내요',
  '답이 없으면요',
]

describe.each(Object.entries(kinds))('of %s', (_, { pages, first }) => {
  test.each(first)('%s: a question without a matter is not answered from the pages about others', async (matter) => {
    const own: readonly string[] = pages
    const others = allPages.filter((page) => !own.includes(page))
    const strays: string[] = []
    for (const asked of [...aspects, ...circumstances]) {
      const message = await ask([matter, asked])
      if (message.split('\n').some((line) => others.some((page) => line.startsWith(page))))
        strays.push(`${asked}: ${message.slice(0, 80)}`)
    }
    expect(strays).toEqual([])
  })
})

test.each(
  kinds.otherWork.first.flatMap((work) => [
    [work, '비용은요', '비용은'],
    [work, '얼마나 걸려요', '걸리는 기간은'],
    [work, '서류는요', '서류는'],
    [work, '언제까지요', '기한은'],
  ]),
)('after %s, %s is answered by saying that the pages leave it out', async (work, asked, missing) => {
  const message = await ask([work, asked])
  expect(message).toMatch(/^사무소 소개 · /)
  expect(message).toContain(`${missing} 공개된 안내에 없습니다`)
})

test.each(['비용은요', '얼마나 걸려요', '서류는요', '기한은요'])(
  'after a question without an answer, %s has none either',
  async (asked) => {
    for (const first of ['공유물 분할 소송', '합병 등기'])
      expect(await ask([first, asked])).toMatch(/^공개된 안내에서 답을 찾지 못했습니다/)
  },
)

const bothSides = /매매 소유권이전등기에 필요한 서류\n파시는 분은.*사시는 분은/
const giftSides = /증여 등기에 필요한 서류\n주시는 분은.*받으시는 분은/
const deadRecipient = /^공탁 서비스 · 받을 분이 돌아가셨을 때/
const lost = /^민사 서비스 · 패소하면/
const objection = /^민사 서비스 · 기간은.*이의하면 소송으로/s
const moving = /^보증금을 못 받고.* · 가장 많이 하시는 실수/
const landlord = /^보증금을 못 받고.* · 절차/
const noLawsuits = /^사무소 소개 · 소송 대리|소송의 대리는 법무사가 하지 않습니다/
const paidBack = /공탁 서비스 · 공탁금 회수에 필요한 서류/

/** Earlier questions are before `>`. */
test.each<readonly [question: string, answer: RegExp]>([
  // The other party's papers of the same matter.
  ...['집 사는데 서류', '집 파는데 서류', '아파트 매매', '매매 등기 서류', '파는 사람 서류'].flatMap((first) =>
    ['팔 사람은요?', '살 사람은요', '사는 분은요', '파는 쪽은요', '매도인은요'].map(
      (party) => [`${first} > ${party}`, bothSides] as const,
    ),
  ),
  ...['받을 사람은요', '주는 사람은요', '받는 분은 뭐 준비해요'].map(
    (party) => [`증여 등기 서류 > ${party}`, giftSides] as const,
  ),
  // Who is to receive a deposit, or a landlord, has died: no inheritance of a house.
  ...['공탁금 찾으려면', '공탁통지서 받았어요', '공탁금 출급', '수용보상금 공탁금 찾기'].flatMap((first) =>
    ['돌아가신 분 앞으로 온 거면요', '아버지가 돌아가셨는데 그 앞으로 온 거예요', '받을 사람이 사망했으면요'].map(
      (death) => [`${first} > ${death}`, deadRecipient] as const,
    ),
  ),
  ['공탁금 찾으려면 > 아버지가 돌아가셨어요 > 서류는요', deadRecipient],
  ['임차권등기 > 집주인이 죽었으면요', landlord],
  ['전세금 못 받았어요 > 집주인이 돌아가셨으면요', landlord],
  ['등기필증 잃어버렸어요 > 아버지가 돌아가셨어요', /상속 등기는 어떻게/],
  // A lawsuit is lost, or the other side objects.
  ...['소장 받았어요', '소송 하려고요', '손해배상 청구', '소장 받았어요 > 며칠 안에 답해야 돼요'].flatMap((first) =>
    ['지면 어떻게 돼요', '졌을 때는요', '패소하면요', '이기면 비용은 누가 내요'].map(
      (outcome) => [`${first} > ${outcome}`, lost] as const,
    ),
  ),
  ['지급명령 > 이의하면 어떻게 돼요', objection],
  ['지급명령 신청하려고요 > 비용은요 > 상대가 이의신청하면요', objection],
  ['소장 받았어요 > 며칠 안에 답해야 돼요', /30일 안에 답변서/],
  // To move, whose registration a lease is.
  ...['이사는 언제 해도 되나요', '이사는 언제 가도 되나요', '이사 가도 돼요?', '짐 빼도 되나요'].map(
    (move) => [`임차권등기 > ${move}`, moving] as const,
  ),
  ['보증금 못 받고 있어요 > 말소해 달라고 하면요', moving],
  // What the office doesn't do.
  ...['공탁금 출급 > 금액이 적어요', '임차권등기', '상속 등기', '내용증명'].map(
    (first) => [`${first} > 소송도 해주시나요`, noLawsuits] as const,
  ),
  ['개인회생 > 법원에 대신 나가 주나요', /기일에 대신 나가 진술하지는 못하며/],
  ['돈 빌려주고 못 받았어요 > 대신 받아 주시나요', /돈을 대신 받아 내지는 않습니다/],
  ['수용재결 이의신청 > 소송은요', /행정소송은 재결서를 받은 날부터 90일/],
  // What a deposit is paid back for.
  ...['담보공탁', '형사공탁', '변제공탁'].map((first) => [`${first} > 돌려받으려면요`, paidBack] as const),
  // What no page says of the matter is not answered by the delay of another.
  ['상속포기 > 기한 지났으면요', /안 날부터 3개월/],
  ['임대주택 부기등기 > 안 하면요', /^공개된 안내에서 답을/],
  ['등기부등본 > 비용은요', /수수료는 떼는 곳에 따라/],
  // The act of the talk, and not another one of its page.
  ...['근저당 말소', '근저당 설정', '신탁등기'].flatMap((first) => [
    [`${first} > 서류는요 > 당일에 되나요`, /^부동산 등기 서비스 · 등기를 마치기까지/] as const,
    [
      `${first} > 신고필증 있어야 해요`,
      /^'.*'에 대한 안내입니다\.\n\n부동산 등기 서비스 · (?:말소|근저당권설정|신탁)등기/,
    ] as const,
  ]),
  ['법인 설립 > 바로 되나요', /^법인 등기 서비스 · 법인 등기는 얼마나 걸리나요/],
  ['상속 등기 > 은행에서 해주나요', /^물으신 그대로의 안내는 없어/],
  ['본점 이전 > 다시 받을 수 있어요', /^'.*'에 대한 안내입니다\.\n\n법인 등기 서비스 · 본점 이전/],
  // Who does not collect a deposit loses it.
  ...['공탁통지서 받았어요', '공탁통지서 받음', '공탁통지서 왔음'].map(
    (first) => [`${first} > 안찾으면 어떻게 돼요`, /10년 동안 행사하지 않으면/] as const,
  ),
  // A stated price keeps the question.
  ...['매매인데 5억이면요', '5억이면요', '매매 3억', '매매고 7억짜리인데요', '집값은 2억 5천이에요'].map(
    (price) => [`등기 비용 > ${price}`, /^부동산 등기 서비스 · 비용은.*부동산 등기 서비스 · 취득세는/s] as const,
  ),
  ['매매 등기 비용 > 10억짜리면요', /^부동산 등기 서비스 · 비용은/],
  ['등기 비용 > 증여인데 3억이면요', /^부동산 등기 서비스 · 비용은/],
  ['법인 설립 비용 > 자본금 1억이면요', /^법인 등기 서비스 · 법인 등기 비용은/],
  ['취득세 > 8억이면요', /^부동산 등기 서비스 · 취득세는/],
  ['언제까지 해야 돼요 > 매매인데 5억이면요', /60일 안에 소유권이전등기/],
  // Whether something must be registered is answered by when it must.
  ...['회사 주소 바뀜', '본점 옮겼어요', '상호 바꿨어요', '증자했어요'].flatMap((first) => [
    [`${first} > 꼭 해야 돼요`, /2주 안에 등기해야/] as const,
    [`${first} > 등기해야 하나요`, /2주 안에 등기해야/] as const,
  ]),
  ['상속 등기 > 꼭 해야 하나요', /상속 등기 자체에는 법이 정한 기한이 없습니다/],
  // The tax of what spouses divide is said on the page about it, and that of a gift with its rate.
  ...['이혼하면서 집 넘기려고', '이혼해서 아파트 받기로 했어요'].flatMap((first) => [
    [`${first} > 세금 나와요`, /재산분할의 취득세는/] as const,
    [`${first} > 서류는`, /재산분할협의서/] as const,
  ]),
  ['증여 등기 > 취득세는', /증여는 3\.5%/],
  // A question that names another matter leaves the talk, and one about the office is answered.
  ['개명 > 비용은요 > 상속 등기 비용은요', /^부동산 등기 서비스 · 비용은/],
  ['임차권등기 > 회사 설립 서류는요', /^법인 등기 서비스 · 법인 등기에 필요한 서류/],
  ['공탁금 출급 > 상속포기 기한은요', /^민사 서비스 · 상속·유언/],
  ['지급명령 > 토요일에도 하나요', /휴무/],
  ['개인회생 > 주차 되나요', /주차 자리/],
])('%s: %s', async (question, answer) => {
  expect(await ask(question.split(' > '))).toMatch(answer)
})
