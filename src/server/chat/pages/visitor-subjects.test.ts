import { expect, test } from 'vitest'
import { newOffice } from '#domain/office/office.ts'
import { openVisitorChat } from '#tests/support/servers/visitor-chat.ts'

/** What visitors ask of a matter, in all their wordings. */
const ask = await openVisitorChat()

/** Wordings of each aspect, after a matter. */
const wordings = {
  cost: [
    '얼마예요',
    '얼마에요',
    '얼마죠',
    '얼마 들어요',
    '하는데 얼마나 들까요',
    '비용',
    '수수료가 얼마인가요',
    '비용 궁금합니다',
    '하려면 돈 많이 드나요',
    '비용은 어느정도 하나요',
  ],
  duration: [
    '며칠 걸려요',
    '얼마나 걸려요',
    '끝나려면 며칠이나',
    '며칠이에요',
    '언제 끝나요',
    '하면 언제쯤 나와요',
    '다 되려면 며칠',
    '소요 기간',
    '하는데 며칠이면 되나요',
    '오래 걸려요?',
  ],
  deadline: [
    '언제까지',
    '언제까지 해야 하나요',
    '며칠 안에 해야 돼요',
    '몇일 이내에 해야하나요',
    '기한',
    '기한이 어떻게 되나요',
    '언제까지 신고해야 해요',
    '기한 며칠',
  ],
  papers: [
    '서류',
    '서류 뭐 필요해요',
    '하려면 뭐 준비해야 되나요',
    '준비물',
    '뭐뭐 필요해요',
    '필요한 서류 알려주세요',
    '뭐 챙겨 가요',
  ],
} as const
type AskedAspect = keyof typeof wordings

const land = '부동산 등기 서비스'
const company = '법인 등기 서비스'
const civil = '민사 서비스'
const deposit = '공탁 서비스'
const landPages = {
  cost: `${land} · 비용은 어떻게 정해지나요?`,
  duration: `${land} · 등기를 마치기까지 얼마나 걸리나요?`,
}
const companyPages = {
  cost: `${company} · 법인 등기 비용은 얼마인가요?`,
  duration: `${company} · 법인 등기는 얼마나 걸리나요?`,
  deadline: `${company} · 언제까지 등기해야 하나요?`,
  papers: `${company} · 법인 등기에 필요한 서류는 무엇인가요?`,
}
const civilPages = { cost: `${civil} · 비용은 얼마인가요?`, duration: `${civil} · 기간은 얼마나 걸리나요?` }
const depositPages = {
  cost: `${deposit} · 공탁 비용은 어떻게 정해지나요?`,
  duration: `${deposit} · 공탁은 얼마나 걸리나요?`,
}
const withdrawal = {
  ...depositPages,
  deadline: `${deposit} · 공탁금은 언제까지 찾아야 하나요?`,
  papers: `${deposit} · 공탁금 출급에 필요한 서류`,
}

/** The answers by matter; an aspect that no page says is left out. */
const matters: Readonly<Record<string, Partial<Record<AskedAspect, string>>>> = {
  상속등기: {
    ...landPages,
    deadline: `${land} · 상속 등기는 언제까지 해야 하나요?`,
    papers: `${land} · 상속 등기에 필요한 서류`,
  },
  '매매 등기': {
    ...landPages,
    deadline: `${land} · 언제까지 등기해야 하나요?`,
    papers: `${land} · 매매 소유권이전등기에 필요한 서류`,
  },
  증여등기: {
    ...landPages,
    deadline: '부동산 취득세 개정 안내 · 신고는 언제까지',
    papers: `${land} · 증여 등기에 필요한 서류`,
  },
  소유권이전등기: { ...landPages, deadline: `${land} · 언제까지 등기해야 하나요?` },
  '근저당 말소': { ...landPages, papers: `${land} · 근저당 말소 등기에 필요한 서류` },
  '대출 다 갚았는데 말소': { ...landPages, papers: `${land} · 근저당 말소 등기에 필요한 서류` },
  '근저당 설정': { ...landPages, papers: `${land} · 근저당 설정 등기에 필요한 서류` },
  신탁등기: landPages,
  '법인 설립': companyPages,
  '임원 변경': companyPages,
  '대표이사 변경': companyPages,
  '사내이사 추가': companyPages,
  본점이전: companyPages,
  '상호 변경': companyPages,
  증자: companyPages,
  '법인 해산': companyPages,
  공탁: depositPages,
  변제공탁: depositPages,
  '공탁금 출급': withdrawal,
  '공탁금 회수': { ...depositPages, papers: `${deposit} · 공탁금 회수에 필요한 서류` },
  상속포기: { cost: civilPages.cost, deadline: `${civil} · 상속·유언` },
  한정승인: { cost: civilPages.cost, deadline: `${civil} · 상속·유언` },
  지급명령: civilPages,
  소송: civilPages,
  소액소송: civilPages,
  항소: { deadline: `${civil} · 패소하면 어떻게 되나요?` },
}

const rows = Object.entries(matters).flatMap(([matter, answers]) =>
  (Object.keys(answers) as AskedAspect[]).map((aspect) => [matter, aspect, answers[aspect] ?? ''] as const),
)

test.each(rows)('%s: every wording of its %s is answered under %s', async (matter, aspect, heading) => {
  const answers = await Promise.all(
    wordings[aspect].map(async (wording) => [
      `${matter} ${wording}`,
      firstHeading(await ask([`${matter} ${wording}`])),
    ]),
  )
  expect(answers).toEqual(wordings[aspect].map((wording) => [`${matter} ${wording}`, heading]))
})

test.each(rows)('after %s, every wording of its %s goes on with it, under %s', async (matter, aspect, heading) => {
  const asked = wordings[aspect].filter((wording) => !wording.startsWith('하'))
  const answers = await Promise.all(
    asked.map(async (wording) => [wording, firstHeading(await ask([`${matter} 비용`, wording]))]),
  )
  expect(answers).toEqual(asked.map((wording) => [wording, heading]))
})

test.each(['근저당 말소', '신탁등기', '이혼 재산분할 등기'])(
  '%s has no deadline, and gets that of no other matter and no time it takes',
  async (matter) => {
    const messages = await Promise.all(wordings.deadline.map((wording) => ask([`${matter} ${wording}`])))
    for (const message of messages) expect(message).not.toMatch(/60일|2주|얼마나 걸리나요/)
  },
)

test.each([
  ['등기 어디서 해요', `${land} · 접수`],
  ['본점이전 어디에 신청해요', `${company} · 등기 신청`],
  ['공탁 어디서 해요', `${deposit} · 어느 공탁소에 공탁하나요?`],
  ['상속포기 어디에 신고해요', `${civil} · 상속·유언`],
  ['임차권등기 어디에 신청해요', '보증금을 못 받고 이사해야 한다면, 임차권등기명령 · 절차'],
  ['임차권등기 얼마나 걸려요', '보증금을 못 받고 이사해야 한다면, 임차권등기명령 · 절차'],
  ['법인 대표가 사망했어요', `${company} · 임원 변경`],
  ['공탁금 받을 분이 돌아가셨는데 찾으려면', `${deposit} · 받을 분이 돌아가셨을 때 필요한 서류`],
  ['공탁금 돌려받고 싶어요', `${deposit} · 공탁금 회수에 필요한 서류`],
  ['본점을 부산에서 서울로 옮겨요', `${company} · 본점 이전·상호와 목적 변경`],
  ['감사 한 명 추가하려고요', `${company} · 임원 변경`],
  ['공탁이요', deposit],
  ['등기 좀 해주세요', land],
])('%s is answered under %s', async (question, heading) => {
  expect(firstHeading(await ask([question]))).toBe(heading)
})

test.each([
  ['비용하고 서류 그리고 며칠 걸리는지 알려주세요 근저당 말소요', [landPages.cost, landPages.duration, '해지증서']],
  ['본점이전 비용하고 며칠 걸리나요', [companyPages.cost, companyPages.duration]],
  ['상속등기 언제까지 해야 하고 안 하면 벌금 있어요? 비용은요?', ['상속 등기는 언제까지 해야 하나요?', landPages.cost]],
  ['증여할때 서류 그리고 세금', ['증여 등기에 필요한 서류', '취득세는 어떻게 계산하나요?']],
  ['상속포기 얼마 들고 서류는 뭐 필요해요', [civilPages.cost, '서류는 공개된 안내에 없습니다.']],
  ['주말 상담 되고 주차 되나요', ['전화와 방문', '주차·결제·상담료가 궁금해요']],
] as const)('%s: no part is dropped', async (question, parts) => {
  const message = await ask([question])
  for (const part of parts) expect(message).toContain(part)
})

const office = { reach: '문의하기 · 전화와 방문', asides: '문의하기 · 주차·결제·상담료가 궁금해요' }
const general = '문의하기 · 준비물과 필요한 서류는 무엇인가요?'
const registerChange = '사무소 소개 · 전세권·지상권·가등기나 등기부를 바로잡는 등기도 맡나요?'

test.each([
  ['등기 서류랑 비용 알려주세요', [general, landPages.cost]],
  ['집 등기하는데 비용이랑 서류요', [landPages.cost, '매매 소유권이전등기에 필요한 서류']],
  ['공탁 비용 서류 기간', [depositPages.cost, withdrawal.papers, depositPages.duration]],
  ['이혼 재산분할 등기 비용이랑 서류', [landPages.cost, '이혼하면서 집의 명의를 넘기려면 어떻게 하나요?']],
  ['이름 바꿨는데 등기 비용이랑 서류', [registerChange]],
  [
    '신혼집으로 아파트를 공동명의로 사려고 하는데요. 등기비용이 총 얼마나 나오는지, 어떤 서류를 준비해야 하는지, 사무실에 둘다 가야하는지 궁금합니다',
    [landPages.cost, '매매 소유권이전등기에 필요한 서류', '잔금일에 꼭 함께 가야 하나요?'],
  ],
  [
    '어머니가 돌아가셨는데 형제들 인감이 다 필요한가요? 그리고 벌금 같은게 나오나요?',
    ['상속 등기에 필요한 서류', '상속 등기는 언제까지 해야 하나요?'],
  ],
  ['영업시간이랑 주차, 그리고 근저당 말소 비용이요', [office.reach, office.asides, landPages.cost]],
  ['위치랑 법인설립 비용', ['사무소 소개 · 오시는 길과 연락처', companyPages.cost]],
  ['토요일에도 하시나요? 근저당 말소 서류도', [office.reach, '근저당 말소 등기에 필요한 서류']],
  ['예약해야 하나요? 근저당 말소 비용도요', ['예약하고 가야 하나요?', landPages.cost]],
  ['주차되나요 상담료는요 영업시간은요', [office.asides, office.reach]],
] as const)('%s: each part is answered, and none is denied that a page answers', async (question, parts) => {
  const message = await ask([question])
  for (const part of parts) expect(message).toContain(part)
  expect(message).not.toMatch(/공개된 안내에 없습니다|물으신 그대로의 안내는 없어/)
})

const collection = `${civil} · 채권 회수(지급명령·강제집행)`
const writing = '사무소 소개 · 내용증명이나 고소장, 계약서도 써 주나요?'

test.each([
  ['이사해서 주소가 바뀌었는데 집 등기도 바꿔야 되나요', registerChange],
  ['이사 왔는데 집주인 주소도 바꿔야하나요', registerChange],
  ['이사했는데 등기 고쳐야 하나요', registerChange],
  ['이사가 그만뒀어요 등기해야 하나요', `${company} · 임원 변경`],
  ['회사 이사가 사임했는데 등기', `${company} · 임원 변경`],
  ['회사가 이사했어요', `${company} · 본점 이전·상호와 목적 변경`],
  ['돈 빌려주고 차용증 있는데 못받고 있어요', collection],
  ['내용증명 보냈는데 돈을 안줘요', collection],
  ['빌려준 돈 못받고 있는데 내용증명 써주시나요', writing],
  ['차용증 써주시나요', writing],
  ['전세 만기인데 집주인이 돈이 없대요', '보증금을 못 받고 이사해야 한다면, 임차권등기명령'],
])('%s: words with two meanings are read by those around them, under %s', async (question, heading) => {
  const message = await ask([question])
  expect(message.split('\n').find((line) => line === heading)).toBe(heading)
})

test.each(['근저당 말소 서류', '공탁금 출급하려고 하는데요', '법인설립 비용'])(
  'after %s, who must come is answered for that and not for a sale',
  async (earlier) => {
    for (const question of ['본인이 꼭 가야하나요', '대리인이 가도 되나요', '직접 가야 하나요?']) {
      const message = await ask([earlier, question])
      expect(message).toMatch(/^물으신 그대로의 안내는 없어 '방문하기 어려운 때'/)
      expect(message).not.toContain('잔금일')
    }
  },
)

test.each([
  [['등기 맡기면 취득세 신고도 해주시나요'], '취득세 계산'],
  [['취득세도 대신 내주시나요'], '취득세 계산'],
  [['자본금 얼마로 해야 돼요?'], '회사 설립'],
  [['셀프등기 하려는데 도와주실수 있나요'], '셀프 등기'],
])('%j, which no page answers, is answered with a note', async (questions, name) => {
  expect(await ask(questions)).toMatch(new RegExp(`^물으신 그대로의 안내는 없어 '${name}'`))
})

test.each([
  [['기간은?', '그럼 주식회사 말고 유한회사는요'], "'주식회사 말고 유한회사는요'에 대한 안내입니다."],
  [['토요일에 상담 받고 싶은데요', '그럼 저녁 7시는요?'], "'저녁 7시는요'에 대한 안내입니다."],
])('%j: the note names the last question only', async (questions, note) => {
  expect((await ask(questions)).split('\n')[0]).toBe(note)
})

test('a question about the papers asked after a matter is one about its papers', async () => {
  expect(firstHeading(await ask(['근저당 말소 서류 알려주세요', '그거 등본도 떼가야 하나요']))).toBe(
    `${land} · 근저당 말소 등기에 필요한 서류`,
  )
})

test.each([
  ['where is your office', /address/],
  ['opening hours', /^This office answers in Korean/],
  ['How much does it cost to register a house?', /estimate/],
  ['Do you speak English?', /^This office answers in Korean/],
  ['I want to buy an apartment. What documents do I need?', /^These pages/],
  ['Can I pay by credit card?', /^These pages/],
  ['What is gongtak?', /^These pages/],
])('%s, which is English, is answered in English, with the telephone', async (question, text) => {
  const message = await ask([question])
  expect(message).toMatch(text)
  expect(message).toContain(`Please call ${newOffice.telephone}. Hours: weekdays`)
  expect(message).not.toContain('찾은 결과입니다.')
})

function firstHeading(message: string): string {
  return message.split('\n').find((line) => /^(?:\S+ )*(?:서비스|안내|임차권등기명령)(?: · |$)/.test(line)) ?? message
}
