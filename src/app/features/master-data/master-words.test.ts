import { expect, test } from 'vitest'
import { loadFailedText } from './master-words.ts'

test('words the load failure of each list like its screen', () => {
  expect(
    ['companies', 'departments', 'managers', 'projects'].map((name) => loadFailedText(name as 'companies')),
  ).toEqual(Array(4).fill('목록 조회 실패'))
  expect(loadFailedText('titles')).toBe('데이터 로드 중 오류가 발생했습니다.')
})
