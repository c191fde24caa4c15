import { expect, test } from 'vitest'
import { formatCellText, formatForEditing, getCellValue } from '#app/ui/data-table/cells/cell-text.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { addFlag } from './record-extras.ts'

function makeCaseRow(addressId: string): SourceRow {
  const record = { id: 'c', version: 1, inserted_at: '', updated_at: '', owner_name: '박새론', address_id: addressId }
  return { id: 'c', record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('shows a flag after the value and keeps it out of the editor', () => {
  const owner = buildAllColumns(depositCaseBook).find(({ key }) => key === 'owner_name')
  if (!owner) throw new Error('a case has an owner')
  const column = addFlag(owner, ({ record }) => (record['address_id'] === 'a' ? '소유자 변경됨' : null))
  const [changed, other] = [makeCaseRow('a'), makeCaseRow('b')]
  expect([formatCellText(column, changed), column.tone?.(changed)]).toEqual(['박새론 · 소유자 변경됨', 'danger'])
  expect([formatCellText(column, other), column.tone?.(other)]).toEqual(['박새론', null])
  expect(formatForEditing(column, getCellValue(column, changed), changed)).toBe('박새론')
})
