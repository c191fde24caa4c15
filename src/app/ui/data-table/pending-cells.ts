import type { FieldValue } from '#contract/records/field.ts'
import type { RowSource } from '#contract/row-source.ts'
import type { CellChange, EditAct, EditOutcome } from './data-table-props.ts'
import type { Signals } from './signals.ts'

/** A value that stands in a cell before its source shows it, or because it could not be kept. */
export interface PendingCell {
  readonly value: FieldValue
  /** What was typed, when it stands for no value. */
  readonly text: string | null
  /** Korean reason why it is not kept; null while it is on its way. */
  readonly error: string | null
}

/**
 * Values between the keyboard and the source, by row and field. An edit shows at once; when it is kept and the source shows it, the value here goes; when it
 * could not be kept, it stays with the reason, so that no typed text is ever lost.
 */
export interface PendingCells {
  /** The same object until one of the row's pending cells changes. Emits `cells:<rowId>`. */
  of(rowId: string): PendingRow
  send(act: EditAct, onEdit: (act: EditAct) => Promise<EditOutcome> | EditOutcome): Promise<void>
  /** Keeps what was typed beside the reason why it may not stand there. */
  refuse(cell: { rowId: string; key: string; value: FieldValue; text: string; error: string }): void
  drop(rowId: string, key: string): void
}

export type PendingRow = Readonly<Record<string, PendingCell>>

const nothing: PendingRow = {}
/** How long a kept value waits for a source that says nothing more about the row. */
const patience = 2000

export function pendingCells(signals: Signals, sourceNow: () => RowSource): PendingCells {
  const rows = new Map<string, PendingRow>()

  function put(rowId: string, key: string, cell: PendingCell) {
    rows.set(rowId, { ...rows.get(rowId), [key]: cell })
  }

  function drop(rowId: string, key: string) {
    const { [key]: dropped, ...rest } = rows.get(rowId) ?? nothing
    if (dropped === undefined) return
    if (Object.keys(rest).length === 0) rows.delete(rowId)
    else rows.set(rowId, rest)
    signals.emit(`cells:${rowId}`)
  }

  /** The value is kept: it may go as soon as the source shows it, or says anything else about the row. */
  function release(change: CellChange, cell: PendingCell) {
    const isCurrent = () => rows.get(change.row.id)?.[change.key] === cell
    if (!isCurrent()) return
    const source = sourceNow()
    if (source.rowById(change.row.id)?.record[change.key] === change.new) {
      drop(change.row.id, change.key)
      return
    }
    function finish() {
      stop()
      clearTimeout(timer)
      if (isCurrent()) drop(change.row.id, change.key)
    }
    const stop = source.subscribeRow(change.row.id, finish)
    const timer = setTimeout(finish, patience)
  }

  async function send(act: EditAct, onEdit: (act: EditAct) => Promise<EditOutcome> | EditOutcome) {
    const sent = act.changes.map((change) => {
      const cell: PendingCell = { value: change.new, text: null, error: null }
      put(change.row.id, change.key, cell)
      return { change, cell }
    })
    for (const rowId of new Set(act.changes.map((change) => change.row.id))) signals.emit(`cells:${rowId}`)
    const message = await outcomeOf(act, onEdit)
    for (const { change, cell } of sent) {
      if (message === null) release(change, cell)
      else if (rows.get(change.row.id)?.[change.key] === cell) {
        put(change.row.id, change.key, { ...cell, error: message })
        signals.emit(`cells:${change.row.id}`)
      }
    }
  }

  return {
    of: (rowId) => rows.get(rowId) ?? nothing,
    send,
    drop,
    refuse({ rowId, key, value, text, error }) {
      put(rowId, key, { value, text, error })
      signals.emit(`cells:${rowId}`)
    },
  }
}

async function outcomeOf(
  act: EditAct,
  onEdit: (act: EditAct) => Promise<EditOutcome> | EditOutcome,
): Promise<string | null> {
  try {
    const outcome = await onEdit(act)
    return outcome ? outcome.message : null
  } catch (error) {
    // A screen that throws has not kept the value; what the user typed must stand, and the bug must still be heard of.
    reportError(error)
    return '이 기기에 저장하지 못했습니다. 다시 입력해 주세요.'
  }
}
