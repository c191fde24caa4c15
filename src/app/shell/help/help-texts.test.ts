import { expect, test } from 'vitest'
import { markLabels } from '#app/ui/data-table/cells/cell-corner.tsx'
import { findHelpTopics } from './help-texts.ts'

function listTerms(typed: string): string[] {
  return findHelpTopics(typed).flatMap(({ lines }) => lines.map(({ term }) => term))
}

test('explains every cell mark with the words a screen reader uses', () => {
  const marks = findHelpTopics('').flatMap(({ lines }) => lines.filter(({ mark }) => mark !== undefined))
  expect(marks.map(({ term }) => term).toSorted()).toEqual(Object.values(markLabels).toSorted())
})

test('finds help by words, by initial consonants and by the title of a topic', () => {
  expect(listTerms('날짜')).toContain('날짜 입력')
  expect(listTerms('ㅂㄴ')).toContain('보낼 작업')
  expect(listTerms('오프라인에서').length).toBeGreaterThan(3)
  expect(listTerms('없는 말')).toEqual([])
})

test('finds how the work is done, by the words that the chat knows for it', () => {
  expect(listTerms('비용청구')).toContain('비용청구서')
  expect(listTerms('휴지통')).toEqual(['삭제한 기록 되살리기'])
})
