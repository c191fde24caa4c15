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
