import { expect, test } from 'vitest'
import { describeNewText } from './new-text.ts'

test('calls an unknown spelling new, and knows a person with and without 직급', () => {
  const known = ['서울중앙지방법원 등기국', '문새벽']
  expect(describeNewText({}, '서울중앙지방법원등기국', { knownTexts: known })).toBe('처음 쓰는 값입니다.')
  expect(describeNewText({}, ' 서울중앙지방법원 등기국 ', { knownTexts: known })).toBeNull()
  expect(describeNewText({}, '서울중앙지방법원 등기국'.normalize('NFD'), { knownTexts: known })).toBeNull()
  expect(describeNewText({}, '문새벽 과장', { knownTexts: known })).toBe('처음 쓰는 값입니다.')
  expect(describeNewText({ isPerson: true }, '문새벽 과장', { knownTexts: known })).toBeNull()
  expect(describeNewText({}, '  ', { knownTexts: known })).toBeNull()
})

test('does not call the first text of a field new, but always reports a name without a record', () => {
  expect(describeNewText({}, '수원등기소', { knownTexts: [] })).toBeNull()
  expect(describeNewText({}, '한도담', { knownTexts: [], noun: '관리자' })).toBe('등록되지 않은 관리자입니다.')
})
