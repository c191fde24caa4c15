import { expect, test } from 'vitest'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { displayText, editText, valueOf } from '#app/ui/data-table/cells/cell-text.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import { flaggedColumn } from './record-extras.ts'

function caseOf(address_id: string): SourceRow {
  const record = { id: 'c', version: 1, inserted_at: '', updated_at: '', owner_name: '박새론', address_id }
  return { id: 'c', record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

test('shows a flag after the value and keeps it out of the editor', () => {
  const owner = allColumnsOf(depositCaseDescription).find(({ key }) => key === 'owner_name')
  if (!owner) throw new Error('a case has an owner')
  const column = flaggedColumn(owner, ({ record }) => (record['address_id'] === 'a' ? '소유자 변경됨' : null))
  const [changed, other] = [caseOf('a'), caseOf('b')]
  expect([displayText(column, changed), column.tone?.(changed)]).toEqual(['박새론 · 소유자 변경됨', 'seal'])
  expect([displayText(column, other), column.tone?.(other)]).toEqual(['박새론', null])
  expect(editText(column, valueOf(column, changed), changed)).toBe('박새론')
})
