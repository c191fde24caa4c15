import { expect, test } from 'vitest'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { departmentsOf, faultOf, formFields, keptDepartment, textsOf, valuesOf } from './master-form-values.ts'
import { companyKind, managerKind, projectKind, type MasterKind } from './master-kinds.ts'
import { emptyLists } from './master-lists.ts'

const lists = {
  ...emptyLists,
  departments: [record('d1', { name: '보상부', company: 'c1' }), record('d2', { name: '용지부', company: 'c2' })],
}

test('a new project is waiting until somebody says otherwise', () => {
  expect(textsOf(projectKind, null)['status']).toBe('대기중')
  expect(textsOf(projectKind, record('p1', { status: '완료' }))['status']).toBe('완료')
})

test('the picture of a company is no field of its form: it is uploaded', () => {
  expect(formFields(companyKind).map(({ key }) => key)).toEqual(['name', 'address', 'description'])
})

test('texts are trimmed and empty ones become nothing', () => {
  expect(valuesOf(companyKind, { name: ' 가람개발 ', address: '  ', description: '' })).toEqual({
    name: '가람개발',
    address: null,
    description: null,
  })
})

test('progress is a whole number of percent', () => {
  const progress = field(projectKind, 'progress_percentage')
  expect(faultOf(progress, '')).toBeNull()
  expect(faultOf(progress, '35%')).toBeNull()
  expect(faultOf(progress, '101')).toBe('0에서 100 사이의 숫자로 입력해 주세요.')
  expect(faultOf(progress, '반쯤')).toBe('숫자로 입력해 주세요.')
  expect(valuesOf(projectKind, { progress_percentage: '35%' })['progress_percentage']).toBe(35)
})

test('a name of blanks is no name', () => {
  expect(faultOf(field(managerKind, 'name'), '   ')).toBe('이름을 입력해주세요.')
})

test('only the departments of the chosen company are offered', () => {
  expect(departmentsOf('c1', lists).map(({ id }) => id)).toEqual(['d1'])
  expect(departmentsOf('', lists)).toEqual([])
})

test('another company clears the department unless it has that department too', () => {
  expect(keptDepartment('d1', 'c2', lists)).toBe('')
  expect(keptDepartment('d2', 'c2', lists)).toBe('d2')
})

function field(kind: MasterKind, key: string): Field {
  const found = formFields(kind).find((each) => each.key === key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}

function record(id: string, fields: Record<string, string>): AnyRecord {
  return { id, version: 1, inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...fields }
}
