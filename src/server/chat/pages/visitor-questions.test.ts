import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { meantAnswers, personRequests, typedAnswers, unanswered } from '#tests/support/people/visitor-questions.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

/** What people ask before they come, by the heading that answers it. */
const answers: Readonly<Record<string, readonly string[]>> = {
  '예약하고 가야 하나요?': [
    '예약해야 하나요',
    '예약 필요한가요?',
    '예약 없이 가도 되나요',
    '예약안하고 그냥 가도 되나요',
    '방문 예약은 어떻게 하나요',
    '미리 예약하고 찾아가야 하나요?',
    '상담 예약하고 싶어요',
    '상담받으려면 예약해야 하나요?',
    '그냥 방문해도 되나요',
    '예약제인가요',
    '사전 예약 필수인가요?',
    '당일 방문 되나요',
  ],
  '주차·결제·상담료가 궁금해요': [
    '주차',
    '주차 되나요',
    '주차되나요?',
    '주차장 있나요',
    '주차 가능한가요?',
    '건물에 주차할 수 있어요?',
    '주차비 있나요',
    '차 가져가도 되나요',
    '차를 가지고 가려는데 어디에 세우나요',
    '자가용 타고 가도 되나요?',
    '차 댈 데 있어요?',
    '주차는 가능하십니까',
    '근처에 주차할 데 있나요',
    '주차 지원되나요',
    '차로 가려는데요',
    '주차하려면어떻게해야하나요',
    '상담료 있나요',
    '상담료가 얼마예요?',
    '무료 상담 되나요?',
    '무료상담인가요',
    '상담 비용이 얼마인가요',
    '상담비 받나요',
    '상담만 받아도 돈 내나요',
    '전화로 물어보는 것도 돈이 드나요?',
    '상담은 공짜인가요',
    '상담하는데 얼마예요',
    '상담만 받는데도 비용이 있나요',
    '카카오톡 상담',
    '카톡으로 물어봐도 되나요',
    '카톡 되나요?',
    '카카오톡채널 있어요?',
    '카톡 아이디 알려주세요',
    '문자로 상담 가능한가요',
    '이메일로 상담 가능한가요',
    '카톡상담되나요',
    '톡으로 문의해도 되나요',
    '카카오톡으로 서류 보내도 되나요',
    '카드 결제 되나요',
    '카드로 결제할 수 있어요?',
    '현금영수증 되나요',
  ],
  '셀프등기, 혼자서 할 수 있나요?': [
    '셀프등기 도와줘',
    '셀프등기 도와주세요',
    '셀프등기 좀 도와주실 수 있나요',
    '셀프등기 해보려고요',
    '셀프등기 방법',
    '셀프등기 하는 방법 알려줘',
    '셀프등기 할 수 있나요',
    '셀프 등기 하고 싶어요',
    '혼자서 등기해도 돼요?',
    '등기를 제가 직접 할 수 있나요?',
    '법무사 없이 등기할 수 있나요',
    '등기 혼자 하려면 어떻게 하나요',
    '셀프등기할수있나요',
    '나홀로 등기',
    '법무사 꼭 써야 하나요',
    '등기소에 제가 직접 가야 하나요',
    '샐프등기 할 수 있나요',
    'ㅅㅍㄷㄱ',
    '온라인으로 등기 신청할 수 있나요',
    '제가 직접 할 수 있어요?',
  ],
  '이혼하면서 집의 명의를 넘기려면 어떻게 하나요?': [
    '이혼하면서 집 명의 넘기려면',
    '이혼 재산분할 등기',
    '이혼 재산분할로 아파트를 받기로 했어요',
    '재산분할 등기는 어떻게 하나요?',
    '이혼하고 집을 제 앞으로 옮기고 싶어요',
    '이혼했는데 집 명의를 바꾸려고요',
    '이혼하면서집명의넘기려면',
    '이혼 후 부동산 명의이전',
    '협의이혼 재산분할로 집 받았어요',
  ],
  '등기부등본은 어디서 떼나요?': [
    '등기부등본 어디서 떼요',
    '등기부등본 떼는 법',
    '등기부 등본 발급',
    '등본 발급',
    '등본 어디서 떼나요?',
    '등기부등본 인터넷으로 뗄 수 있나요?',
    '등기사항증명서 발급은 어디서 하나요',
    '등기부 떼어 주실 수 있나요',
    '등기부등뵨 발급',
    '등기부등본어디서떼요',
    '등기부등본 수수료',
    '주민등록등본 발급',
    '토지대장 어디서 떼요',
    '인감증명서 발급',
    '가족관계증명서 발급',
  ],
  '준비물과 필요한 서류는 무엇인가요?': [
    '필요한 서류가 뭐예요?',
    '필요서류',
    '서류 뭐 필요해요',
    '서류는 뭘 준비하면 되나요?',
    '준비물이 뭐예요?',
    '구비서류 알려 주세요',
    '뭐 가져가야 해요?',
    '등기할 때 필요한 서류',
    '신분증 가져가야 하나요',
    '도장 필요한가요',
  ],
  '매매 소유권이전등기에 필요한 서류': [
    '매매 서류',
    '매매 잔금 치르는 날 뭐 가져가야 해요',
    '집을 샀는데 필요한 서류가 뭐예요?',
    '아파트 매매등기 필요서류',
    '집 팔 때 필요한 서류',
    '부동산 매매 준비물',
    '셀프등기 하려는데 서류 뭐가 필요한가요',
    '등기를 혼자 하려는데 준비할 서류 알려 주세요',
    '집 샀는데 뭐부터 해야 하나요',
    '소유권이전등기 필요서류',
  ],
  '상속 등기에 필요한 서류': [
    'ㅅㅅㄷㄱ 서류',
    '상송 등기 서류',
    '상송등기 서류',
    '삼속 등기 서류',
    '상속 서류',
    '상속등기 필요한 서류가 뭐예요?',
    '아버지가 돌아가셨는데 상속등기 서류는 뭐가 필요한가요',
    '집을 상속받았는데 서류 뭐 떼야 하나요',
    '셀프 상속등기 서류',
  ],
  '증여 등기에 필요한 서류': [
    '증여하려면 뭐가 필요해요?',
    '증여 서류',
    '증여등기 서류 뭐 필요해요?',
    '아들에게 집을 증여하려면 어떤 서류가 필요한가요',
    '집을 증여하려면 뭐 해야 하나요',
  ],
  '근저당 말소 등기에 필요한 서류': [
    '근저당 말소하려는데 뭐가 필요해요',
    '근저당 말소하려면 뭐가 필요한가요?',
    '근저당 말소 등기 하고 싶은데 뭐가 필요해요',
    '근저당 말소에 필요한 것',
    '근저당 말소 서류',
    '근저당말소 필요서류',
    '근저당권 말소등기 필요서류',
    '근저당권말소 서류 알려줘',
    '저당권 말소할 때 필요한 서류',
    '근저당권설정등기 말소 서류',
    '대출 다 갚았는데 말소 서류 뭐가 필요해요?',
    '대출 다 갚았는데 뭐 해야돼',
    '빚을 전부 갚았으면 무엇을 해야 하나요?',
  ],
  '부모님이 돌아가셨습니다. 집의 상속 등기는 어떻게 하나요?': [
    '아버지가 돌아가셨는데 집 상속 어떻게 하나요',
    '집 상속은 어떻게 해요?',
    '상속 등기는 어떻게 하나요',
  ],
  상속·유언: [
    '상속포기 기한',
    '빚 상속 포기하고 싶은데 기간이 어떻게 되나요',
    '상속포기는 언제까지 해야 하나요',
    '한정승인 기한',
  ],
  '오시는 길과 연락처': [
    '어떻게 가나요',
    '사무실은 어떻게 찾아가나요?',
    '위치가 어디에요? 지하철역',
    '위치',
    '사무소 위치가 어디인가요',
    '지하철역에서 가까운가요',
    '버스 타고 가려면 어디에서 내려요',
    '찾아가는 길',
    '약도',
    '사무실이 어디에 있나요',
  ],
  '공탁금 출급에 필요한 서류': [
    '공탁금 찾는 방법',
    '공탁금 찾는 법',
    '공탁금 어떻게 찾아요',
    '공탁금 찾고 싶어요',
    '공탁금 수령 방법',
    '공탁금 찾으려면 서류가 뭐 필요한가요',
    '수용보상금 공탁금 출급 서류',
    '공탁금 출급 필요서류',
  ],
  '수용보상금 공탁에 필요한 서류': ['수용보상금 공탁 서류'],
  '공탁금은 언제까지 찾아야 하나요?': ['공탁금은 언제까지 찾아야 하나요', '공탁금 찾는 기한'],
  '법인 등기에 필요한 서류는 무엇인가요?': [
    '대표이사 주소 변경등기 서류',
    '법인 서류',
    '법인등기 필요서류',
    '임원 변경 서류',
    '법인 설립 서류',
    '회사를 만들려면 어떤 서류가 필요한가요',
  ],
  '근저당 설정 등기에 필요한 서류': ['근저당 설정 서류', '근저당권 설정등기 필요서류', '근저당권설정 서류'],
  '임원 변경': [
    '법인 대표 주소 변경',
    '대표이사 주소 변경',
    '법인 대표 주소가 바뀌었어요',
    '대표이사가 이사했는데 등기해야 하나요',
  ],
  변제공탁: ['변제공탁 하고싶은데요', '변제공탁 하고 싶어요'],
  '임대주택 부기등기': ['임대사업자 부기등기'],
  '서류의 유효 기간': ['인감증명서 유효기간', '인감증명서 몇 개월짜리'],
  '법인 등기 비용은 얼마인가요?': ['법인 설립 비용', '임원 변경 비용', '법인등기 비용 얼마예요'],
  '전화와 방문': ['오늘 상담 가능한가요', '점심시간에 가도 돼요?'],
  '잔금일에 꼭 함께 가야 하나요?': [
    '잔금일이 내일이에요',
    '내일이 잔금일인데요',
    '잔금일이 다음 주예요',
    '잔금이 모레예요',
    '잔금 치르는 날이 이번 주 금요일이에요',
    '가족이 대신 가도 되나요',
  ],
  '전문가가 꼭 필요한가요?': ['혼자 소송할 수 있나요', '나홀로 소송'],
  '비용은 어떻게 정해지나요?': [
    '집을 샀는데 등기 비용이 얼마인가요?',
    '아파트 매매 등기비용',
    '아파트매매 등기비용 얼마예요',
    '등기비 얼마나 나와요?',
    '법무사 수수료',
    '법무사 보수 얼마예요',
    '법무사비용',
    '상속 등기 비용',
    '등기 이전 비용이 궁금합니다',
    '아파트 5억 등기비용',
    '5억 아파트 법무사 비용',
    '3억 5천만원짜리 빌라를 샀는데 등기 비용이 얼마인가요?',
    '집 살 때 드는 비용',
    '법무사 수수료 표 있나요',
    '근저당 말소 비용',
  ],
}

/** What only a court decides. */
const judgements = [
  '제가 소송에서 이길까요',
  '소송하면 이길 수 있나요?',
  '승소 가능성 있나요',
  '승소할 확률이 얼마나 되나요',
  '재판에서 질 것 같나요',
  '저 처벌받나요?',
  '이 계약 무효인가요',
  '집주인이 사기인가요?',
  '이혼 위자료 얼마 받을까요',
  '합의금은 얼마가 적당한가요',
  '누구 잘못인가요',
]

const site = buildSiteFromSource()
let now = new Date()
const server = await buildTestApp({
  config: { rateLimitPerMinute: 600_000 },
  distDir: site.distDir,
  now: () => now,
})
afterAll(async () => {
  await server.close()
  site.remove()
})

const table = [answers, typedAnswers, meantAnswers]
  .flatMap((headings) => Object.entries(headings))
  .flatMap(([heading, questions]) => questions.map((question) => [question, heading] as const))

describe.each(['an office without posts', 'an office with posts'])('%s', (office) => {
  beforeAll(async () => {
    if (office === 'an office with posts') await loadDemoPosts(server.ownerDb, { now: new Date() })
  })

  test.each(table)('%s is answered under %s', async (question, heading) => {
    const { message } = await ask(question)
    expect(message.split('\n').find((line) => line.includes(' · '))).toMatch(createEndPattern(heading))
  })

  test.each(unanswered)('%s is left to a person, with telephone and contact page', async (question) => {
    const { message, parts } = await ask(question)
    expect(message).toContain('답을 찾지 못했습니다.')
    expect(message).toContain(`전화 ${newOffice.telephone}`)
    expect(parts).toContainEqual(
      expect.objectContaining({ title: '문의', links: [{ label: '문의하기', href: '/contact' }] }),
    )
  })

  test.each(personRequests)('%s is answered at once with telephone, hours and contact page', async (question) => {
    const { message, parts } = await ask(question)
    expect(message).toMatch(/^법무사 .* 직접 상담해 드립니다\./)
    expect(message).toContain(`전화: ${newOffice.telephone}\n상담 시간: ${newOffice.hours}`)
    expect(parts.at(-1)).toMatchObject({ title: '문의', links: [{ label: '문의하기', href: '/contact' }] })
  })

  test.each(judgements)('%s gets no opinion but a person to ask', async (question) => {
    const { message, parts } = await ask(question)
    expect(message).toContain('법률 판단을 하는 일은 여기서 하지 않습니다.')
    expect(message).toContain(`전화(${newOffice.telephone}, ${newOffice.hours})`)
    expect(parts.at(-1)).toMatchObject({ title: '문의', links: [{ href: '/contact' }] })
  })
})

test('the answer about an inherited house leads to its papers and says the period', async () => {
  const { parts } = await ask('아버지가 돌아가셨는데 집 상속 어떻게 하나요')
  expect(JSON.stringify(parts)).toContain('상속 등기에 필요한 서류')
})

test.each(['전화번호', '연락처 알려 주세요', '상담 시간'])(
  '%s is answered without the words of a button',
  async (question) => {
    expect((await ask(question)).message).not.toMatch(/전화 문의|상담 문의/)
  },
)

test('says plainly what a scrivener may do and leaves to the office whether it does it', async () => {
  const { message, parts } = await ask('개인회생 하나요')
  expect(message).toMatch(/신청을 대리하는 일은 법무사가 할 수 있습니다\..*전화\(.*\)로 확인해 주세요\./)
  expect(parts.at(-1)).toMatchObject({ title: '문의', links: [{ href: '/contact' }] })
  expect((await ask('소송 대리 해 주나요')).message).toContain('소송을 대리하는 일')
})

test.each([
  ['미성년자 상속 등기 되나요', '상속 등기', '부모님이 돌아가셨습니다. 집의 상속 등기는 어떻게 하나요?'],
  ['재건축 조합 신탁 등기', '신탁 등기', '신탁등기'],
  ['미성년자가 상속받으면요', '상속 등기', '부모님이 돌아가셨습니다. 집의 상속 등기는 어떻게 하나요?'],
  ['지분 이전 등기 서류', '소유권이전등기 서류', '매매 소유권이전등기에 필요한 서류'],
  ['남매끼리 공동명의로 바꾸고 싶어요', '소유권이전등기', '소유권이전등기'],
])('%s, which no page answers, is answered in general for %s, and says so', async (question, general, heading) => {
  const { message, parts } = await ask(question)
  expect(message).toContain(`물으신 그대로의 안내는 없어 '${general}'에 대한 안내를 보여 드립니다.`)
  expect(message.split('\n').find((line) => line.includes(' · '))).toMatch(createEndPattern(heading))
  expect(parts.at(-1)).toMatchObject({ title: '문의', links: [{ href: '/contact' }] })
})

test('the period of an inheritance names the registration first and then the tax', async () => {
  const { message } = await ask('상속등기 기한이 있나요?')
  expect(message).toMatch(/상속 등기 자체에는 법이 정한 기한이 없습니다\..*6개월.*9개월.*지방세법 제20조/)
})

test.each([
  '아버지가 돌아가셨는데 집 상속 등기 어떻게 하나요? 서류는요?',
  '상속 등기 어떻게 하나요? 필요한 서류는?',
  '상속 등기 절차와 서류 알려 주세요',
  '어머니가 돌아가셨어요. 집 상속은 어떻게 하고 서류는 뭐가 필요해요?',
])('%s lists the papers too', async (question) => {
  const { message } = await ask(question)
  expect(message).toContain('상속 등기는 어떻게 하나요?')
  expect(message).toContain('제적등본')
  expect(message).not.toMatch(/위의|아래의/)
})

test.each([
  ['상속 등기는 얼마나 걸려요? 서류는요?', ['얼마나 걸리나요?', '상속 등기에 필요한 서류']],
  ['사무실 어디에요 주차 되나요', ['오시는 길과 연락처', '주차·결제·상담료가 궁금해요']],
  [
    '증여 서류랑 비용이랑 기간 알려 주세요',
    ['증여 등기에 필요한 서류', '비용은 어떻게 정해지나요?', '등기를 마치기까지 얼마나 걸리나요?'],
  ],
  ['3억짜리 아파트 등기비용 얼마에요', ['비용은 어떻게 정해지나요?', '취득세는 어떻게 계산하나요?']],
  ['빌라 2억5천만원 얼마 들어요', ['비용은 어떻게 정해지나요?', '취득세는 어떻게 계산하나요?']],
  ['말소 등기 비용이랑 기간', ['비용은 어떻게 정해지나요?', '등기를 마치기까지 얼마나 걸리나요?']],
  ['공탁하고 싶은데 가능한가요? 비용은 얼마예요?', ['공탁 서비스', '공탁 비용은 어떻게 정해지나요?']],
  ['근저당 말소 서류는요? 비용은요?', ['근저당 말소 등기에 필요한 서류', '비용은 어떻게 정해지나요?']],
] as const)('%s gets each answer', async (question, headings) => {
  const { message } = await ask(question)
  for (const heading of headings) expect(message).toContain(heading)
})

test.each(['매매 서류랑 비용좀여', '매매 서류는? 비용은?'])('%s gets both answers', async (question) => {
  const { message } = await ask(question)
  expect(message).toContain('매매 소유권이전등기에 필요한 서류')
  expect(message).toContain('비용은 어떻게 정해지나요?')
})

test.each(['안녕하세요 상속 서류 문의요', '감사합니다 상속 서류도 알려 주세요'])(
  '%s is a question after a greeting or thanks',
  async (question) => {
    expect((await ask(question)).message).toContain('제적등본')
  },
)

test.each(['고마워요', '정말 감사합니다', '감사합니다 도움이 됐어요', 'thank you'])(
  '%s is thanks',
  async (question) => {
    expect((await ask(question)).message).toBe('도움이 되셨다니 다행입니다. 더 궁금한 점이 있으면 물어보세요.')
  },
)

test.each([
  '상대방과 연락이 안 돼요',
  '집주인하고 통화했는데 보증금을 안 준대요',
  '법무사랑 변호사 차이가 뭐예요',
  '담당자가 끝까지 맡나요',
])('%s does not ask for a person', async (question) => {
  expect((await ask(question)).message).not.toContain('직접 상담해 드립니다.')
})

test.each(['네', '응', '아니요', '다시', '몰라요', 'ㅋㅋ', 'ㅎㅎ'])('%s is asked for a question', async (reply) => {
  expect((await ask(reply)).message).toMatch(/^궁금한 점을 한 문장으로/)
})

test.each(['ㅎㅇ', 'ㅎㅇ요', '안녕하세요', '하이'])('%s is greeted', async (question) => {
  expect((await ask(question)).message).toMatch(/^안녕하세요/)
})

test('the period for giving up an inheritance is named with its article', async () => {
  expect((await ask('상속포기 기한')).message).toMatch(/안 날부터 3개월.*민법 제1019조/)
})

test('names what a transfer costs once the office has entered its fees', async () => {
  expect((await ask('집을 샀는데 등기 비용이 얼마인가요?')).message).not.toContain('3억원에')
  await server.ownerDb
    .updateTable('statutory_rate')
    .set({ updated_by: '관리자' })
    .where('kind', '=', 'fee_standard')
    .execute()
  now = new Date(now.getTime() + 60_000)
  const { message } = await ask('집을 샀는데 등기 비용이 얼마인가요?')
  expect(message).toMatch(/3억원에 [\d,]+원, 5억원에 [\d,]+원/)
  expect(message).toContain('부가가치세와 세금·공과금은 따로입니다.')
  expect((await ask('5억짜리 아파트 취득세')).message).toMatch(/세율을 곱합니다.*5억원에 [\d,]+원/)
})

function createEndPattern(heading: string): RegExp {
  return new RegExp(`${heading.replace(/[?()]/g, String.raw`\$&`)}$`)
}

async function ask(prompt: string) {
  const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt } })
  return chatAnswerSchema.parse(response.json())
}
