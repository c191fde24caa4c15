import { expect, test } from 'vitest'
import { recordBook } from '../record-book.ts'
import { plainRow } from '../../../../tests/support/array-row-source.ts'
import { plainExportOrder } from './plain-export-order.ts'

const query = { filters: [], search: '', sort: [] }

test('exports a plain book with its own fields, references by name and the marks last', () => {
  const { sheet, fileName, fromServer } = plainExportOrder({ book: recordBook('departments'), query })
  expect(fileName).toMatch(/^부서_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(fromServer).toBeNull()
  expect(sheet.columns.map(({ header }) => header)).toEqual(['회사', '부서명', '기타 정보', '번호', '내보낸 기준'])
  const company = { id: 'c1', version: 1, inserted_at: '', updated_at: '', name: '가람개발' }
  const record = {
    id: 'd1',
    version: 1,
    inserted_at: '',
    updated_at: '',
    company: 'c1',
    name: '보상부',
    description: null,
  }
  const row = { ...plainRow(record), joined: { company } }
  expect(sheet.rowOf(row)).toEqual(['가람개발', '보상부', null, 'd1', expect.stringMatching(/^1-/)])
  expect(sheet.rowOf(plainRow(record))[0]).toBe('c1')
})
