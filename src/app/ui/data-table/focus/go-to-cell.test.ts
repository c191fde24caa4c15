import { expect, test } from 'vitest'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildAllColumns } from '../columns/table-columns.ts'
import { typeText } from '../editing/cell-editor.ts'
import { createTable } from '../table.ts'
import { handleSourceChange, moveTo } from './focus-actions.ts'
import { goToCell } from './go-to-cell.ts'

function openTable() {
  const rows = ['a', 'b'].map((id) => createPlainRow({ id, version: 1, inserted_at: '', updated_at: '', owner: id }))
  const columns = buildAllColumns(realEstateBook)
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
  goToCell(table, { rowId: 'b', key: 'owner', requestNumber: 1 })
  expect(table.position.row).toBe(1)
  expect(table.activeId).toBe('b')
})

test('does not move the active cell of a user who is typing', () => {
  const table = openTable()
  const column = table.props.columns.findIndex(({ key }) => key === 'owner')
  table.position = { row: 0, column }
  typeText(table, '바로')
  goToCell(table, { rowId: 'b', key: 'owner', requestNumber: 1 })
  expect(table.position).toEqual({ row: 0, column })
  expect(table.session).toMatchObject({ mode: 'typing', text: '바로' })
})

/** Another query shows all rows, as a link to a record does. */
function changeQuery(table: ReturnType<typeof openTable>, queryKey: string) {
  table.props = { ...table.props, queryKey }
  table.props.source.setQuery({ search: '', filters: [], sort: [] })
}

test('another result that arrives at once keeps the requested record active', () => {
  const table = openTable()
  table.props.source.subscribe(() => handleSourceChange(table))
  goToCell(table, { rowId: 'b', key: 'owner', requestNumber: 1 })
  changeQuery(table, 'all')
  expect(table).toMatchObject({ activeId: 'b', position: { row: 1 } })
})

test('once the user has moved, another result begins at its top', () => {
  const table = openTable()
  table.props.source.subscribe(() => handleSourceChange(table))
  goToCell(table, { rowId: 'b', key: 'owner', requestNumber: 1 })
  moveTo(table, { row: 1, column: 0 })
  changeQuery(table, 'all')
  expect(table).toMatchObject({ activeId: 'a', position: { row: 0 } })
})
