import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { managerBook } from '#contract/books/master-data.ts'
import {
  describeLoadFailure,
  describeMissingField,
  findAffiliationNames,
  formatAffiliation,
  type MasterLists,
} from './master-columns.ts'

const company = record('c1', { name: '가람개발' })
const department = record('d1', { name: '보상부', company: 'c1' })
const manager = record('m1', { name: '김가온', company: 'c1', department: 'd1' })
const project = record('p1', { name: '제1공구', manager: 'm1' })
const title = record('t1', { name: '1차 목록', project: 'p1' })
const lists: MasterLists = {
  companies: [company],
  departments: [department],
  managers: [manager],
  projects: [project],
  titles: [title],
}

test('shows a title with its project, manager, department and company', () => {
  expect(findAffiliationNames(title, lists)).toEqual({
    project_name: '제1공구',
    manager_name: '김가온',
    department_name: '보상부',
    company_name: '가람개발',
  })
})

test('shows a project with the department and company of its manager', () => {
  expect(findAffiliationNames(project, lists)).toMatchObject({ department_name: '보상부', company_name: '가람개발' })
})

test('distinguishes namesakes by what they belong to', () => {
  const other = record('c2', { name: '나래건설' })
  const namesake = record('m2', { name: '김가온', company: 'c2', department: '' })
  const both = { ...lists, companies: [company, other], managers: [manager, namesake] }
  expect([manager, namesake].map((person) => formatAffiliation(person, both))).toEqual([
    '가람개발 · 보상부',
    '나래건설',
  ])
})

test('leaves the names empty for a record whose manager is not on this device', () => {
  expect(findAffiliationNames(project, { ...lists, managers: [] }).company_name).toBe('')
})

function record(id: string, fields: Record<string, string>): AnyRecord {
  return { id, version: 1, inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...fields }
}

test('asks for missing required fields with the right particle', () => {
  const messages = managerBook.fields.filter((field) => 'required' in field).map((field) => describeMissingField(field))
  expect(messages).toEqual(['회사를 선택해주세요.', '부서를 선택해주세요.', '이름을 입력해주세요.'])
})

test('words the load failure of each list like its screen', () => {
  expect(
    ['companies', 'departments', 'managers', 'projects'].map((name) => describeLoadFailure(name as 'companies')),
  ).toEqual(Array(4).fill('목록 조회 실패'))
  expect(describeLoadFailure('titles')).toBe('데이터 로드 중 오류가 발생했습니다.')
})
