import { expect, test } from 'vitest'
import { buildVocabulary } from '#domain/text/forgiving-search.ts'
import { findOtherReadings } from './other-readings.ts'

const vocabulary = buildVocabulary([
  {
    close: '공탁금 출급\n소유권이전등기',
    loose: '등기필증을 잃어버렸을 때는 확인서면을 씁니다. 집을 이사해야 합니다.',
  },
])
const read = (question: string) => findOtherReadings(question, vocabulary)

test.each([
  ['공탁급은 어떻게 찾나요', '공탁금은 어떻게 찾나요', "'공탁급'을 '공탁금'으로 찾은 결과입니다."],
  ['등기필즘을 잃어버렸어요', '등기필증을 잃어버렸어요', "'등기필즘'을 '등기필증'으로 찾은 결과입니다."],
])('%s is read as %s', (question, reading, note) => {
  expect(read(question)).toEqual([{ question: reading, note }])
})

test('keys of the wrong language are read as Hangul', () => {
  expect(read('rhdxkrrma')[0]?.question).toBe('공탁금')
})

test.each(['공턱', '오늘 날씨 어때', '공탁금 출급', '사무실을 이사했어요', '집으로 와 주세요', ''])(
  '%j has no other reading',
  (question) => {
    expect(read(question)).toEqual([])
  },
)
