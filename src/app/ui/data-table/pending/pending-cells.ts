import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import { cellMap, isUnsaved } from './cell-map.ts'
import type { CellChange } from '../editing/edit-action.ts'
import type { HeldChange, PendingCell, PendingCells, PendingRow } from './pending-cells-props.ts'
import { giveUpUnkept, keepUnkept, postAction, startSending, stillSeen, adoptUnkept } from './post-actions.ts'

/** With `holdsEdits`, every edit waits for 저장, including those in the table. */
export function pendingCells(
  sourceNow: () => RowSource,
  { holdsEdits = false }: { holdsEdits?: boolean } = {},
): PendingCells {
  const map = cellMap()
  const sending = startSending(map, sourceNow)
  const { of, put, drop, ...watching } = map

  function hold({ row, key, value, refused }: HeldChange) {
    const standing = of(row.id)[key]
    const seen = standing && !isUnsaved(standing) ? { ...row, record: { ...row.record, [key]: standing.value } } : row
    const base = standing?.base ?? seen
    const isNoChange = value === (seen.record[key] ?? null) || value === (base.record[key] ?? null)
    if (refused || !isNoChange)
      put([[row.id, key, { value, text: refused?.text ?? null, error: refused?.error ?? null, base }]])
    else if (isUnsaved(standing)) drop(row.id, [key])
  }

  return {
    keepUnkept: () => keepUnkept(sending),
    giveUp: () => giveUpUnkept(sending),
    adopt: (actions) => adoptUnkept(sending, actions),
    ...watching,
    of,
    async sendAction(action, onEdit) {
      const waits = (change: CellChange) => holdsEdits || of(change.row.id)[change.key]?.base !== undefined
      const [held, atOnce] = [action.changes.filter(waits), action.changes.filter((change) => !waits(change))]
      for (const { row, key, new: value } of held) hold({ row, key, value })
      if (atOnce.length > 0 || action.newRows !== undefined)
        await postAction(sending, { ...action, changes: atOnce }, { onEdit })
    },
    subscribeOutcomes(listener) {
      sending.listeners.add(listener)
      return () => sending.listeners.delete(listener)
    },
    refuse({ row, key, text, error }) {
      const value = row.record[key] ?? null
      if (holdsEdits || of(row.id)[key]?.base) hold({ row, key, value, refused: { text, error } })
      else put([[row.id, key, { value, text, error }]])
    },
    drop: (rowId, key) => drop(rowId, [key]),
    hold,
    rebase(row, key) {
      const cell = of(row.id)[key]
      if (!cell?.base) return
      // It is based on another row now, so the earlier attempt must not be retried.
      const { isUnkept: _given, ...waiting } = cell
      put([[row.id, key, { ...waiting, base: row }]])
    },
    save(rowIds, onEdit) {
      const cells = rowIds.flatMap((rowId) => unsavedCells(rowId, of(rowId)))
      if (cells.some(({ cell }) => cell.text !== null)) return false
      const changes = cells.flatMap((each) => changeOf(each, sourceNow().rowById(each.rowId)))
      if (changes.length > 0) void postAction(sending, { kind: 'cell', changes }, { onEdit, isSave: true })
      return true
    },
    discard(rowId) {
      const keys = unsavedCells(rowId, of(rowId)).map(({ key }) => key)
      drop(rowId, keys)
    },
  }
}

interface UnsavedCell {
  readonly rowId: string
  readonly key: string
  readonly cell: PendingCell
}

function unsavedCells(rowId: string, row: PendingRow): readonly UnsavedCell[] {
  return Object.entries(row)
    .filter(([, cell]) => isUnsaved(cell))
    .map(([key, cell]) => ({ rowId, key, cell }))
}

/**
 * The change 저장 sends for one field. The old value is the one its author saw, so fields edited at
 * different times go out together.
 */
function changeOf({ key, cell }: UnsavedCell, now: SourceRow | undefined): readonly CellChange[] {
  const row = cell.base ?? now
  return row ? [stillSeen({ row, key, old: row.record[key] ?? null, new: cell.value }, now)] : []
}
