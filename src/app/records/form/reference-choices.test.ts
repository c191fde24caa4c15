import { expect, test } from 'vitest'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { buildReferenceCreation, listReferenceChoices, withFittingReferences } from './reference-choices.ts'

const lists = {
  companies: [record('c1', { name: '가람개발' }), record('c2', { name: '나루건설' })],
  departments: [record('d1', { name: '보상부', company: 'c1' }), record('d2', { name: '용지부', company: 'c2' })],
}

test('offers only the departments of the chosen company', () => {
  const department = requireField('managers', 'department')
  const listChoices = (company: string) => listReferenceChoices('managers', department, { draft: { company }, lists })
  expect(listChoices('c1').choices).toEqual([{ value: 'd1', label: '보상부' }])
  expect(listChoices('')).toEqual({ waiting: '회사를 먼저 선택해 주세요' })
})

test('clears the department when another company does not have it', () => {
  const findDepartmentAfter = (company: string, department: string) =>
    withFittingReferences('managers', { company, department }, { changedKey: 'company', lists })['department']
  expect(findDepartmentAfter('c2', 'd1')).toBe('')
  expect(findDepartmentAfter('c2', 'd2')).toBe('d2')
})

test('assigns a department created from the form to the company chosen in the form', () => {
  const buildCreation = (company: string) =>
    buildReferenceCreation('managers', requireField('managers', 'department'), { company })
  expect(buildCreation('c2')).toEqual({ to: 'departments', noun: '부서', start: { company: 'c2' } })
  expect(buildCreation('')).toBeNull()
  expect(buildReferenceCreation('managers', requireField('managers', 'company'), {})).toMatchObject({
    to: 'companies',
    start: {},
  })
})

function requireField(collection: CollectionName, key: string): Field {
  const found = getBook(collection).fields.find((candidate) => candidate.key === key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}

function record(id: string, fields: Record<string, string>): AnyRecord {
  return { id, version: 1, inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...fields }
}
