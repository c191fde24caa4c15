import { createRoot, type Root } from 'react-dom/client'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import '#app/ui/theme/theme.css'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { type ArrayRowSource, createArrayRowSource, createPlainRow } from '../../../support/books/array-row-source.ts'
import { buildVisibleColumns } from '../../../support/books/from-description.ts'
import { benchDescription, benchRecords, workColumn, workKey } from './bench-rows.ts'
import { headerHeight, offerGrid } from './grid-page.ts'

/** Our table over rows in memory, as a screen uses it. Creating the source counts as mounting. */
let records: AnyRecord[] = []
let source: ArrayRowSource | null = null
let root: Root | null = null
let turn = 0
let gridId = ''

const columns = buildVisibleColumns(benchDescription)

offerGrid({
  prepare(count) {
    records = benchRecords(count)
  },
  mount(element) {
    source = createArrayRowSource(records.map(createPlainRow))
    root = createRoot(element)
    renderTable(null)
  },
  unmount() {
    root?.unmount()
    source?.close()
    source = null
    gridId = ''
  },
  scroller,
  bodyHeight: () => (scroller()?.clientHeight ?? 0) - headerHeight,
  isRowShown: (row) => (cellAt(row)?.textContent ?? '') !== '',
  isActive: (row) => cellAt(row)?.ariaSelected === 'true' && cellInput() === document.activeElement,
  isTyped: (text) => cellInput()?.dataset['mode'] !== 'ready' && cellInput()?.value === text,
  isTextShown: (row, text) => cellInput()?.dataset['mode'] === 'ready' && cellAt(row)?.textContent === text,
  valueAt: (row) => source?.rowAt(row)?.record[workKey],
  jumpTo(row) {
    turn += 1
    renderTable({ rowId: source?.rowAt(row)?.id ?? '', key: workKey, requestNumber: turn })
  },
})

function renderTable(focusTarget: CellTarget | null): void {
  if (!source) return
  root?.render(
    <DataTable
      tableId="bench"
      label="시험 기록"
      source={source}
      columns={columns}
      sort={noSort}
      queryKey=""
      focusTarget={focusTarget}
      today={today}
      onEdit={keepEdit}
      onMessage={ignore}
    />,
  )
}

function today(): string {
  return '2026-11-20'
}

function ignore(): void {}

function keepEdit(editAction: EditAction): void {
  for (const { row, key, new: value } of editAction.changes) {
    const now = source?.rowById(row.id)
    if (now) source?.replaceRow({ ...now, record: { ...now.record, [key]: value } })
  }
}

function scroller(): Element | null {
  return document.querySelector('[data-table-scroller]')
}

function cellAt(row: number): HTMLElement | null {
  if (gridId === '') gridId = document.querySelector('[role=grid]')?.id ?? ''
  return document.getElementById(`${gridId}-${row}-${workColumn}`)
}

function cellInput(): HTMLTextAreaElement | null {
  return document.querySelector('textarea[data-cell-input]')
}

const noSort: readonly [] = []
