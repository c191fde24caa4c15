import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import { loadDemoPosts } from '#server/blog/demo.ts'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

/** What visitors ask of a matter, in all their wordings. */
const site = buildSiteFromSource()
const server = await buildTestApp({ config: { rateLimitPerMinute: 600_000 }, distDir: site.distDir })
beforeAll(() => loadDemoPosts(server.ownerDb, { now: new Date() }))
afterAll(async () => {
  await server.close()
  site.remove()
})

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

test.each([
  ['where is your office', /address/],
  ['opening hours', /^This office answers in Korean/],
  ['How much does it cost to register a house?', /estimate/],
  ['Do you speak English?', /^This office answers in Korean/],
  ['I want to buy an apartment. What documents do I need?', /^These pages/],
])('%s, which is English, is answered in English, with the telephone', async (question, text) => {
  const message = await ask([question])
  expect(message).toMatch(text)
  expect(message).toContain(`Please call ${newOffice.telephone}. Hours: weekdays`)
  expect(message).not.toContain('찾은 결과입니다.')
})

function firstHeading(message: string): string {
  return message.split('\n').find((line) => /^(?:\S+ )*(?:서비스|안내|임차권등기명령)(?: · |$)/.test(line)) ?? message
}

async function ask(questions: readonly string[]): Promise<string> {
  const messages = questions.slice(0, -1).map((content) => ({ role: 'user' as const, content, created_at: '' }))
  const payload = { prompt: questions.at(-1), messages }
  const response = await server.app.inject({ method: 'POST', url: chatPaths.ask, payload })
  return chatAnswerSchema.parse(response.json()).message
}
