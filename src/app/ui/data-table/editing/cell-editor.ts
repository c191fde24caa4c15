import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { checkInRow, checkValue, parseEntry } from '../cells/cell-text.ts'
import type { Parsed } from '../cells/cell-text.ts'
import { isChosen } from '../columns/table-columns.ts'
import type { CellOption, Column } from '../data-table-props.ts'
import type { EditAction } from './edit-action.ts'
import { endCalendar } from './open-calendar.ts'
import { readySession, stepSession } from './edit-session.ts'
import type { EditSession, Ended, Finish, SessionEvent } from './edit-session.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { baseText, prepareCellInput, fillCellInput, focusCellInput } from './prepare-cell-input.ts'
import { askToChoose, fitsNothing, listSuggestions, highlightOption, suggestOptions } from './suggestions.ts'
import type { OptionList } from './suggestions.ts'
import { activeColumn, activeRow, announceFocus, isEditableAt } from '../table.ts'
import type { Table } from '../table.ts'

/** Opens the editor with the value in it, caret at the end (F2, double click). */
export function openEditor(table: Table): boolean {
  if (!isEditableAt(table, table.position) || table.session.mode !== 'ready') return false
  const text = baseText(table)
  feedSession(table, { type: 'open', text })
  fillCellInput(table, text)
  openOptions(table)
  return true
}

/** Shows what may be chosen, all of it while nothing was typed. Suggestions for free text come only when a person asked for them (Alt+↓) or types. */
export function openOptions(table: Table, isAsked = false): boolean {
  const column = activeColumn(table)
  if (!column?.options || table.session.mode === 'ready') return false
  table.list = offered(table, column) ?? (isAsked ? listSuggestions(column) : null)
  announceFocus(table)
  return table.list !== null
}

/** What the cell input says: first text or composition opens the editor, everything after follows. */
export function typeText(table: Table, text: string): void {
  if (table.session.mode === 'ready' && !isEditableAt(table, table.position)) return
  table.notice = null
  table.chosen = null
  feedSession(table, { type: 'input', text, base: baseText(table) })
  const column = activeColumn(table)
  // Emptied by hand means "no value", not "the value it had": nothing is offered to Enter then.
  table.list = column ? suggestOptions(column, text, null) : null
  announceFocus(table)
}

export function beginComposition(table: Table): void {
  if (table.session.mode === 'ready' && !isEditableAt(table, table.position)) return
  feedSession(table, { type: 'compositionstart', base: baseText(table) })
}

export function endComposition(table: Table, text: string): void {
  feedSession(table, { type: 'compositionend', text })
}

export function toggleMode(table: Table): void {
  feedSession(table, { type: 'toggle' })
}

/** Ends the edit, now or as soon as the syllable in composition is whole. Without one only `after` runs. */
export function finishEdit(table: Table, finish: Finish): void {
  const before = table.session
  if (before.mode === 'ready') return finish.after?.()
  const step = stepSession(before, { type: 'finish', finish })
  table.session = step.session
  if (step.ended) settleEdit(table, step.ended, before)
}

/** Highlights the first of several matches for a key that takes an option; false where the key can take one, or there is nothing to choose. */
export function asksToChoose(table: Table): boolean {
  const column = activeColumn(table)
  const { text, base, isComposing } = table.session
  const asked = column && !isComposing ? askToChoose(column, table.list, text === base ? '' : text) : null
  if (!asked) return false
  table.list = asked
  announceFocus(table)
  return true
}

/** Takes an option of the list as the value and ends the edit. */
export function chooseOption(table: Table, option: CellOption | undefined, finish: Finish): void {
  if (option?.makes !== undefined) return makeOption(table, option.makes, finish.after)
  takeOption(table, option)
  finishEdit(table, finish)
}

/** Puts an option of the list into the editor; not during a composition, which would break. */
export function takeOption(table: Table, option: CellOption | undefined): void {
  if (!option || option.makes !== undefined || table.session.isComposing) return
  table.chosen = option
  fillCellInput(table, option.label)
  table.session = { ...table.session, text: option.label }
}

/** Takes a day of the calendar as the text of the editor, empty for none, and ends the edit. */
export function takeDay(table: Table, day: string): void {
  fillCellInput(table, day)
  table.session = { ...table.session, text: day }
  finishEdit(table, { how: 'commit' })
  focusCellInput(table)
}

/** The line that makes a record: its form opens, and what was made is chosen in the cell, as if it had stood in the list. What was typed comes back when none was made. */
function makeOption(table: Table, name: string, after: Finish['after']): void {
  const column = activeColumn(table)
  const { position, editedRow, session } = table
  if (!column?.maker || session.isComposing) return
  const row = position.row === entryRow ? null : editedRow
  finishEdit(table, { how: 'cancel' })
  void column.maker.make(name).then((made) => {
    focusCellInput(table)
    if (made) {
      writeValue(table, { row, column, value: made.value, kind: 'cell' })
      after?.()
    } else if (activeColumn(table)?.key === column.key && isEditableAt(table, table.position)) {
      typeText(table, session.text)
      fillCellInput(table, session.text)
    }
    announceFocus(table)
  })
}

export function highlightedOption({ list }: Table): CellOption | undefined {
  return list?.options[list.highlighted]
}

export function moveHighlight(table: Table, by: number): void {
  if (!table.list) return
  table.list = highlightOption(table.list, by)
  announceFocus(table)
}

export function closeList(table: Table): void {
  table.list = null
  announceFocus(table)
}

/** Writes a value into the active cell without an editor (clear, today, paste). Answers whether the cell could take it. */
export function writeCell(table: Table, value: FieldValue, kind: EditAction['kind'] = 'cell'): boolean {
  const column = activeColumn(table)
  if (!column || table.session.mode !== 'ready' || !isEditableAt(table, table.position)) return false
  const row = table.position.row === entryRow ? null : (activeRow(table) ?? null)
  const parsed = checkInRow(column, row, checkValue(column, value))
  if (parsed.ok) writeValue(table, { row, column, value: parsed.value, kind })
  else table.notice = parsed.message
  announceFocus(table)
  return true
}

/** Puts one pasted text into the active cell. */
export function pasteText(table: Table, text: string): void {
  const column = activeColumn(table)
  if (!column || !isEditableAt(table, table.position)) return
  const parsed = parseEntry(column, text, table.props.today())
  if (parsed.ok) writeCell(table, parsed.value, 'paste')
  else {
    table.notice = parsed.message
    announceFocus(table)
  }
}

/** Esc in a cell whose value could not be kept: the typed value goes, the source's own stands again. */
export function dropRefused(table: Table): boolean {
  const column = activeColumn(table)
  const row = activeRow(table)
  if (!column || !row || table.pending.of(row.id)[column.key]?.error == null) return false
  table.pending.drop(row.id, column.key)
  announceFocus(table)
  return true
}

/** The options of an open list may have come in meanwhile (groups load after the rows). */
export function followSource(table: Table): void {
  const column = activeColumn(table)
  if (!table.list || !fitsNothing(table.list) || !column || !isChosen(column)) return
  const list = offered(table, column)
  // As long as nothing has come in, the line that an arrow has led to stays.
  if (!list || fitsNothing(list)) return
  table.list = list
  announceFocus(table)
}

/** What the list offers for the text in the editor, all of it while nothing was typed. */
function offered(table: Table, column: Column): OptionList | null {
  const { text, base } = table.session
  return suggestOptions(column, text === base ? '' : text, currentChoice(table, column))
}

function feedSession(table: Table, event: Exclude<SessionEvent, { type: 'finish' }>): void {
  const before = table.session
  if (before.mode === 'ready') {
    table.editedRow = activeRow(table) ?? null
    table.chosen = null
  }
  const step = stepSession(before, event)
  table.session = step.session
  if (step.ended) settleEdit(table, step.ended, before)
  if (before.mode === table.session.mode) return
  prepareCellInput(table)
  announceFocus(table)
}

/** Carries out how an edit ended. A value that may not stand keeps the editor open, unless the user has left it already. */
function settleEdit(table: Table, ended: Ended, before: EditSession): void {
  endCalendar(table)
  const column = activeColumn(table)
  const row = table.position.row === entryRow ? null : table.editedRow
  const isChange = ended.how === 'commit' || (ended.how === 'unchanged' && shouldRetry(table, column, row))
  const parsed = isChange && column ? readEnded(table, ended, { column, row }) : null
  if (parsed && !parsed.ok && !ended.finish.isForced) {
    table.session = { ...before, isComposing: false, waiting: null, text: ended.text }
    table.notice = parsed.message
    announceFocus(table)
    focusCellInput(table)
    // What is typed next replaces the text that was refused.
    table.cellInput?.select()
    return
  }
  table.session = readySession
  table.list = null
  table.notice = null
  fillCellInput(table, '')
  if (column && parsed) {
    if (parsed.ok) writeValue(table, { row, column, value: parsed.value, kind: 'cell' })
    else refuseText(table, { row, key: column.key, text: ended.text, error: parsed.message })
  }
  if (ended.how === 'commit' && table.tabRun) table.tabRun.hasEdited = true
  table.chosen = null
  prepareCellInput(table)
  announceFocus(table)
  ended.finish.after?.(ended.text)
}

/** The same text again is a change after all when it was refused before, or when it now stands for another of two options that read the same. */
function shouldRetry(table: Table, column: Column | undefined, row: SourceRow | null): boolean {
  if (table.chosen) return true
  return column !== undefined && row !== null && table.pending.of(row.id)[column.key]?.error != null
}

function readEnded(table: Table, ended: Ended, { column, row }: { column: Column; row: SourceRow | null }): Parsed {
  const { chosen } = table
  const parsed: Parsed =
    chosen && chosen.label === ended.text && isChosen(column)
      ? checkValue(column, chosen.value)
      : parseEntry(column, ended.text, table.props.today())
  return checkInRow(column, row, parsed)
}

/** What may not stand stays as it was typed, with the reason. */
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
  const standing = table.pending.of(row.id)[column.key]
  const old = standing?.error === null ? standing.value : (row.record[column.key] ?? null)
  if (value === old) {
    if (standing?.error != null) table.pending.drop(row.id, column.key)
    return
  }
  const { onEdit } = table.props
  if (onEdit) void table.pending.sendAction({ kind, changes: [{ row, key: column.key, old, new: value }] }, onEdit)
}

function currentChoice(table: Table, column: Column): CellOption['value'] | null {
  const draft = table.position.row === entryRow ? table.entry.get().draft : activeRow(table)?.record
  const value = draft?.[column.key] ?? null
  return typeof value === 'number' ? null : value
}
