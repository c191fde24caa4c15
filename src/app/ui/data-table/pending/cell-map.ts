import { createSignals } from '../signals.ts'
import type { PendingCell, PendingRow } from './pending-cells-types.ts'

/** Whether a field needs the user: it waits for 저장 or was refused. A value being sent doesn't. */
export function isUnsaved(cell: PendingCell | undefined): boolean {
  return cell !== undefined && (cell.base !== undefined || cell.error !== null)
}

type CellEntry = readonly [rowId: string, key: string, cell: PendingCell]
export type CellMap = ReturnType<typeof createCellMap>

const emptyRow: PendingRow = {}

/**
 * The pending cells. Notifies the rows whose cells change, and listeners that ask before leaving
 * when unsaved or unstored rows change.
 */
export function createCellMap() {
  const signals = createSignals()
  const rows = new Map<string, PendingRow>()
  const unsaved = createRowList(isUnsaved)
  const unstored = createRowList(({ isUnstored }) => isUnstored === true)

  function getRow(rowId: string): PendingRow {
    return rows.get(rowId) ?? emptyRow
  }

  /** Checks only these rows, because a paste of 100,000 cells releases them one by one. */
  function notify(rowIds: Iterable<string>) {
    const changedIds = [...rowIds]
    const changedLists = [unsaved, unstored].map((list) => list.refresh(changedIds, getRow))
    for (const rowId of changedIds) signals.emit(`cells:${rowId}`)
    if (changedLists[0]) signals.emit('unsaved')
    if (changedLists[1]) signals.emit('unstored')
  }

  return {
    of: getRow,
    put(cells: readonly CellEntry[]) {
      for (const [rowId, key, cell] of cells) rows.set(rowId, { ...getRow(rowId), [key]: cell })
      notify(new Set(cells.map(([rowId]) => rowId)))
    },
    drop(rowId: string, keys: readonly string[]) {
      const before = Object.entries(getRow(rowId))
      const remainingEntries = before.filter(([key]) => !keys.includes(key))
      if (remainingEntries.length === before.length) return
      if (remainingEntries.length === 0) rows.delete(rowId)
      else rows.set(rowId, Object.fromEntries(remainingEntries))
      notify([rowId])
    },
    subscribe: (rowId: string, listener: () => void) => signals.on(`cells:${rowId}`, listener),
    unsavedRows: unsaved.get,
    subscribeUnsaved: (listener: () => void) => signals.on('unsaved', listener),
    unstoredRows: unstored.get,
    subscribeUnstored: (listener: () => void) => signals.on('unstored', listener),
  }
}

/** The rows with a cell of some kind; the same list until it changes. */
function createRowList(matchesKind: (cell: PendingCell) => boolean) {
  const ids = new Set<string>()
  let listedIds: readonly string[] = []
  return {
    get: () => listedIds,
    /** Returns whether the list changed. */
    refresh(rowIds: readonly string[], getRow: (rowId: string) => PendingRow): boolean {
      let hasChanged = false
      for (const rowId of rowIds) {
        const isMatch = Object.values(getRow(rowId)).some(matchesKind)
        if (isMatch === ids.has(rowId)) continue
        hasChanged = true
        if (isMatch) ids.add(rowId)
        else ids.delete(rowId)
      }
      if (hasChanged) listedIds = [...ids]
      return hasChanged
    },
  }
}
