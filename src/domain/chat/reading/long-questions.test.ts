import { expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { answerFromSheet } from '../answer-question.ts'
import { completeFollowUp, maxQuestionLength } from '../complete-follow-up.ts'
import type { OfficeData } from '../knowledge.ts'
import { readAmount } from './measures.ts'
import { readChanges } from './read-change.ts'
import { readQuestion } from './read-question.ts'

const today = '2026-11-25'
const rejectSearch = () => Promise.reject(new Error('not asked'))
const office: OfficeData = {
  today,
  collections: new Set(collectionNames),
  asker: { name: '김가온', isSuperuser: true },
  hasStoppedRecords: rejectSearch,
  find: rejectSearch,
  findRecord: rejectSearch,
  sum: rejectSearch,
  listValues: rejectSearch,
  readLeaveBalance: rejectSearch,
}
const table = {
  name: '표.xlsx',
  columns: [{ name: '금액', type: 'number' as const }],
  rows: [],
}

test.each([
  '1',
  '1 ',
  '1억 ',
  '1억,',
  ' ',
  '?',
  '?a',
  '(',
  '(가 ',
  '‘',
  '“가',
  '퀵',
  '돈 ',
  '등기',
  '공탁이랑 ',
  '취소 ',
  '청구입금',
  '가장많',
  '가장많된 ',
  '바꿔부탁',
  '바꿔 놔',
  '비고에 ',
  '내려받',
  '2026-1-1 ',
  '1월 1일 부터 ',
  '받았',
])('reads a question of nothing but %j without delay', { timeout: 3000 }, (unit) => {
  for (const [begin, end] of [
    ['', ''],
    ['가장 많', '원'],
    ['청구 돈', '!'],
    ['공탁 1', ' 이상 바꿔 줘 '],
  ]) {
    const question = `${begin}${unit.repeat(maxQuestionLength / unit.length)}`.slice(0, maxQuestionLength - 9) + end
    expect(() => {
      readQuestion(question, office)
      readChanges(question, office)
      answerFromSheet(question, { pages: { search: rejectSearch }, office: null, today, table }, today)
    }).not.toThrow()
  }
})

test.each([
  ['1억 2천만 원 이상 공탁', { from: 120_000_000, to: null }],
  ['100만원에서 300만원 사이', { from: 1_000_000, to: 3_000_000 }],
  ['1억 이상,5억 이하', { from: 100_000_000, to: 500_000_000 }],
  ['1억 이상이고 , 5억 미만', { from: 100_000_000, to: 500_000_000 }],
  ['백만 원 이하', { from: null, to: 1_000_000 }],
  [`${'1'.repeat(40)} 건`, null],
])('%s names the amounts %j', (question, amounts) => {
  expect(readAmount(question)?.range ?? null).toEqual(amounts)
})

test('ignores the previous question when both together are too long', () => {
  const last = `이번 달 공탁 사건 ${'가'.repeat(maxQuestionLength)}`
  expect(completeFollowUp('그럼 지난달은?', last, today)).toBe('그럼 지난달은?')
})
