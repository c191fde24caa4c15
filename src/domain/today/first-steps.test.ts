import { expect, test } from 'vitest'
import { findNextDepositPart, hasRecords, listFirstSteps } from './first-steps.ts'

const staffSteps = { group: false, case: false, deposit: false } as const

test('lists steps in working order for any order of the input', () => {
  const keys = ['office', 'staff', 'group', 'case', 'deposit']
  expect(listFirstSteps({ ...staffSteps, staff: false, office: false })?.map(({ key }) => key)).toEqual(keys)
})

test('a step is done once its record exists, and steps that were not requested are left out', () => {
  const steps = listFirstSteps({ ...staffSteps, case: true }) ?? []
  expect(steps.filter(({ isDone }) => isDone)).toEqual([{ key: 'case', isDone: true }])
  expect(steps.map(({ key }) => key)).toEqual(['group', 'case', 'deposit'])
})

test('returns null until everything is known, or the first step is known to be open', () => {
  expect(listFirstSteps({ ...staffSteps, group: true, deposit: null })).toBeNull()
  expect(listFirstSteps({ ...staffSteps, group: null })).toBeNull()
  expect(listFirstSteps({ group: false, case: null, deposit: true })).toEqual([
    { key: 'group', isDone: false },
    { key: 'case', isDone: null },
    { key: 'deposit', isDone: true },
  ])
})

test('deposits need a company first and a list last', () => {
  const none = { company: false, department: false, manager: false, project: false, title: false }
  expect(findNextDepositPart(none)).toBe('company')
  expect(findNextDepositPart({ ...none, company: true })).toBe('department')
  expect(
    findNextDepositPart({ company: true, department: true, manager: true, project: true, title: true }),
  ).toBeUndefined()
  expect(findNextDepositPart({ ...none, title: null })).toBeNull()
})

test('a collection counts as filled as soon as it has one record', () => {
  expect([hasRecords([]), hasRecords([0])]).toEqual([false, true])
})
