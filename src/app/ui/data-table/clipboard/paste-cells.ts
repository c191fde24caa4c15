import { readDelimited } from '#domain/text/delimited-text.ts'
import { pasteText } from '../editing/cell-editor.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { moveTo } from '../focus/focus-actions.ts'
import { type CellRange, countCells, countColumns, countRows } from '../selection/cell-range.ts'
import { changeSelection, listSelectedRanges, markCut } from '../selection/cell-selection.ts'
import { gatherSourceRows } from '../selection/read-source-rows.ts'
import { isEditableAt, type Table, updateFocusView } from '../table.ts'
import { type RawCells, readRawCells } from './clipboard-html.ts'
import { parsePasted, type PastedCell, type PlannedWrite } from './plan-writes.ts'
import { announceTooMany, maxWrittenCells, writeCells } from './write-cells.ts'

/**
 * Handles the browser's paste event when no editor is open. Uses the text; the HTML only for the
 * raw values of our own copy.
 */
export function onPasteEvent(table: Table, event: ClipboardEvent): void {
  if (table.session.mode !== 'ready') return
  event.preventDefault()
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const html = event.clipboardData?.getData('text/html') ?? ''
  pasteContents(table, { text, html })
}

function pasteContents(table: Table, { text, html }: { text: string; html: string }): void {
  if (table.session.mode !== 'ready') return
  // Our own copy of an empty cell clears the target; a picture or file has nothing to paste.
  if (text === '' && readRawCells(html) === null) return
  const cut = table.selection.cut?.text === text ? table.selection.cut.ranges : []
  const block = parseBlock(text, html)
  if (table.position.row === entryRow) pasteIntoEntry(table, block, text)
  else void pasteBlock(table, block, cut)
}

type PastedBlock = readonly (readonly PastedCell[])[]

function parseBlock(text: string, html: string): PastedBlock {
  const texts = readDelimited(text)
  const raw = readRawCells(html)
  // Drops the headers of our own copy.
  const body = raw && texts.length === raw.values.length + 1 ? texts.slice(1) : texts
  return body.map((row, rowAt) =>
    row.map((cell, index) => attachRawValue(cell, raw, { row: rowAt, column: index, body })),
  )
}

/**
 * Adds the raw value of our own copy to a cell's text. If another program changed the text next to
 * our marker, only the text is used.
 */
function attachRawValue(
  text: string,
  raw: RawCells | null,
  { row, column, body }: { row: number; column: number; body: readonly (readonly string[])[] },
): PastedCell {
  const from = raw?.columns[column]
  const value = raw?.values[row]?.[column]
  const isOwnCopy = raw !== null && raw.values.length === body.length && from !== undefined && value !== undefined
  return isOwnCopy ? { text, raw: { value, from } } : { text }
}

async function pasteBlock(table: Table, block: PastedBlock, cut: readonly CellRange[]): Promise<void> {
  const targets = listSelectedRanges(table)
  const cells = block.reduce((count, row) => count + row.length, 0)
  if (Math.max(cells, cells === 1 ? countCells(targets) : 0) > maxWrittenCells) return announceTooMany(table)
  const placedCells = layoutBlock(block, targets)
  if (placedCells.length === 0) return
  if (placedCells.length > maxWrittenCells) return announceTooMany(table)
  const writes = await collectWrites(table, placedCells, cut)
  if (!writes) return
  const columns = table.props.columns.length
  writeCells(table, writes, {
    kind: 'paste',
    beyondColumns: placedCells.filter((position) => position.column >= columns).length,
    after() {
      if (cut.length > 0) markCut(table, null)
      selectPasted(table, placedCells)
    },
  })
}

/** Clears the cut cells first, so that a paste overlapping them wins. */
async function collectWrites(
  table: Table,
  placedCells: readonly PlacedCell<PastedCell>[],
  cut: readonly CellRange[],
): Promise<PlannedWrite[] | null> {
  const { columns, source } = table.props
  const { total } = source.getState()
  const rowIndexes = [
    ...placedCells.map((position) => position.row),
    ...cut.flatMap((range) => [range.top, range.bottom]),
  ]
  const [first, last] = findMinMax(rowIndexes)
  const rows = await gatherSourceRows(table, { first, last: Math.min(total - 1, last) })
  if (!rows) return null
  const cleared = cut.flatMap((range) => layoutBlock([[{ text: '' }]], [range]))
  return [...cleared, ...placedCells].flatMap(({ row, column, cell }) => {
    const target = columns[column]
    return target ? [{ rowIndex: row, row: rows.get(row) ?? null, column: target, cell }] : []
  })
}

function selectPasted(table: Table, placedCells: readonly PlacedCell<unknown>[]): void {
  const [top, bottom] = findMinMax(placedCells.map((position) => position.row))
  const [left, right] = findMinMax(placedCells.map((position) => position.column))
  if (top === bottom && left === right) {
    updateFocusView(table)
    return
  }
  const { total } = table.props.source.getState()
  moveTo(table, { row: top, column: left })
  changeSelection(table, {
    corner: { row: Math.min(total - 1, bottom), column: Math.min(table.props.columns.length - 1, right) },
  })
}

/**
 * One row fills the entry line from the active cell on. Several rows become new records where the
 * screen supports it; the line's values fill the columns missing in the paste.
 */
function pasteIntoEntry(table: Table, block: PastedBlock, text: string): void {
  const [row, ...otherRows] = block
  if (!row) return
  if (otherRows.length === 0 && row.length === 1) {
    pasteText(table, text)
    return
  }
  if (otherRows.length === 0) {
    fillEntry(table, row)
    return
  }
  if (!table.props.canAddRows) {
    table.props.onMessage({ type: 'warning', text: '새 기록은 한 행씩 붙여넣을 수 있습니다.' })
    return
  }
  // Rows are numbered as in the paste.
  const { column: left } = table.position
  const placedCells = layoutBlock(block, [{ top: 0, bottom: 0, left, right: left }])
  const columns = table.props.columns
  const writes = placedCells.flatMap(({ row: rowIndex, column, cell }) => {
    const target = columns[column]
    return target ? [{ rowIndex, row: null, column: target, cell }] : []
  })
  const { draft, derived } = table.entry.get()
  const typedDraft = Object.fromEntries(Object.entries(draft).filter(([key]) => !derived.includes(key)))
  writeCells(table, writes, {
    kind: 'paste',
    beyondColumns: placedCells.length - writes.length,
    entryLine: { draft: typedDraft, derive: table.props.entry?.derive },
  })
}

function fillEntry(table: Table, row: readonly PastedCell[]): void {
  const today = table.props.today()
  for (const [offset, cell] of row.entries()) {
    const position = { row: entryRow, column: table.position.column + offset }
    const column = table.props.columns[position.column]
    if (!column || !isEditableAt(table, position)) continue
    const parsed = parsePasted(column, cell, today)
    if (parsed.ok) table.entry.set(column.key, parsed.value)
    else table.entry.refuse(column.key, cell.text, parsed.message)
  }
  updateFocusView(table)
}

function findMinMax(numbers: readonly number[]): [number, number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    min = Math.min(min, number)
    max = Math.max(max, number)
  }
  return [min, max]
}

/** A pasted cell and its target position. */
interface PlacedCell<Cell> {
  readonly row: number
  readonly column: number
  readonly cell: Cell
}

/**
 * Places a pasted block on the selection as Excel does. One cell fills every selected cell. Along
 * an axis where the selection is a multiple of the block, the block repeats; otherwise it is placed
 * once at the top left. Cells missing in ragged rows leave their targets untouched.
 */
export function layoutBlock<Cell>(
  block: readonly (readonly Cell[])[],
  ranges: readonly CellRange[],
): PlacedCell<Cell>[] {
  const height = block.length
  const width = Math.max(0, ...block.map((row) => row.length))
  const [first] = ranges
  if (height === 0 || width === 0 || !first) return []
  const targets = height === 1 && width === 1 ? ranges : [first]
  return targets.flatMap((target) => {
    const rowRepeats = countRepeats(countRows(target), height)
    const columnRepeats = countRepeats(countColumns(target), width)
    return listGridPositions(rowRepeats * height, columnRepeats * width).flatMap(({ row, column }) => {
      const cells = block[row % height] ?? []
      const cell = cells[column % width]
      return cell === undefined ? [] : [{ row: target.top + row, column: target.left + column, cell }]
    })
  })
}

function countRepeats(available: number, size: number): number {
  return available % size === 0 ? available / size : 1
}

function listGridPositions(height: number, width: number): { row: number; column: number }[] {
  return Array.from({ length: height * width }, (_, index) => ({
    row: Math.floor(index / width),
    column: index % width,
  }))
}

/**
 * 붙여넣기 for touch, which has no key for it. The browser asks first (a prompt in Chrome, a button in
 * Safari), so mouse users are pointed to the key instead (cell-menu.tsx). Call it within the press,
 * or browsers refuse the clipboard.
 */
export async function pasteByCommand(table: Table): Promise<void> {
  try {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (item?.types.includes(type) ? await (await item.getType(type)).text() : '')
    const [text, html] = await Promise.all([read('text/plain'), read('text/html')])
    pasteContents(table, { text, html })
  } catch {
    table.props.onMessage({
      type: 'info',
      text: '브라우저가 클립보드를 열지 않았습니다. 셀을 한 번 더 눌러 연 다음, 길게 눌러 붙여넣어 주세요.',
    })
  }
}
