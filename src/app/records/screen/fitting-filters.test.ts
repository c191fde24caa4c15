import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { chosenValues, emptyQuestion, filterOn, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { validQuestion, narrowedBy, narrowedFilters } from './fitting-filters.ts'

const filters = narrowedFilters('addresses')
const record = (id: string, own: Record<string, string>): AnyRecord => ({
  id,
  version: 1,
  inserted_at: '',
  updated_at: '',
  ...own,
})
const lists = {
  projects: [record('north', { manager: 'kim' }), record('south', { manager: 'lee' })],
  titles: [record('north-1', { project: 'north' }), record('south-1', { project: 'south' })],
}
const questionOf = (values: Record<string, string>) =>
  Object.entries(values).reduce(
    (question, [field, value]) => withFilter(question, chosenValues(field, [value])),
    emptyQuestion,
  )

test('narrows 사업구간 by 담당자, and 목록 by 사업구간, for an address', () => {
  expect(filters.map(({ field, by }) => [by.key, field])).toEqual([
    ['manager', 'project'],
    ['project', 'title'],
  ])
})

test('does not narrow the managers by what they narrow', () => {
  expect([...narrowedBy(filters, 'manager')]).toEqual(['project', 'title'])
  expect([...narrowedBy(filters, 'project')]).toEqual(['title'])
  expect([...narrowedBy(filters, 'status')]).toEqual([])
})

test('drops a section of another manager and keeps one of the chosen manager', () => {
  const question = questionOf({ manager: 'lee', project: 'north' })
  expect(filterOn(validQuestion(filters, lists, question), 'project')).toBeUndefined()
  const consistent = questionOf({ manager: 'kim', project: 'north', title: 'north-1' })
  expect(validQuestion(filters, lists, consistent)).toBe(consistent)
})

test('drops a list of another section', () => {
  const question = validQuestion(filters, lists, questionOf({ project: 'south', title: 'north-1' }))
  expect(question.filters).toEqual([{ op: 'equals', field: 'project', value: 'south' }])
})

test('keeps a value this device does not know', () => {
  const question = questionOf({ manager: 'kim', project: 'unheard-of' })
  expect(validQuestion(filters, {}, question)).toBe(question)
})
