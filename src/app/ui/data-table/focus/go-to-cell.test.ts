import { expect, test } from 'vitest'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildAllColumns } from '../columns/table-columns.ts'
import { typeText } from '../editing/cell-editor.ts'
import { createTable } from '../table.ts'
import { goToCell } from './go-to-cell.ts'

function openTable() {
  const rows = ['a', 'b'].map((id) => createPlainRow({ id, version: 1, inserted_at: '', updated_at: '', owner: id }))
  const columns = buildAllColumns(realEstateDescription)
  const source = createArrayRowSource(rows)
  return createTable('grid', {
    tableId: 't',
    label: '사건부',
    source,
    columns,
    sort: [],
    queryKey: '',
    today: () => '2026-11-20',
    onEdit: () => Promise.resolve(),
    onMessage: () => undefined,
  })
}

test('makes the requested cell active', () => {
  const table = openTable()
  goToCell(table, { rowId: 'b', key: 'owner', turn: 1 })
  expect(table.position.row).toBe(1)
  expect(table.activeId).toBe('b')
})

test('leaves a user who is typing where they are', () => {
  const table = openTable()
  const column = table.props.columns.findIndex(({ key }) => key === 'owner')
  table.position = { row: 0, column }
  typeText(table, '바로')
  goToCell(table, { rowId: 'b', key: 'owner', turn: 1 })
  expect(table.position).toEqual({ row: 0, column })
  expect(table.session).toMatchObject({ mode: 'typing', text: '바로' })
})
