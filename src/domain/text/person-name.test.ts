import { expect, test } from 'vitest'
import { listPersonNames, removeJobTitle } from './person-name.ts'

test.each([
  ['문새벽', '문새벽'],
  ['문새벽 과장', '문새벽'],
  ['문새벽  과장', '문새벽'],
  [' 문새벽 과장님 ', '문새벽'],
  ['문새벽과장', '문새벽'],
  ['문새벽 수석 매니저', '문새벽'],
  ['문새벽 대표이사', '문새벽'],
  ['문새벽 부사장', '문새벽'],
  ['문새벽님', '문새벽'],
  ['문새벽'.normalize('NFD'), '문새벽'],
  // names, not ranks
  ['이상무', '이상무'],
  ['김대리', '김대리'],
  ['과장', '과장'],
  ['김 과장', '김 과장'],
  ['남궁이사', '남궁이사'],
  ['문새벽 과장, 김가온 대리', '문새벽 과장, 김가온 대리'],
  ['보상1부 문새벽 과장', '보상1부 문새벽'],
  ['', ''],
])('reads %j as %j', (text, name) => {
  expect(removeJobTitle(text)).toBe(name)
})

test('names a person once, with or without the rank', () => {
  expect(listPersonNames(['문새벽 과장', '김가온', '문새벽', '', '김가온 대리'])).toEqual(['문새벽', '김가온'])
})
