import { expect, test } from 'vitest'
import { pickWritableFields } from './writable-fields.ts'

test('restores a deleted company without its picture, which only the server writes', () => {
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
  expect(pickWritableFields('companies', record)).toEqual({ name: '가람개발', description: '도로' })
})
