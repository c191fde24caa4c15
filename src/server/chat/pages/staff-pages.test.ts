import { afterAll, expect, test } from 'vitest'
import { buildSiteFromSource } from '#tests/support/processes/site-from-source.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** Staff talk about records; what the pages tell visitors is only for questions about procedure. */
const site = buildSiteFromSource()
const { ask, close } = await openStaffChat({ units: 20, addresses: 100, distDir: site.distDir })
afterAll(async () => {
  await close()
  site.remove()
})

test.each([
  [['완료된 공탁', '회수']],
  [['완료된 공탁', '전세 보증금']],
  [['이번 달 공탁', '표로 보여줘']],
  [['안 끝난 등기', '개인정보 처리방침']],
])('%j is not answered with a text for visitors', async (questions) => {
  const { message, parts } = await ask(...questions)
  expect(message).toContain(`‘${questions.at(-1)}’`)
  expect(message).toContain('알아듣지 못했습니다. 앞에서 답한 것: ')
  expect(parts.filter(({ kind }) => kind === 'sources')).toEqual([])
})

test('a question about procedure is answered from the pages, without the records before it', async () => {
  const question = '집을 샀는데 필요한 서류가 뭐예요?'
  const { message } = await ask('이번 달 공탁', question)
  expect(message).toContain('매매 소유권이전등기에 필요한 서류')
  expect(message).toBe((await ask(question)).message)
})

test.each([
  [
    ['등기 이번달', '근저당권설정등기'],
    /^등기접수일 2026\.11\.01 ~ 2026\.11\.30 · 등기목적 ‘근저당권설정’.*: 등기 사건 \d+건/,
  ],
  [['등기 10월', '말소등기만'], /^등기접수일 2026\.10\.01 ~ 2026\.10\.31 · 등기목적 ‘말소’.*: 등기 사건 \d+건/],
  [['등기 진행중', '상속등기'], /등기필증 수령일 없음 · 등기목적 ‘상속’: 등기 사건 0건/],
  [['공탁 대기', '상속등기'], /^등기목적 ‘상속’: 등기 사건 \d+건/],
  [['카드 이번달', '소유권이전등기'], /^등기목적 ‘소유권이전’: 등기 사건 \d+건/],
])('%j asks for registrations, and not for a text about them', async (questions, text) => {
  expect((await ask(...questions)).message).toMatch(text)
})
