import {
  CompactSelection,
  DataEditor,
  type DataEditorRef,
  type EditableGridCell,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type GridSelection,
  type Item,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/index.css'
import { useLayoutEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { AnyRecord } from '../../../src/contract/books/field.ts'
import { benchDescription, benchRecords, cellText, workColumn, workKey } from '../pages/table/bench-rows.ts'
import { headerHeight, offerGrid, rowHeight } from '../pages/table/grid-page.ts'

/**
 * Glide Data Grid: one canvas, a stable `getCellContent` that reads the array, edits through
 * `onCellEdited`. It scrolls by pixels like the other two (`smoothScrollX/Y`; by default it snaps
 * to whole rows). The canvas's content is read from the texts it draws.
 */
let records: AnyRecord[] = []
let root: Root | null = null
let editor: DataEditorRef | null = null
let select: ((selection: GridSelection) => void) | null = null
/** Selection and rows of the last drawing. */
let renderedState: { selection: GridSelection | null; region: Rectangle | null } = { selection: null, region: null }
const renderedTexts = new Set<string>()

const columns: GridColumn[] = benchDescription.fields.map((field) => ({
  id: field.key,
  title: field.label,
  width: field.width ?? 112,
}))

offerGrid({
  prepare(count) {
    records = benchRecords(count)
  },
  mount(element) {
    root = createRoot(element)
    root.render(<GlideGrid />)
  },
  unmount() {
    root?.unmount()
    renderedState = { selection: null, region: null }
  },
  scroller,
  bodyHeight: () => (scroller()?.clientHeight ?? 0) - headerHeight,
  isRowShown: (row) => isInRegion(row) && renderedTexts.has(String(records[row]?.[workKey])),
  isActive: (row) => {
    const cell = renderedState.selection?.current?.cell
    return cell?.[0] === workColumn && cell[1] === row && isInRegion(row) && isFocused()
  },
  isTyped: (text) => overlayInput()?.value === text && overlayInput() === document.activeElement,
  isTextShown: (row, text) => overlayInput() === null && isInRegion(row) && renderedTexts.has(text),
  valueAt: (row) => records[row]?.[workKey],
  jumpTo(row) {
    editor?.scrollTo(workColumn, row)
    select?.(selectCell([workColumn, row]))
    editor?.focus()
  },
  forgetRendered: () => renderedTexts.clear(),
})

const fillText = CanvasRenderingContext2D.prototype.fillText
CanvasRenderingContext2D.prototype.fillText = function fillAndRemember(text, ...place) {
  renderedTexts.add(text)
  fillText.call(this, text, ...place)
}

const theme = { fontFamily: 'sans-serif', baseFontStyle: '13.5px', cellHorizontalPadding: 10 }

function GlideGrid() {
  const [selection, setSelection] = useState(() => selectCell([workColumn, 0]))
  const [region, setRegion] = useState<Rectangle | null>(null)
  // The canvas is drawn in the grid's own layout effects, which run before those of the surrounding
  // component.
  useLayoutEffect(() => {
    select = setSelection
    renderedState = { selection, region }
  }, [selection, region])
  return (
    <DataEditor
      ref={keepEditor}
      columns={columns}
      rows={records.length}
      getCellContent={cellAt}
      getCellsForSelection
      onCellEdited={keepEdit}
      gridSelection={selection}
      onGridSelectionChange={setSelection}
      onVisibleRegionChanged={setRegion}
      rowMarkers="number"
      freezeColumns={1}
      rowHeight={rowHeight}
      headerHeight={headerHeight}
      smoothScrollX
      smoothScrollY
      theme={theme}
      width="100%"
      height="100%"
    />
  )
}

function keepEditor(reference: DataEditorRef | null): void {
  editor = reference
}

function cellAt([column, row]: Item): GridCell {
  const field = benchDescription.fields[column]
  const value = field ? records[row]?.[field.key] : undefined
  if (!field) return { kind: GridCellKind.Loading, allowOverlay: false }
  const displayData = cellText(field, value)
  if (field.kind === 'won' || field.kind === 'number') {
    const data = typeof value === 'number' ? value : undefined
    return { kind: GridCellKind.Number, data, displayData, allowOverlay: true, contentAlign: 'right' }
  }
  return { kind: GridCellKind.Text, data: String(value ?? ''), displayData, allowOverlay: true }
}

function keepEdit([column, row]: Item, cell: EditableGridCell): void {
  const record = records[row]
  const field = benchDescription.fields[column]
  if (record && field && cell.kind === GridCellKind.Text) records[row] = { ...record, [field.key]: cell.data }
}

function selectCell(cell: Item): GridSelection {
  const [x, y] = cell
  return {
    columns: CompactSelection.empty(),
    rows: CompactSelection.empty(),
    current: { cell, range: { x, y, width: 1, height: 1 }, rangeStack: [] },
  }
}

/**
 * The region covers whole rows of the view; between two rows of pixels it reaches one row further.
 */
function isInRegion(row: number): boolean {
  const { region } = renderedState
  return region !== null && row >= region.y && row <= region.y + region.height
}

/** True for the canvas or a cell of the hidden table it keeps for screen readers. */
function isFocused(): boolean {
  return document.activeElement?.closest('canvas') != null
}

function overlayInput(): HTMLTextAreaElement | null {
  return document.querySelector('#portal textarea')
}

function scroller(): Element | null {
  return document.querySelector('.dvn-scroller')
}
