import { expect, test } from 'vitest'
import { firstSteps, hasAny } from './first-steps.ts'

const empty = { group: false, case: false, company: false, department: false, manager: false } as const

test('an office is led from the groups on, each step before those that need it, whatever order they are told in', () => {
  const told = { title: false, project: false, ...empty }
  const keys = ['group', 'case', 'company', 'department', 'manager', 'project', 'title']
  expect(firstSteps(told)?.map(({ key }) => key)).toEqual(keys)
})

test('what is there is done, also out of order; what is not asked for is no step', () => {
  const steps = firstSteps({ ...empty, case: true, backup: false }) ?? []
  expect(steps.filter(({ isDone }) => isDone)).toEqual([{ key: 'case', isDone: true }])
  expect(steps.at(-1)).toEqual({ key: 'backup', isDone: false })
  expect(firstSteps(empty)?.some(({ key }) => key === 'backup')).toBe(false)
})

test('nothing is said before everything is known', () => {
  expect(firstSteps({ ...empty, manager: null })).toBeNull()
})

test('a collection holds something as soon as it holds one', () => {
  expect([hasAny([]), hasAny([0])]).toEqual([false, true])
})
