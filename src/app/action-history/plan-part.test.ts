import { expect, test } from 'vitest'
import { plainRow } from '../../../tests/support/array-row-source.ts'
import { fieldsOf, planPart } from './plan-part.ts'

test('what only the server writes is not brought back with a deleted record: the picture of a company', () => {
  const record = {
    id: '019aa000-0000-7000-8000-000000000001',
    version: 3,
    inserted_at: '2026-11-21T00:00:00Z',
    updated_at: '2026-11-21T00:00:00Z',
    name: '가람개발',
    address: null,
    description: '도로',
    img: '/api/deposition/company/picture/abc',
  }
  expect(fieldsOf('companies', record)).toEqual({ name: '가람개발', description: '도로' })
})

test('what an import changed is taken back once its version is here, and not before', () => {
  const id = '019aa000-0000-7000-8000-000000000001'
  const part = {
    ...{ kind: 'update' as const, collection: 'companies' as const, id, caption: '', version: 4 },
    changes: { address: { old: '가온시', new: '솔빛시' } },
  }
  const standing = (version: number, address: string) => ({
    row: plainRow({ id, version, inserted_at: '', updated_at: '', address }),
    attention: [],
  })
  const early = planPart(part, 'undo', standing(3, '가온시'))
  expect([early.edit, early.leftOut.map(({ reason }) => reason)]).toEqual([null, ['not_here']])
  expect(planPart(part, 'undo', standing(4, '솔빛시')).edit).toMatchObject({
    kind: 'update',
    baseVersion: 4,
    changes: { address: { old: '솔빛시', new: '가온시' } },
  })
})

test('a party that was made with a number is taken back, although its number came back as a reference and masked', () => {
  const id = '019aa000-0000-7000-8000-000000000002'
  const number = 'number:019aa000-0000-7000-8000-000000000003'
  const fields = {
    owner: '김가온',
    owner_num: `${number}:0123456789abcdef:${'a'.repeat(120)}`,
    num_masked: '900101-1******',
  }
  const part = { kind: 'create' as const, collection: 'unit-owners' as const, id, caption: '김가온', fields }
  const record = { id, version: 1, inserted_at: '', updated_at: '', owner: '김가온', owner_num: number }
  const row = plainRow({ ...record, num_masked: '900101-1******' })
  expect(planPart(part, 'undo', { row, attention: [] }).edit).toMatchObject({ kind: 'delete', id })
  const changed = plainRow({ ...record, owner: '김가람', num_masked: '900101-1******' })
  expect(planPart(part, 'undo', { row: changed, attention: [] }).edit).toBeNull()
})
