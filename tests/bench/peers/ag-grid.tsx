import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  type GridApi,
  ModuleRegistry,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
  themeQuartz,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { createRoot, type Root } from 'react-dom/client'
import type { AnyRecord } from '../../../src/contract/books/field.ts'
import { benchDescription, benchRecords, cellText, workKey } from '../pages/table/bench-rows.ts'
import { headerHeight, offerGrid, rowHeight } from '../pages/table/grid-page.ts'

/**
 * AG Grid Community as its documentation recommends for speed: client-side row model, only the
 * modules in use, no row animation or hover, a fixed row height, formatters instead of cell
 * components, and field names without dots as paths. Rendering in animation frames and column
 * virtualization stay on (its defaults).
 */
ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelModule,
  ScrollApiModule,
  SelectEditorModule,
  TextEditorModule,
])

let records: AnyRecord[] = []
let root: Root | null = null
let api: GridApi<AnyRecord> | null = null

const theme = themeQuartz.withParams({ fontFamily: 'sans-serif', fontSize: 13.5, cellHorizontalPadding: 10 })
const columns: ColDef<AnyRecord>[] = [
  {
    colId: 'number',
    headerName: '',
    width: 56,
    pinned: 'left',
    editable: false,
    valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1,
  },
  ...benchDescription.fields.map(toColumnDef),
]
const defaults: ColDef<AnyRecord> = { sortable: false, cellDataType: false }

offerGrid({
  prepare(count) {
    records = benchRecords(count)
  },
  mount(element) {
    root = createRoot(element)
    root.render(
      <div style={{ height: '100%' }}>
        <AgGridReact<AnyRecord>
          theme={theme}
          rowData={records}
          columnDefs={columns}
          defaultColDef={defaults}
          rowHeight={rowHeight}
          headerHeight={headerHeight}
          animateRows={false}
          suppressRowHoverHighlight
          suppressFieldDotNotation
          enterNavigatesVerticallyAfterEdit
          onGridReady={(event) => {
            api = event.api
          }}
        />
      </div>,
    )
  },
  unmount() {
    root?.unmount()
    api = null
  },
  scroller,
  bodyHeight: () => (scroller()?.clientHeight ?? 0) - headerHeight,
  isRowShown: (row) => (cellAt(row)?.textContent ?? '') !== '',
  isActive: (row) => cellAt(row) !== null && cellAt(row) === document.activeElement,
  isTyped: (text) => document.activeElement instanceof HTMLInputElement && document.activeElement.value === text,
  isTextShown: (row, text) => cellAt(row)?.textContent === text && !cellAt(row)?.querySelector('input'),
  // The grid writes into the records it was given.
  valueAt: (row) => records[row]?.[workKey],
  jumpTo(row) {
    api?.ensureIndexVisible(row)
    focusOnceRendered(row)
  },
})

function toColumnDef(field: (typeof benchDescription.fields)[number]): ColDef<AnyRecord> {
  const isRight = field.kind === 'won' || field.kind === 'number'
  return {
    field: field.key,
    headerName: field.label,
    width: field.width ?? 112,
    editable: true,
    valueFormatter: ({ value }) => cellText(field, value),
    ...(field.pinned ? { pinned: 'left' } : {}),
    ...(isRight ? { cellClass: 'ag-right-aligned-cell' } : {}),
    ...(field.choices
      ? { cellEditor: 'agSelectCellEditor', cellEditorParams: { values: field.choices.map((choice) => choice.value) } }
      : { cellEditor: 'agTextCellEditor' }),
  }
}

/** Rows are rendered in animation frames, and a cell that is not rendered cannot take the focus. */
function focusOnceRendered(row: number): void {
  if (cellAt(row)) api?.setFocusedCell(row, workKey)
  else requestAnimationFrame(() => focusOnceRendered(row))
}

function scroller(): Element | null {
  return document.querySelector('.ag-grid-viewport')
}

function cellAt(row: number): Element | null {
  return document.querySelector(`.ag-row[row-index="${row}"] [col-id="${workKey}"]`)
}
