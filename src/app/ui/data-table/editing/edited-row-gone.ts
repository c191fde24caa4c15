import type { SourceRow } from '#contract/row-source.ts'
import type { LostEdit } from '../data-table-props.ts'
import { finishEdit } from './cell-editor.ts'
import { activeColumn } from '../table.ts'
import type { Table } from '../table.ts'

/**
 * The record under an open editor was deleted elsewhere: the editor closes as soon as the syllable in composition is whole, and the screen says so with what was
 * typed. Where earlier edits of the record wait for a decision (`isGone`), the typed value goes to them; else it is handed to the screen: an edit made of a half-typed
 * value only to be refused would be one more thing to decide.
 */
export function closeOverGone(table: Table): void {
  const row = table.position.row >= 0 ? table.editedRow : null
  const column = activeColumn(table)
  if (!row || !column || table.session.mode === 'ready') return
  const isKept = table.props.source.rowById(row.id)?.isGone === true
  if (!isKept && !hasLeft(table, row)) return
  const { base } = table.session
  finishEdit(table, {
    how: isKept ? 'commit' : 'cancel',
    isForced: true,
    after: (text) =>
      tellLostEdit(table, { row, column, text: text === undefined || text === base ? null : text, isKept }),
  })
}

/** Another row stands in its place, or none: a row that was only scrolled far away leaves its place empty. */
function hasLeft({ position, props: { source } }: Table, row: SourceRow): boolean {
  if (source.rowById(row.id) || source.indexOf(row.id) !== -1) return false
  return position.row >= source.getState().total || source.rowAt(position.row) !== undefined
}

function tellLostEdit({ props }: Table, lost: LostEdit): void {
  if (props.onLostEdit) props.onLostEdit(lost)
  else props.onMessage({ type: 'warning', text: '입력하던 기록을 다른 곳에서 삭제했습니다.' })
}
