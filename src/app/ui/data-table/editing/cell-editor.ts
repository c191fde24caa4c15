import { isImeKey } from '#app/ui/text-editing/composition.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { checkInRow, checkValue, parseEntry, type ParseResult } from '../cells/cell-text.ts'
import { hasFixedOptions } from '../columns/table-columns.ts'
import type { CellOption, Column } from '../data-table-props.ts'
import { entryRow, headerRow } from '../focus/cell-navigation.ts'
import { describeLock, isRowLocked } from '../rows/row-state.ts'
import {
  getActiveColumn,
  getActiveRow,
  getColumn,
  isEditableAt,
  isRowOpenable,
  type Table,
  updateFocusView,
} from '../table.ts'
import type { EditAction } from './edit-action.ts'
import {
  type EditEvent,
  type EditResult,
  type EditSession,
  type FinishRequest,
  readySession,
  stepSession,
} from './edit-session.ts'
import { fillCellInput, focusCellInput, getBaseText, prepareCellInput } from './prepare-cell-input.ts'
import {
  continueOptions,
  createChoicePrompt,
  hasAnyOption,
  highlightOption,
  listSuggestions,
  type OptionList,
  suggestOptions,
} from './suggestions.ts'

/** Opens the editor with the current value and the caret at the end (F2, double click). */
export function openEditor(table: Table): boolean {
  if (!isEditableAt(table, table.position) || table.session.mode !== 'ready') return false
  const text = getBaseText(table)
  dispatchEditEvent(table, { type: 'open', text })
  fillCellInput(table, text)
  openOptions(table)
  return true
}

/**
 * Opens the option list, unfiltered until the user types. Suggestions for free text open only when
 * requested (Alt+↓) or while typing.
 */
export function openOptions(table: Table, isRequested = false): boolean {
  const column = getActiveColumn(table)
  if (!column?.options || table.session.mode === 'ready') return false
  table.list = buildOptionList(table, column) ?? (isRequested ? listSuggestions(column) : null)
  updateFocusView(table)
  return table.list !== null
}

/**
 * Handles the cell input's text: the first text or composition opens the editor, later text updates
 * it.
 */
export function typeText(table: Table, text: string): void {
  if (table.session.mode === 'ready' && !isEditableAt(table, table.position)) return
  table.notice = null
  table.chosenOption = null
  dispatchEditEvent(table, { type: 'input', text, base: getBaseText(table) })
  const column = getActiveColumn(table)
  // Clearing the text by hand means "no value", so Enter gets no highlighted option.
  table.list = column ? continueOptions(table.list, suggestOptions(column, text, null)) : null
  updateFocusView(table)
}

export function startComposition(table: Table): void {
  if (table.session.mode === 'ready' && !isEditableAt(table, table.position)) return
  dispatchEditEvent(table, { type: 'compositionstart', base: getBaseText(table) })
}

export function endComposition(table: Table, text: string): void {
  dispatchEditEvent(table, { type: 'compositionend', text })
}

export function toggleMode(table: Table): void {
  dispatchEditEvent(table, { type: 'toggle' })
}

/**
 * Ends the edit, waiting for a composition to complete. Without an open editor only `after` runs.
 */
export function finishEdit(table: Table, finish: FinishRequest): void {
  const before = table.session
  if (before.mode === 'ready') return finish.after?.()
  const step = stepSession(before, { type: 'finish', finish })
  table.session = step.session
  if (step.ended) completeEdit(table, step.ended, before)
}

/**
 * Highlights the first of several matches when Enter or Tab would take an option. Returns false if
 * the key can take one, or there is nothing to choose.
 */
export function promptForChoice(table: Table): boolean {
  const column = getActiveColumn(table)
  const { text, base, isComposing } = table.session
  const promptList = column && !isComposing ? createChoicePrompt(column, table.list, text === base ? '' : text) : null
  if (!promptList) return false
  table.list = promptList
  updateFocusView(table)
  // Without a match, the next typed text replaces this one.
  if (promptList.matches === 0) table.cellInput?.select()
  return true
}

/** Takes an option as the value and ends the edit. */
export function chooseOption(table: Table, option: CellOption | undefined, finish: FinishRequest): void {
  if (option?.createsName !== undefined) return createOptionRecord(table, option.createsName, finish.after)
  fillOptionText(table, option)
  finishEdit(table, finish)
}

/**
 * Puts an option's text into the editor. Does nothing during a composition, which it would break.
 */
export function fillOptionText(table: Table, option: CellOption | undefined): void {
  if (!option || option.createsName !== undefined || table.session.isComposing) return
  table.chosenOption = option
  fillCellInput(table, option.label)
  table.session = { ...table.session, text: option.label }
}

/** Takes a day from the calendar as the editor's text, empty for none, and ends the edit. */
export function commitDay(table: Table, day: string): void {
  fillCellInput(table, day)
  table.session = { ...table.session, text: day }
  finishEdit(table, { mode: 'commit' })
  focusCellInput(table)
}

/**
 * Runs the list line that creates a record: opens its form and chooses the new record in the cell.
 * If none was created, the typed text comes back.
 */
function createOptionRecord(table: Table, name: string, after: FinishRequest['after']): void {
  const column = getActiveColumn(table)
  const { position, editedRow, session } = table
  if (!column?.optionCreator || session.isComposing) return
  const row = position.row === entryRow ? null : editedRow
  finishEdit(table, { mode: 'cancel' })
  void column.optionCreator.make(name).then((option) => {
    focusCellInput(table)
    if (option) {
      writeValue(table, { row, column, value: option.value, kind: 'cell' })
      after?.()
    } else if (getActiveColumn(table)?.key === column.key && isEditableAt(table, table.position)) {
      typeText(table, session.text)
      fillCellInput(table, session.text)
      // The next Enter or Tab keeps a free text as typed.
      if (!hasFixedOptions(column)) table.list = null
    }
    updateFocusView(table)
  })
}

export function getHighlightedOption({ list }: Table): CellOption | undefined {
  return list?.options[list.highlighted]
}

export function moveHighlight(table: Table, by: number): void {
  if (!table.list) return
  table.list = highlightOption(table.list, by)
  updateFocusView(table)
}

export function closeList(table: Table): void {
  table.list = null
  updateFocusView(table)
}

/**
 * Writes a value into the active cell without an editor (clear, today, paste). Returns whether the
 * cell is editable.
 */
export function writeCell(table: Table, value: FieldValue, kind: EditAction['kind'] = 'cell'): boolean {
  const column = getActiveColumn(table)
  if (!column || table.session.mode !== 'ready' || !isEditableAt(table, table.position)) return false
  const row = table.position.row === entryRow ? null : (getActiveRow(table) ?? null)
  const parsed = checkInRow(column, row, checkValue(column, value))
  if (parsed.ok) writeValue(table, { row, column, value: parsed.value, kind })
  else table.notice = parsed.message
  updateFocusView(table)
  return true
}

/** Pastes one text into the active cell. */
export function pasteText(table: Table, text: string): void {
  const column = getActiveColumn(table)
  if (!column || !isEditableAt(table, table.position)) return
  const parsed = parseEntry(column, text, table.props.today())
  if (parsed.ok) writeCell(table, parsed.value, 'paste')
  else {
    table.notice = parsed.message
    updateFocusView(table)
  }
}

/** Esc in a cell with a refused value: drops it and shows the source's value again. */
export function dropRefused(table: Table): boolean {
  const column = getActiveColumn(table)
  const row = getActiveRow(table)
  if (!column || !row || table.pending.getRow(row.id)[column.key]?.error == null) return false
  table.pending.drop(row.id, column.key)
  updateFocusView(table)
  return true
}

/** Updates an open list whose options may have loaded meanwhile (groups load after the rows). */
export function refreshOpenList(table: Table): void {
  const column = getActiveColumn(table)
  if (!table.list || !column || hasAnyOption(table.list)) return
  const list = buildOptionList(table, column)
  // Until options arrive, keep the line the user moved to.
  if (!list || !hasAnyOption(list)) return
  table.list = list
  updateFocusView(table)
}

/** Options for the editor's text; all of them until the user types. */
function buildOptionList(table: Table, column: Column): OptionList | null {
  const { text, base } = table.session
  return suggestOptions(column, text === base ? '' : text, getCurrentChoice(table, column))
}

function dispatchEditEvent(table: Table, event: Exclude<EditEvent, { type: 'finish' }>): void {
  const before = table.session
  if (before.mode === 'ready') {
    table.editedRow = getActiveRow(table) ?? null
    table.chosenOption = null
  }
  const step = stepSession(before, event)
  table.session = step.session
  if (step.ended) completeEdit(table, step.ended, before)
  if (before.mode === table.session.mode) return
  prepareCellInput(table)
  updateFocusView(table)
}

/**
 * Handles the end of an edit. A refused value keeps the editor open, unless the user has already
 * left it.
 */
function completeEdit(table: Table, endedSession: EditResult, before: EditSession): void {
  closeCalendar(table)
  const column = getActiveColumn(table)
  const row = table.position.row === entryRow ? null : table.editedRow
  const isChange =
    endedSession.how === 'commit' || (endedSession.how === 'unchanged' && shouldRetry(table, column, row))
  const parsed = isChange && column ? parseFinalText(table, endedSession, { column, row }) : null
  if (parsed && !parsed.ok && !endedSession.finish.isImmediate) {
    table.session = { ...before, isComposing: false, deferredFinish: null, text: endedSession.text }
    table.notice = parsed.message
    updateFocusView(table)
    focusCellInput(table)
    // The next typed text replaces the refused one.
    table.cellInput?.select()
    return
  }
  table.session = readySession
  table.list = null
  table.notice = null
  fillCellInput(table, '')
  if (column && parsed) {
    if (parsed.ok) writeValue(table, { row, column, value: parsed.value, kind: 'cell' })
    else refuseText(table, { row, key: column.key, text: endedSession.text, error: parsed.message })
  }
  if (endedSession.how === 'commit' && table.tabRun) table.tabRun.hasEdited = true
  table.chosenOption = null
  prepareCellInput(table)
  updateFocusView(table)
  endedSession.finish.after?.(endedSession.text)
}

/**
 * Unchanged text still counts as a change if it was refused before, or if it now means another of
 * two options with the same label.
 */
function shouldRetry(table: Table, column: Column | undefined, row: SourceRow | null): boolean {
  if (table.chosenOption) return true
  return column !== undefined && row !== null && table.pending.getRow(row.id)[column.key]?.error != null
}

function parseFinalText(
  table: Table,
  endedSession: EditResult,
  { column, row }: { column: Column; row: SourceRow | null },
): ParseResult {
  const { chosenOption } = table
  const parsed: ParseResult =
    chosenOption && chosenOption.label === endedSession.text && hasFixedOptions(column)
      ? checkValue(column, chosenOption.value)
      : parseEntry(column, endedSession.text, table.props.today())
  return checkInRow(column, row, parsed)
}

/** Keeps refused text as typed, with the reason. */
function refuseText(table: Table, typed: { row: SourceRow | null; key: string; text: string; error: string }): void {
  const { row, key, text, error } = typed
  if (row) table.pending.refuse({ row, key, text, error })
  else table.entry.refuse(key, text, error)
}

function writeValue(
  table: Table,
  edit: { row: SourceRow | null; column: Column; value: FieldValue; kind: EditAction['kind'] },
): void {
  const { row, column, value, kind } = edit
  if (!row) {
    table.entry.set(column.key, value)
    return
  }
  const pendingCell = table.pending.getRow(row.id)[column.key]
  const old = pendingCell?.error === null ? pendingCell.value : (row.record[column.key] ?? null)
  if (value === old) {
    if (pendingCell?.error != null) table.pending.drop(row.id, column.key)
    return
  }
  const { onEdit } = table.props
  if (onEdit) void table.pending.sendAction({ kind, changes: [{ row, key: column.key, old, new: value }] }, onEdit)
}

function getCurrentChoice(table: Table, column: Column): CellOption['value'] | null {
  const draft = table.position.row === entryRow ? table.entry.get().draft : getActiveRow(table)?.record
  const value = draft?.[column.key] ?? null
  return typeof value === 'number' ? null : value
}

/**
 * Opens the calendar over the editor of a date, which stays open (cell-input-events.ts). Returns
 * false when no date is being edited.
 */
export function openCalendar(table: Table): boolean {
  if (table.session.mode === 'ready' || getActiveColumn(table)?.field.kind !== 'date') return false
  table.prompt = { type: 'calendar' }
  table.signals.emit('ask')
  return true
}

/** Closes the calendar together with its edit. */
function closeCalendar(table: Table): void {
  if (table.prompt?.type !== 'calendar') return
  table.prompt = null
  table.signals.emit('ask')
}

/**
 * Explains next to the active cell, and to screen readers, why typed text was ignored. Ignores keys
 * that type nothing.
 */
export function explainTyping(table: Table, press: KeyboardEvent): void {
  if (isTyping(press)) explainReadOnly(table)
}

/** Explains why the active cell cannot be changed, if so. */
export function explainReadOnly(table: Table): void {
  const reason = table.session.mode === 'ready' ? readOnlyReason(table) : null
  if (reason === null) return
  table.notice = reason
  updateFocusView(table)
}

/** Null also where there is nothing to change: column headers, buttons, loading rows. */
function readOnlyReason(table: Table): string | null {
  const { position, props } = table
  const row = getActiveRow(table)
  if (!getColumn(table, position.column) || position.row === headerRow || isEditableAt(table, position)) return null
  if (position.row === entryRow) return noEntryText
  if (!row) return null
  if (isRowLocked(row)) return describeLock(row)
  if (props.onEdit) return noEntryText
  return props.onOpenRow && isRowOpenable(table, row)
    ? '이 표에는 바로 입력할 수 없습니다. Space로 기록을 열 수 있습니다.'
    : '이 표에는 입력할 수 없습니다.'
}

const noEntryText = '읽기 전용 셀이라 입력할 수 없습니다.'

/**
 * A letter key, or the key code an input method sends instead; in a read-only field nothing is
 * composed. Space is a separate command.
 */
function isTyping(press: KeyboardEvent): boolean {
  if (press.ctrlKey || press.metaKey || press.altKey) return false
  return isImeKey(press) ? /^(Key|Digit)/.test(press.code) : press.key.length === 1
}
