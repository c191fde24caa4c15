import { expect, test } from 'vitest'
import { stripOpening } from './strip-opening.ts'

test.each([
  ['저기요 등기 비용 얼마예요', '등기 비용 얼마예요'],
  ['저기요... 혹시 토요일에도 상담 되나요', '토요일에도 상담 되나요'],
  ['안녕하세요, 뭐 하나만 여쭤볼게요. 공탁이 뭔가요', '공탁이 뭔가요'],
  ['실례지만 상속 서류', '상속 서류'],
  ['궁금한게 있는데요 상속 등기', '상속 등기'],
  ['바쁘신데 죄송하지만 공탁금 찾는 법 좀', '공탁금 찾는 법 좀'],
  ['여보세요', ''],
  ['저기 뭐 좀 물어볼게요', ''],
  ['질문 있어요', ''],
])('%s is read as %j', (question, rest) => {
  expect(stripOpening(question)).toBe(rest)
})

test.each([
  '저희 아버지가 돌아가셨어요',
  '저당권 말소',
  '하나은행 근저당 말소',
  '뭐가 필요해요',
  '문의하기',
  '어떻게 하나요',
  '물어보는데 돈 드나요',
  '전화로 물어보는 것도 돈이 드나요?',
])('%s has no opening', (question) => {
  expect(stripOpening(question)).toBe(question)
})
