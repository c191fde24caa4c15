import type { RowSource, SourceRow } from '#contract/records/row-source.ts'
import type { CellChange } from '../editing/edit-action.ts'
import { createCellMap, isUnsaved } from './cell-map.ts'
import type { DeferredChange, PendingCell, PendingCells, PendingRow } from './pending-cells-types.ts'
import {
  adoptUnstored,
  createSendQueue,
  postAction,
  rebaseIfUnchanged,
  releaseUnstored,
  retryUnstored,
} from './post-actions.ts'

/** With `defersEdits`, every edit waits for 저장, including those in the table. */
export function createPendingCells(
  getSource: () => RowSource,
  { defersEdits = false }: { defersEdits?: boolean } = {},
): PendingCells {
  const map = createCellMap()
  const queue = createSendQueue(map, getSource)
  const { of, put, drop, ...watching } = map

  function defer({ row, key, value, refused }: DeferredChange) {
    const existing = of(row.id)[key]
    const shownRow =
      existing && !isUnsaved(existing) ? { ...row, record: { ...row.record, [key]: existing.value } } : row
    const base = existing?.base ?? shownRow
    const isNoChange = value === (shownRow.record[key] ?? null) || value === (base.record[key] ?? null)
    if (refused || !isNoChange)
      put([[row.id, key, { value, text: refused?.text ?? null, error: refused?.error ?? null, base }]])
    else if (isUnsaved(existing)) drop(row.id, [key])
  }

  return {
    retryUnstored: () => retryUnstored(queue),
    releaseUnstored: () => releaseUnstored(queue),
    adoptUnstored: (actions) => adoptUnstored(queue, actions),
    ...watching,
    getRow: of,
    async sendAction(action, onEdit) {
      const waitsForSave = (change: CellChange) => defersEdits || of(change.row.id)[change.key]?.base !== undefined
      const [waitingChanges, immediateChanges] = [
        action.changes.filter(waitsForSave),
        action.changes.filter((change) => !waitsForSave(change)),
      ]
      for (const { row, key, new: value } of waitingChanges) defer({ row, key, value })
      if (immediateChanges.length > 0 || action.newRows !== undefined)
        await postAction(queue, { ...action, changes: immediateChanges }, { onEdit })
    },
    subscribeOutcomes(listener) {
      queue.listeners.add(listener)
      return () => queue.listeners.delete(listener)
    },
    refuse({ row, key, text, error }) {
      const value = row.record[key] ?? null
      if (defersEdits || of(row.id)[key]?.base) defer({ row, key, value, refused: { text, error } })
      else put([[row.id, key, { value, text, error }]])
    },
    drop: (rowId, key) => drop(rowId, [key]),
    defer,
    rebase(row, key) {
      const cell = of(row.id)[key]
      if (!cell?.base) return
      // It is based on another row now, so the earlier attempt must not be retried.
      const { isUnstored: _isUnstored, ...waiting } = cell
      put([[row.id, key, { ...waiting, base: row }]])
    },
    save(rowIds, onEdit) {
      const cells = rowIds.flatMap((rowId) => listUnsavedCells(rowId, of(rowId)))
      if (cells.some(({ cell }) => cell.text !== null)) return false
      const changes = cells.flatMap((unsavedCell) => toChange(unsavedCell, getSource().rowById(unsavedCell.rowId)))
      if (changes.length > 0) void postAction(queue, { kind: 'cell', changes }, { onEdit, isSave: true })
      return true
    },
    discard(rowId) {
      const keys = listUnsavedCells(rowId, of(rowId)).map(({ key }) => key)
      drop(rowId, keys)
    },
  }
}

interface UnsavedCell {
  readonly rowId: string
  readonly key: string
  readonly cell: PendingCell
}

function listUnsavedCells(rowId: string, row: PendingRow): readonly UnsavedCell[] {
  return Object.entries(row)
    .filter(([, cell]) => isUnsaved(cell))
    .map(([key, cell]) => ({ rowId, key, cell }))
}

/**
 * The change 저장 sends for one field. The old value is the one its author saw, so fields edited at
 * different times go out together.
 */
function toChange({ key, cell }: UnsavedCell, currentRow: SourceRow | undefined): readonly CellChange[] {
  const row = cell.base ?? currentRow
  return row ? [rebaseIfUnchanged({ row, key, old: row.record[key] ?? null, new: cell.value }, currentRow)] : []
}
