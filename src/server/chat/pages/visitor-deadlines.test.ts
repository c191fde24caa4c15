import { expect, test } from 'vitest'
import { openVisitorChat } from '#tests/support/servers/visitor-chat.ts'

/** Every deadline that the site names, in each way of asking for it. */
const ask = await openVisitorChat()

const endings = ['언제까지', '기한', '며칠 안에 해야 돼요', '언제까지 해야되나여', '기한이 어떻게 돼요']

/** What the answer says, by matter. */
const deadlines: readonly (readonly [matter: string, deadline: RegExp])[] = [
  ['집 샀는데 등기', /^부동산[^\n]* 언제까지 등기해야[^\n]*\n매매는 잔금을 치른 날부터 60일/],
  ['분양받은 아파트 등기', /^부동산[^\n]* 언제까지 등기해야[^\n]*\n매매는 잔금을 치른 날부터 60일/],
  ['아버지 돌아가셨는데 등기', /^[^\n]*상속 등기는 언제까지[^\n]*\n상속 등기 자체에는/],
  ['증여받은 집 세금 신고', /증여 취득한 날이 속하는 달의 말일부터 3개월/],
  ['엄마가 아파트 주신대요 취득세', /증여 취득한 날이 속하는 달의 말일부터 3개월/],
  ['감사 취임 등기', /^법인 등기 서비스 · 언제까지/],
  ['회사 주소 옮겼는데 등기', /^법인 등기 서비스 · 언제까지/],
  ['재단법인 이사 변경', /사단법인과 재단법인은 3주/],
  ['휴면회사 계속 신고', /두 달 안에 영업을 계속한다고/],
  ['빚이 많아 상속포기 신고', /^민사 서비스 · 상속·유언\n.*안 날부터 3개월/],
  ['소장 받았는데 답변서', /30일 안에 답변서/],
  ['지급명령 이의신청', /송달받은 날부터 2주 안에 이의/],
  ['판결 불복하려면', /2주 안에 항소장/],
  ['공탁금', /10년 동안 행사하지/],
  ['공탁통지서 받았는데 공탁금', /10년 동안 행사하지/],
  ['보상금 적어서 이의신청', /재결서 정본을 받은 날부터 30일/],
  ['수용보상금 행정소송', /90일, 이의신청을 거쳤다면 .* 60일/],
  ['토지수용 소송', /90일, 이의신청을 거쳤다면 .* 60일/],
  ['수용보상금 공탁', /수용개시일까지/],
  ['임대사업자 부기등기', /^부동산 등기 서비스 · 임대주택 부기등기\n.*지체 없이/],
  ['민간임대 등록하면 부기등기', /^부동산 등기 서비스 · 임대주택 부기등기\n.*지체 없이/],
]

test.each(
  deadlines.flatMap(([matter, deadline]) => endings.map((ending) => [`${matter} ${ending}`, deadline] as const)),
)('%s is answered by the deadline of that matter alone: %s', async (question, deadline) => {
  const message = await ask([question])
  expect(message).toMatch(deadline)
  expect(message).not.toMatch(/^일에 따라 다르므로|^물으신 그대로의/)
})

test.each(deadlines.filter(([matter]) => !/공탁금|아파트|소송|이의|신고|공탁|변경/.test(matter)))(
  'after %s, the question by when has the same answer: %s',
  async (matter, deadline) => {
    expect(await ask([`${matter} 하려고요`, '언제까지 해야 돼요'])).toMatch(deadline)
  },
)

const unwritten = /^공개된 안내에서 답을 찾지 못했습니다|기한은 공개된 안내에 없습니다\. 전화\(|전화\([\d-]+\)로 확인/
const otherMatters = [
  '신탁등기',
  '근저당 말소',
  '재산분할 등기',
  '변제공탁',
  '유언장 검인',
  '강제집행 신청',
  '가압류 신청',
]

test.each(
  [...otherMatters, '소유권보존등기', '전세권 등기', '재심 청구', '상고장', '합병 등기', '선박 등기'].flatMap(
    (matter) => endings.map((ending) => `${matter} ${ending}`),
  ),
)('%s, which no page says, is not answered by the deadline of another matter', async (question) => {
  const message = await ask([question])
  expect(message).toMatch(unwritten)
  expect(message).not.toMatch(/60일|2주 안에|6개월|90일|30일/)
})
