import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatCellValue, formatForEditing, getCellValue } from '../cells/cell-text.ts'
import { getCurrentValue } from '../cells/current-value.ts'
import type { Column } from '../data-table-props.ts'
import { focusCellInput, getBaseText } from '../editing/prepare-cell-input.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { countCells, toBlock } from '../selection/cell-range.ts'
import { listSelectedRanges, markCut } from '../selection/cell-selection.ts'
import { announceUnread, isLoaded, readSourceRows } from '../selection/read-source-rows.ts'
import { type CopyOptions, getActiveColumn, type Table } from '../table.ts'
import { type CopiedTable, toCopiedColumn, writeCopiedHtml, writeTsv } from './clipboard-html.ts'
import type { PastedCell } from './plan-writes.ts'

/**
 * Maximum cells copied, because other programs run out of memory with more; the Excel export has no
 * limit.
 */
const maxCopiedCells = 500_000

/** Handles the browser's copy and cut events when no editor is open. Returns whether it did. */
export function handleCopyEvent(table: Table, event: ClipboardEvent, options: CopyOptions): boolean {
  const { clipboardData } = event
  if (table.session.mode !== 'ready' || !clipboardData) return false
  if (table.position.row === entryRow && getActiveColumn(table)) {
    event.preventDefault()
    clipboardData.setData('text/plain', getBaseText(table))
    return true
  }
  const block = copyableBlock(table)
  if (block === null) return false
  event.preventDefault()
  if (block === 'refused') return true
  const copyResult = readBlock(table, block, options)
  if (!isLoaded(table, block.first, block.last)) {
    void copyLater(table, copyResult, options)
    return true
  }
  // All rows are loaded, so reading is complete; the event's clipboard is only available during the
  // event.
  const forms = serializeCopied(copyResult.copied)
  clipboardData.setData('text/plain', forms.text)
  clipboardData.setData('text/html', forms.html)
  rememberCut(table, options, forms.text)
  return true
}

/**
 * Runs 복사, 잘라내기 and 머리글과 함께 복사 from a menu or a key by making the browser fire its copy event on
 * the cell input.
 */
export function copyByCommand(table: Table, options: CopyOptions): boolean {
  const { cellInput } = table
  if (!cellInput || table.session.mode !== 'ready') return false
  table.copyOptions = options
  cellInput.focus({ preventScroll: true })
  // Without selected text some browsers fire no event. The cell input isn't editing, so nothing
  // reacts to this blank.
  cellInput.value = ' '
  cellInput.select()
  document.execCommand('copy')
  cellInput.value = ''
  table.copyOptions = null
  focusCellInput(table)
  return true
}

interface CopyBlock {
  readonly rows: ReadonlySet<number>
  readonly columns: readonly number[]
  readonly first: number
  readonly last: number
}

/** Null when there is nothing to copy; `refused` when the user was shown the reason. */
function copyableBlock(table: Table): CopyBlock | 'refused' | null {
  const ranges = listSelectedRanges(table)
  if (ranges.length === 0) return null
  if (countCells(ranges) > maxCopiedCells) {
    const limit = formatNumber(maxCopiedCells)
    table.props.onMessage({
      type: 'warning',
      text: `한 번에 셀 ${limit}개까지 복사할 수 있습니다. 전체는 내보내기를 이용해 주세요.`,
    })
    return 'refused'
  }
  const block = toBlock(ranges)
  if (!block) {
    const text = '따로 떨어진 영역은 행이나 컬럼이 같을 때만 함께 복사할 수 있습니다.'
    table.props.onMessage({ type: 'warning', text })
    return 'refused'
  }
  return { rows: new Set(block.rows), columns: block.columns, first: block.rows[0] ?? 0, last: block.rows.at(-1) ?? 0 }
}

interface CopyResult {
  readonly copied: CopiedTable
  readonly outcome: ReturnType<typeof readSourceRows>
}

/** Reads row by row as they load, because the source drops rows that aren't requested again. */
function readBlock(table: Table, block: CopyBlock, { withHeaders }: CopyOptions): CopyResult {
  const columns = block.columns.flatMap((index) => table.props.columns[index] ?? [])
  const texts: string[][] = []
  const values: CopiedTable['values'][number][] = []
  function copyRow(row: SourceRow, index: number) {
    if (!block.rows.has(index)) return
    const cells = columns.map((column) => copyCell(table, row, column))
    texts.push(cells.map((cell) => cell.text))
    values.push(cells.map((cell) => cell.raw.value))
  }
  const copied = {
    columns: columns.map(toCopiedColumn),
    headers: withHeaders ? columns.map((column) => column.label) : null,
    texts,
    values,
  }
  return { copied, outcome: readSourceRows(table, block, copyRow) }
}

/**
 * A cell as copied: digits without separators and days as 2026-11-20, so spreadsheets recognize
 * them, together with the raw value.
 */
export function copyCell(table: Table, row: SourceRow, column: Column): Required<PastedCell> {
  const value = getCurrentValue(table, row, column)
  const isOwnFormat = column.format !== undefined && value === getCellValue(column, row)
  return {
    text: isOwnFormat ? (column.format?.(row) ?? '') : formatCopied(column, value, row),
    raw: { value, from: toCopiedColumn(column) },
  }
}

function formatCopied(column: Column, value: FieldValue, row: SourceRow): string {
  return column.field.kind === 'datetime' ? formatCellValue(column, value, row) : formatForEditing(column, value, row)
}

function serializeCopied(copied: CopiedTable): { text: string; html: string } {
  const rows = copied.headers ? [copied.headers, ...copied.texts] : copied.texts
  return { text: writeTsv(rows), html: writeCopiedHtml(copied) }
}

/**
 * Rows to fetch arrive after the event is over, so the asynchronous clipboard API takes a promise
 * for them.
 */
async function copyLater(table: Table, copyResult: CopyResult, options: CopyOptions): Promise<void> {
  const pendingForms = copyResult.outcome.then((outcome) => {
    if (outcome !== 'read') {
      announceUnread(table, outcome)
      throw new Error(`cannot copy rows: ${outcome}`)
    }
    return serializeCopied(copyResult.copied)
  })
  try {
    const item = new ClipboardItem({
      'text/plain': pendingForms.then(({ text }) => new Blob([text], { type: 'text/plain' })),
      'text/html': pendingForms.then(({ html }) => new Blob([html], { type: 'text/html' })),
    })
    await navigator.clipboard.write([item])
    const { text } = await pendingForms
    rememberCut(table, options, text)
    const count = formatNumber(copyResult.copied.texts.length)
    table.props.onMessage({ type: 'success', text: `${count}행을 복사했습니다.` })
  } catch {
    // Either the rows didn't load, which was reported, or the browser refused the clipboard.
    const outcome = await copyResult.outcome
    if (outcome === 'read')
      table.props.onMessage({ type: 'error', text: '브라우저가 복사를 막았습니다. 다시 한 번 복사해 주세요.' })
  }
}

function rememberCut(table: Table, { isCut }: CopyOptions, text: string): void {
  markCut(table, isCut && table.props.onEdit ? { ranges: listSelectedRanges(table), text } : null)
}
