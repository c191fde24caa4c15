import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAnswerSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { loadDemoUnits } from '#server/real-estate/load-demo-units.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { loadDemoOffice } from '#tests/support/servers/load-demo-office.ts'

/** Every field of a book answers: what a list or a panel shows is never said to be missing. */
const now = new Date('2026-11-29T15:30:00Z')
const server = await buildTestApp({ now: () => now, config: { rateLimitPerMinute: 60_000 } })
afterAll(server.close)
let staff: SignedIn
beforeAll(async () => {
  await loadDemoOffice(server, now)
  await loadDemoUnits(server.ownerDb, { now, count: 20 })
  staff = await server.signIn('staff')
}, 60_000)

async function ask(prompt: string) {
  const response = await staff.inject({ method: 'POST', url: chatPaths.ask, payload: { prompt, messages: [] } })
  return chatAnswerSchema.parse(response.json())
}

test.each([
  ['공시송달로 끝난 공탁 몇건', /상태 완료 · 수령방법 ‘공시송달’: 공탁 사건 \d+건/],
  ['우편 반송된 공탁', /‘반송’: 공탁 사건 \d+건/],
  ['수령 거절 메모 있는 공탁 몇개', /비고 ‘거절’: 공탁 사건 9건/],
  ['등기권리증 분실한 사건', /^비고 ‘분실’: 공탁 사건 13건/],
  ['해외 거주 공유자 있는 공탁', /^비고 ‘해외’ · 비고 ‘거주’ · 비고 ‘공유자’: 공탁 사건 15건/],
  ['동거인 수령 몇 건', /^수령방법 ‘동거인’: 공탁 사건 \d+건/],
  ['해외 거주', /^비고 ‘해외’ · 비고 ‘거주’: 공탁 사건 15건/],
])('%s: a word is also looked up in the fields outside the general search', async (question, figure) => {
  const { message } = await ask(question)
  expect(message).toMatch(figure)
  expect(message).not.toContain('없습니다')
})

test('a word in several fields is counted in one and mentioned for the others', async () => {
  expect((await ask('공시송달 공탁 몇 건')).message).toContain(
    '‘공시송달’은 비고에 10건도 들어 있으나 함께 세지 않았습니다.',
  )
})

test.each([
  ['이번주 등기 몇 건', /^등기예정일 2026\.11\.30 ~ 2026\.12\.06: 등기 사건 16건/],
  ['내일 등기 뭐 있어', /^등기예정일 2026\.12\.01: 등기 사건 4건/],
  ['내일 등기 들어갈거 보여줘', /^등기예정일 2026\.12\.01: 등기 사건 4건/],
  ['12월 등기 몇 건 잡혔어', /^등기예정일 2026\.12\.01 ~ 2026\.12\.31: 등기 사건 30건/],
  ['올해 잡힌 등기', /^등기예정일 2026/],
  ['다음주 공탁 몇 건', /^수용개시일 2026/],
  ['지난주 등기 몇 건', /^등기접수일 2026/],
  ['이번달 등기 몇 건', /^등기접수일 2026/],
  ['상속등기 올해 몇건 했어', /^등기접수일 2026/],
])('%s: days ahead are those of planned work', async (question, field) => {
  expect((await ask(question)).message).toMatch(field)
})

test.each([
  ['적요 없는 카드 내역 몇 건', /^내용 없음: 카드사용내역 305건/],
  ['내용 없는 카드 내역 몇 건', /^내용 없음: 카드사용내역 305건/],
  ['구분 안 적힌 카드내역', /^구분 없음: 카드사용내역 47건/],
  ['구분 없는 카드내역', /^구분 없음: 카드사용내역 47건/],
  ['승인번호 없는 카드 사용', /^승인번호 없음: 카드사용내역 0건/],
  ['메모 안 쓴 카드 내역 합계', /· 내용 없음: 카드사용내역 \d+건/],
  ['연락처 없는 문의', /^연락처 없음: 문의 \d건/],
  ['이메일 없는 관리자 몇 명', /^이메일 없음: 관리자 \d명/],
])('%s: a field that is said to be empty is a condition', async (question, condition) => {
  expect((await ask(question)).message).toMatch(condition)
})

test.each([
  ['강미르 차장 전화', '관리자 ‘강미르’의 직책은 ‘대리’입니다. ‘차장’은 빼고 찾았습니다.'],
  ['이도담 과장 연락처', '관리자 ‘이도담’의 직책은 ‘차장’입니다. ‘과장’은 빼고 찾았습니다.'],
])('%s: a person with another rank is found by the name', async (question, note) => {
  const { message } = await ask(question)
  expect(message).toContain(note)
  expect(message).toMatch(/관리자 1명입니다\.$/)
})

test.each([
  ['솔빛도시개발공사 보상2부 누구누구 있어', 2],
  ['보상2부 사람들', 5],
  ['가상도로공사 용지부 담당자들', 2],
  ['솔빛도시개발공사 직원 명단', 6],
  ['전체 담당자 명단', 30],
])('%s: lists %i people', async (question, count) => {
  expect((await ask(question)).message).toMatch(new RegExp(`관리자 ${count}명입니다\\.$`))
})

test.each([
  ['마지막으로 충전한게 언제야 얼마', /^구분 충전 · 등록일시 내림차순: 퀵 기록/],
  ['최근 충전 내역', /^구분 충전 · 등록일시 내림차순: 퀵 기록/],
  ['충전 어떻게 해', /^퀵 잔액 충전:/],
  ['이번달 근저당권설정만 몇 건 접수했나', /등기목적 근저당권설정: 등기 사건 8건/],
  ['해든마을 가온채 세대 전용면적 100 넘는 것', /^전용면적\(㎡\) 100 초과 · 사업구간명 ‘해든마을 가온채’: 세대/],
  ['지난번 휴가 왜 반려됐지', /^본인의 신청만 보입니다\.\n상태 반려/],
  ['공탁 사건 등록된거 있어?', /^공탁 사건 800건/],
])('%s', async (question, answer) => {
  expect((await ask(question)).message).toMatch(answer)
})

test.each([
  ['제4공구랑 제5공구 중에 공탁 어디가 많이 남았어', ['가온–솔빛 고속도로 제4공구', '가온–솔빛 고속도로 제5공구']],
  ['제4공구랑 제5공구 미완료 공탁 각각', ['가온–솔빛 고속도로 제4공구', '가온–솔빛 고속도로 제5공구']],
  ['감정평가중 몇 건 / 대기 몇 건', ['대기', '감정평가중']],
])('%s: one figure for each', async (question, names) => {
  const { parts, message } = await ask(question)
  const rows = parts.flatMap((part) => (part.kind === 'table' ? part.rows : []))
  expect(rows.map(([name]) => name)).toEqual(names)
  expect(message).toContain('상태 ')
})

test.each([
  ['12월 24일 오후 반차 신청', '휴가 신청'],
  ['12월 24일 연차 쓸게', '휴가 신청'],
  ['다음주 월요일 반차 내줘', '휴가 신청'],
  ['퀵 하나 추가 - 솔빛 등기과, 12,500원, 등기필정보 전달', '퀵 배송 기록'],
])('%s: a wish leads to its screen', async (question, title) => {
  const { message } = await ask(question)
  expect(message).toMatch(new RegExp(`^추가와 삭제, 신청과 출력은 대화에서 하지 않습니다.*\\n${title}:`))
})

test.each(['서단비 문의 내가 맡을게', '서단비 문의 담당자 나로 바꿔줘', '서단비 문의 나한테 배정해줘'])(
  '%s: proposes the asker',
  async (question) => {
    const { parts } = await ask(question)
    expect(parts.find(({ kind }) => kind === 'change')).toMatchObject({ field: 'assignee', after: '김가온' })
  },
)

test('of two changes the first is proposed, and the answer says how to ask for the second', async () => {
  const { message, parts } = await ask('서단비 문의 처리중으로 하고 담당 나로')
  expect(message).toContain('‘서단비 문의 담당 나로 바꿔 줘’라고 적어 주세요.')
  expect(parts.find(({ kind }) => kind === 'change')).toMatchObject({ field: 'state', after: 'in_progress' })
})
