import { clipboardCommands } from '../clipboard/clipboard-commands.ts'
import { clearSelected, fillWithTyped } from '../clipboard/fill-cells.ts'
import { columnCommands } from '../columns/column-commands.ts'
import { hasFixedOptions } from '../columns/table-columns.ts'
import {
  chooseOption,
  closeList,
  dropRefused,
  explainReadOnly,
  fillOptionText,
  finishEdit,
  getHighlightedOption,
  moveHighlight,
  openCalendar,
  openEditor,
  openOptions,
  promptForChoice,
  toggleMode,
  writeCell,
} from '../editing/cell-editor.ts'
import { getBaseText } from '../editing/prepare-cell-input.ts'
import { addEntryLine, goToEntry, handleEntryEscape, undoEntryClear } from '../entry-line/entry-line-actions.ts'
import { entryRow, headerRow, type Move, moves } from '../focus/cell-navigation.ts'
import { moveBy, moveTo } from '../focus/focus-actions.ts'
import { closePrompt } from '../prompt.ts'
import { toggleScreenReaderMode } from '../screen-reader/screen-reader-mode.tsx'
import { hasSelection, markCut, selectOnlyActive } from '../selection/cell-selection.ts'
import { checkSelectedRows } from '../selection/check-rows.ts'
import { extendBy, selectAll, selectColumns, selectRows } from '../selection/select-cells.ts'
import {
  canAddRecords,
  getActiveColumn,
  getActiveRow,
  isEditableAt,
  isNeededInEntry,
  isRowOpenable,
  type Table,
  updateFocusView,
} from '../table.ts'
import { moveInTree } from '../unfolding/fold-button.tsx'
import { type CommandId, enterBehavior, findCommand, type KeyPress } from './key-commands.ts'
import { openKeyHelp } from './key-labels.ts'
import { sortBy } from './sort-by.ts'

/** Commands that change the selection. */
const selectionCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  'extend-up': (table) => extendBy(table, 'up'),
  'extend-down': (table) => extendBy(table, 'down'),
  'extend-left': (table) => extendBy(table, 'left'),
  'extend-right': (table) => extendBy(table, 'right'),
  'extend-edge-up': (table) => extendBy(table, 'edge-up'),
  'extend-edge-down': (table) => extendBy(table, 'edge-down'),
  'extend-edge-left': (table) => extendBy(table, 'edge-left'),
  'extend-edge-right': (table) => extendBy(table, 'edge-right'),
  'extend-row-start': (table) => extendBy(table, 'row-start'),
  'extend-row-end': (table) => extendBy(table, 'row-end'),
  'extend-grid-start': (table) => extendBy(table, 'grid-start'),
  'extend-grid-end': (table) => extendBy(table, 'grid-end'),
  'extend-page-up': (table) => extendBy(table, 'page-up'),
  'extend-page-down': (table) => extendBy(table, 'page-down'),
  'select-row': selectRows,
  'select-column': selectColumns,
  'select-all': selectAll,
  'check-rows': checkSelectedRows,
  'bulk-edit'({ props }) {
    const onBulkEdit = props.rowSelection?.onBulkEdit
    onBulkEdit?.()
    return onBulkEdit !== undefined
  },
}

/** Runs a command from a menu. */
export function runTableCommand(table: Table, command: CommandId): boolean {
  return commandHandlers[command]?.(table) ?? false
}

export function openActiveRow(table: Table): boolean {
  const row = getActiveRow(table)
  if (!row || !table.props.onOpenRow || !isRowOpenable(table, row)) return false
  table.props.onOpenRow(row)
  return true
}

type CommandHandler = (table: Table) => boolean

const readyCommands: Partial<Record<CommandId, CommandHandler>> = {
  enter: enterCell,
  'enter-up': (table) => moveAndEndRun(table, 'up'),
  edit: (table) => openEditor(table) || openActiveRow(table),
  'open-list': (table) => {
    if (table.session.mode === 'ready' && !openEditor(table)) return false
    if (!openCalendar(table)) openOptions(table, true)
    return true
  },
  'open-row': toggleOrOpen,
  'pop-out-row': (table) => {
    const row = getActiveRow(table)
    if (row && isRowOpenable(table, row)) table.props.onPopOutRow?.(row)
    return row !== undefined
  },
  clear: clearCell,
  today: writeToday,
  undo: (table) => {
    if (undoEntryClear(table)) return true
    table.props.history?.undo()
    // Handled even without a history; otherwise the browser would undo text of earlier cells in the
    // empty cell input.
    return true
  },
  redo: (table) => {
    table.props.history?.redo()
    return true
  },
  'add-entry': (table) => {
    if (table.session.mode === 'ready' && table.position.row !== entryRow) return startNewRecord(table)
    if (promptForChoice(table)) return true
    const option = getHighlightedOption(table)
    if (table.position.row === entryRow && option?.createsName !== undefined) {
      chooseOption(table, option, { mode: 'commit', after: () => addEntryLine(table) })
      return true
    }
    fillOptionText(table, option)
    return table.position.row === entryRow
      ? addEntryLine(table)
      : fillWithTyped(table) || afterCommit(() => true)(table)
  },
  find: goToSearch,
  'key-help': openKeyHelp,
  'screen-reader': toggleScreenReaderMode,
  escape: (table) => {
    if (table.position.row === entryRow && handleEntryEscape(table)) {
      // The user stays in the entry line, so the next Tab goes to its next cell.
      table.isTabLeavingTable = false
      updateFocusView(table)
      return true
    }
    const hadMark = dropRefused(table) || table.selection.cut !== null || hasSelection(table) || table.notice !== null
    if (table.selection.cut) markCut(table, null)
    else selectOnlyActive(table)
    table.notice = null
    updateFocusView(table)
    // The first press gives up what is marked in the table, the next closes the panel.
    if (!hadMark) table.props.openRecord?.close()
    return true
  },
}

const editorCommands: Partial<Record<CommandId, CommandHandler>> = {
  'toggle-mode': (table) => {
    toggleMode(table)
    return true
  },
  'commit-down': afterCommit(moveDownAfterCommit),
  'commit-up': afterCommit((table) => moveAndEndRun(table, 'up')),
  'commit-next': (table) => {
    startTabRun(table)
    return commitNext(table)
  },
  'commit-previous': afterCommit((table) => runMove(table, 'previous')),
  'commit-left': afterCommit((table) => runMove(table, 'left')),
  'commit-right': afterCommit((table) => runMove(table, 'right')),
  cancel: (table) => {
    finishEdit(table, { mode: 'cancel' })
    return true
  },
  'line-break': insertLineBreak,
  'list-down': (table) => highlightBy(table, 1),
  'list-up': (table) => highlightBy(table, -1),
  'list-page-down': (table) => highlightBy(table, 8),
  'list-page-up': (table) => highlightBy(table, -8),
  'choose-down': afterChoice(moveDownAfterCommit),
  'choose-next': (table) => {
    startTabRun(table)
    return chooseNext(table)
  },
  'choose-previous': afterChoice((table) => runMove(table, 'previous')),
  'close-list': (table) => {
    closeList(table)
    return true
  },
}

const commitNext = afterCommit((table) => runMove(table, 'next'))
const chooseNext = afterChoice((table) => runMove(table, 'next'))

/**
 * The function of each command. A test checks that every key in the list of keys has one.
 */
export const commandHandlers: Partial<Record<CommandId, CommandHandler>> = {
  ...Object.fromEntries(moves.map((move): [Move, CommandHandler] => [move, (table) => runMove(table, move)])),
  ...selectionCommands,
  ...clipboardCommands,
  ...columnCommands,
  ...editorCommands,
  ...readyCommands,
}

function runMove(table: Table, move: Move): boolean {
  if (moveInTree(table, move)) return true
  const isTab = move === 'next' || move === 'previous'
  if (!isTab) table.tabRun = null
  else startTabRun(table)
  return moveBy(table, move)
}

function moveAndEndRun(table: Table, move: Move): boolean {
  table.tabRun = null
  moveBy(table, move)
  return true
}

/** A command that commits the editor first, unless its text needs a second press. */
function afterCommit(next: CommandHandler): CommandHandler {
  return (table) => {
    if (promptForChoice(table)) return true
    finishEdit(table, { mode: 'commit', after: () => next(table) })
    return true
  }
}

/**
 * A command that takes the highlighted option first. With several matches and none highlighted, the
 * first press only highlights one.
 */
function afterChoice(next: CommandHandler): CommandHandler {
  return (table) => {
    if (promptForChoice(table)) return true
    chooseOption(table, getHighlightedOption(table), { mode: 'commit', after: () => next(table) })
    return true
  }
}

/** A run of Tabs starts in the column where the first of them commits. */
function startTabRun(table: Table): void {
  table.tabRun ??= { column: table.position.column, hasEdited: false }
}

/**
 * Moves down, or to the column where the run of Tabs started, as in Excel. In the entry line moves
 * to the next cell that needs a value.
 */
function moveDownAfterCommit(table: Table): boolean {
  if (table.position.row === entryRow) return moveToNextEntryCell(table)
  const column = table.tabRun?.column ?? table.position.column
  table.tabRun = null
  table.position = { ...table.position, column }
  return moveBy(table, 'down')
}

/** Opens the form for a new record, else goes to the entry line. */
function startNewRecord(table: Table): boolean {
  const { onAdd, entry } = table.props
  if (onAdd) onAdd()
  else if (entry) goToEntry(table)
  return canAddRecords(table)
}

function moveToNextEntryCell(table: Table): boolean {
  table.tabRun = null
  const { columns } = table.props
  const next = columns.findIndex((_column, index) => index > table.position.column && isNeededInEntry(table, index))
  moveTo(table, { row: entryRow, column: next === -1 ? columns.length : next })
  return true
}

function enterCell(table: Table): boolean {
  const { position } = table
  const column = getActiveColumn(table)
  if (position.row === headerRow) return sortBy(table, position.column)
  if (!column) return position.row === entryRow ? addEntryLine(table) : openActiveRow(table)
  if (position.row === entryRow) {
    const isUnchosen = hasFixedOptions(column) && getBaseText(table) === ''
    return (isUnchosen && openEditor(table)) || moveToNextEntryCell(table)
  }
  if (table.tabRun?.hasEdited || enterBehavior.read() === 'down') {
    moveDownAfterCommit(table)
    return true
  }
  return focusConflict(table) || openEditor(table) || openActiveRow(table)
}

/**
 * Focuses the two buttons of the conflict card below the cell; Escape there returns to the cell
 * input.
 */
function focusConflict(table: Table): boolean {
  const column = getActiveColumn(table)
  if (!column || getActiveRow(table)?.marks[column.key]?.state !== 'conflict') return false
  const button = document.getElementById(`${table.gridId}-notice`)?.querySelector('button')
  button?.focus()
  return button != null
}

function toggleOrOpen(table: Table): boolean {
  const column = getActiveColumn(table)
  if (table.position.row === headerRow) return sortBy(table, table.position.column)
  if (column?.field.kind === 'flag' && isEditableAt(table, table.position)) {
    const row = getActiveRow(table)
    const currentValue = row ? row.record[column.key] : table.entry.get().draft[column.key]
    return writeCell(table, currentValue !== true)
  }
  if (!column && table.position.row === entryRow) return addEntryLine(table)
  // Space never types into a cell; in the entry line there is no record to open yet.
  openActiveRow(table)
  return true
}

/** In the action column deletes the record, or clears the whole entry line. */
function clearCell(table: Table): boolean {
  const row = getActiveRow(table)
  if (!getActiveColumn(table)) {
    if (table.position.row === entryRow) table.entry.clear()
    else if (row) table.props.onDeleteRow?.(row)
    return true
  }
  if (hasSelection(table)) return clearSelected(table)
  if (!writeCell(table, null, 'clear')) explainReadOnly(table)
  return true
}

function writeToday(table: Table): boolean {
  if (getActiveColumn(table)?.field.kind !== 'date') return false
  return writeCell(table, table.props.today())
}

/**
 * Ctrl+F focuses the filter bar's search box, which searches all rows; the browser's search only
 * sees the rendered ones.
 */
function goToSearch({ props }: Table): boolean {
  const box = document.querySelector<HTMLInputElement>(`input[data-search-of="${CSS.escape(props.tableId)}"]`)
  box?.focus()
  box?.select()
  return box !== null
}

/** Alt+Enter: only text fields may hold a second line. */
function insertLineBreak(table: Table): boolean {
  const { cellInput } = table
  if (cellInput && getActiveColumn(table)?.field.kind === 'text') {
    cellInput.setRangeText('\n', cellInput.selectionStart, cellInput.selectionEnd, 'end')
    cellInput.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return true
}

function highlightBy(table: Table, by: number): boolean {
  moveHighlight(table, by)
  return true
}

/**
 * Handles a key that reaches the table while its dialog is open. HAZARD: just after opening, the
 * dialog has no focus yet. Keys pressed then are meant for it, and must not end the editor behind
 * it or undo anything.
 */
export function handlePromptKey(table: Table, press: KeyPress): boolean {
  if (!table.prompt || table.prompt.type === 'menu') return false
  if (findCommand(press, 'ready') === 'escape') closePrompt(table)
  return true
}
