import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPassage, findPassage } from './find-passage.ts'

const text =
  '취득세는 60일 안에 냅니다.\n상속받은 집은 6개월 안에 신고합니다. 세율은 2.8%입니다.\n상속 등기에는 기한이 없습니다.'

test.each([
  ['상속', ['', '상속', '받은 집은 6개월 안에 신고합니다.']],
  ['상속 기한', ['', '상속', ' 등기에는 ', '기한', '이 없습니다.']],
  ['ㅊㄷㅅ', ['', '취득세', '는 60일 안에 냅니다.']],
  ['세율', ['', '세율', '은 2.8%입니다.']],
  ['공탁', null],
  ['', null],
])('a search for %s shows the sentence with most of its words', (search, passage) => {
  expect(findPassage(text, search)).toEqual(passage)
})

test('cuts a long sentence around the match', () => {
  const parts = findPassage(`${'가'.repeat(300)}상속${'나'.repeat(300)}`, '상속') ?? []
  expect(parts[0]).toMatch(/^… 가{40}$/)
  expect(parts[1]).toBe('상속')
  expect(parts.join('').length).toBeLessThan(150)
})

test('splits a sentence into alternating unmatched and matched parts that join back to it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('상속', '등기', ' ', '집'), { maxLength: 30 }), (words) => {
      const sentence = words.join('').trim()
      const parts = findPassage(sentence, '상속')
      if (parts === null) return !sentence.includes('상속')
      return (
        parts.join('') === sentence &&
        parts.every((part, index) => (index % 2 === 1 ? /^(상속)+$/.test(part) : !part.includes('상속')))
      )
    }),
  )
})

test('a passage without a match is the beginning of the text', () => {
  expect(cutPassage('첫째 줄\n둘째 줄')).toEqual(['첫째 줄 둘째 줄'])
})
