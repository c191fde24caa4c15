import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { listConflictQuestions } from './conflict-questions.ts'

const makeConflict = (field: string) => ({ field, base: 1, theirs: 2, changed_by: '동료', changed_at: '' })

function listQuestionFields(...fields: string[]): string[][] {
  const entry = {
    collection: 'real-estate' as const,
    problem: problem('conflict', { conflicts: fields.map(makeConflict) }),
  }
  return listConflictQuestions(entry).map((question) => question.map(({ field }) => field))
}

test('asks about fee and tax as one question, next to any others', () => {
  expect(listQuestionFields('owner', 'fees_vat', 'fees', 'tax')).toEqual([['owner'], ['fees', 'fees_vat'], ['tax']])
  expect(listQuestionFields('fees_vat')).toEqual([['fees_vat']])
  expect(listQuestionFields()).toEqual([])
})

test('asks about a number and its masked form as one question', () => {
  const conflicts = ['owner_num', 'num_masked', 'owner'].map(makeConflict)
  const entry = { collection: 'unit-owners' as const, problem: problem('conflict', { conflicts }) }
  expect(listConflictQuestions(entry).map((question) => question.map(({ field }) => field))).toEqual([
    ['owner_num'],
    ['owner'],
  ])
})
