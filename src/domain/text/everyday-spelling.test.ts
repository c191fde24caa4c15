import { expect, test } from 'vitest'
import { correctEverydaySpelling } from './everyday-spelling.ts'

test.each([
  ['등기 비용 얼마에여', '등기 비용 얼마예요'],
  ['서류가 머에요', '서류가 뭐예요'],
  ['상속 서류좀', '상속 서류 좀'],
  ['비용 알려주새여', '비용 알려 주세요'],
  ['다 갚앗는데 어케해여', '다 갚았는데 어떻게해요'],
  ['주차되여', '주차되나요'],
  ['등기서류뭐필요해여', '등기서류 뭐 필요해요'],
  ['없어졋어요ㅠㅠ', '없어졌어요'],
])('%s is read as %s', (typed, meant) => {
  expect(correctEverydaySpelling(typed)).toBe(meant)
})

test.each([
  '무엇을 해야 하나요',
  '증여 비용이 얼마인가요',
  '대여금을 돌려줘요',
  '자가용 타고 가도 되나요',
  '등기할 수 있나요',
  '토지 수용 보상금',
  '이것은 못 쓰나요',
  '할머니가 증여하신 집',
  'ㅅㅍㄷㄱ',
  '',
])('%j stays as it is', (text) => {
  expect(correctEverydaySpelling(text)).toBe(text)
})
