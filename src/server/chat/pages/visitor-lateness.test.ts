import { expect, test } from 'vitest'
import { openVisitorChat } from '#tests/support/servers/visitor-chat.ts'

/** What a delay costs: a company is fined, an heir isn't. */
const ask = await openVisitorChat()

const company = /500만원 이하의 과태료/
const inheritance = /과태료를 물지는 않지만/

test.each([
  ['법인 등기 늦으면 과태료 얼마'],
  ['법인등기 늦으면 과태료얼마에여'],
  ['이사 임기 끝났는데 등기 안하면 벌금 나오나요'],
  ['회사 등기 늦게 하면 벌금'],
  ['회사 주소 이전했는데 2주 넘었어요'],
  ['임원 변경 등기 기한 지났는데 어떡해요'],
  ['본점 이전 등기하려고요', '늦으면 과태료 나오나요?'],
  ['법인 대표 주소 바뀌었는데 등기해야 하나요', '늦으면 벌금 있어요?'],
  ['본점 이전 등기하려고요', '늦으면요'],
  ['본점 이전 등기하려고요', '늦게 하면요'],
  ['본점 이전 등기하려고요', '기한 지나면요'],
  ['본점 이전 등기하려고요', '2주 지났는데요'],
  ['본점 이전 등기하려고요', '그럼 늦으면 벌금은요'],
  ['회사 설립하려고요', '비용은요', '늦으면요'],
  ['집 상속 받았어요', '회사 설립하려고요', '늦으면 벌금 나오나요'],
])('%s %s %s is about a company, which is fined', async (...questions) => {
  const message = await ask(questions)
  expect(message).toMatch(company)
  expect(message).not.toMatch(inheritance)
})

test.each([
  ['상속등기 안하면 벌금 잇나여'],
  ['상속 등기 늦으면 과태료'],
  ['아버지 돌아가셨는데 등기 늦게 하면 과태료 나오나요'],
  ['집 상속 받았어요', '늦으면 과태료 나오나요?'],
  ['집 상속 받았어요', '늦으면요'],
  ['집 상속 받았어요', '기한 지나면 벌금 있나요'],
])('%s %s is about an heir, who is not fined', async (...questions) => {
  const message = await ask(questions)
  expect(message).toMatch(inheritance)
  expect(message).not.toMatch(company)
})

test.each([
  '늦으면 과태료 나오나요',
  '과태료 얼마예요',
  '벌금 얼마나 나와요',
  '등기 늦음',
  '등기 늦게 하면 어떻게 되나요',
  '등기 안 하면 벌금 있나요',
  '늦으면요',
])('%s, which names no matter, says both', async (question) => {
  const message = await ask([question])
  expect(message).toMatch(company)
  expect(message).toMatch(inheritance)
})

test.each([
  ['매매 등기하려고요', '늦으면 과태료 나오나요'],
  ['증여하려고요', '늦으면 벌금 있어요'],
  ['공탁하려고요', '늦으면 과태료 있나요'],
  ['근저당 말소하려고요', '늦으면 과태료 나오나요'],
  ['전입신고 늦으면 과태료'],
  ['음주운전 벌금 얼마'],
  ['벌금 공탁 되나요'],
  ['늦게까지 상담하나요'],
  ['저녁 늦게 전화해도 되나요'],
])('%s %s gets neither', async (...questions) => {
  const message = await ask(questions)
  expect(message).not.toMatch(company)
  expect(message).not.toMatch(inheritance)
})
