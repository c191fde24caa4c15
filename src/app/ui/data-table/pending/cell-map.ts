import type { PendingCell, PendingRow } from './pending-cells-props.ts'
import { createSignals } from '../signals.ts'

/** Whether a field needs the user: it waits for 저장 or was refused. A value being sent doesn't. */
export function isUnsaved(cell: PendingCell | undefined): boolean {
  return cell !== undefined && (cell.base !== undefined || cell.error !== null)
}

export type PlacedCell = readonly [rowId: string, key: string, cell: PendingCell]
export type CellMap = ReturnType<typeof cellMap>

const nothing: PendingRow = {}

/**
 * The pending cells. Notifies the rows whose cells change, and listeners that ask before leaving
 * when unsaved or unkept rows change.
 */
export function cellMap() {
  const signals = createSignals()
  const rows = new Map<string, PendingRow>()
  const unsaved = rowList(isUnsaved)
  const unkept = rowList(({ isUnkept }) => isUnkept === true)

  function of(rowId: string): PendingRow {
    return rows.get(rowId) ?? nothing
  }

  /** Checks only these rows, because a paste of 100,000 cells releases them one by one. */
  function notify(rowIds: Iterable<string>) {
    const touched = [...rowIds]
    const others = [unsaved, unkept].map((list) => list.lookAt(touched, of))
    for (const rowId of touched) signals.emit(`cells:${rowId}`)
    if (others[0]) signals.emit('unsaved')
    if (others[1]) signals.emit('unkept')
  }

  return {
    of,
    put(cells: readonly PlacedCell[]) {
      for (const [rowId, key, cell] of cells) rows.set(rowId, { ...of(rowId), [key]: cell })
      notify(new Set(cells.map(([rowId]) => rowId)))
    },
    drop(rowId: string, keys: readonly string[]) {
      const before = Object.entries(of(rowId))
      const rest = before.filter(([key]) => !keys.includes(key))
      if (rest.length === before.length) return
      if (rest.length === 0) rows.delete(rowId)
      else rows.set(rowId, Object.fromEntries(rest))
      notify([rowId])
    },
    subscribe: (rowId: string, listener: () => void) => signals.on(`cells:${rowId}`, listener),
    unsavedRows: unsaved.get,
    subscribeUnsaved: (listener: () => void) => signals.on('unsaved', listener),
    unkeptRows: unkept.get,
    subscribeUnkept: (listener: () => void) => signals.on('unkept', listener),
  }
}

/** The rows with a cell of some kind; the same list until it changes. */
function rowList(isOfKind: (cell: PendingCell) => boolean) {
  const ids = new Set<string>()
  let list: readonly string[] = []
  return {
    get: () => list,
    /** Returns whether the list changed. */
    lookAt(rowIds: readonly string[], of: (rowId: string) => PendingRow): boolean {
      let isOther = false
      for (const rowId of rowIds) {
        const is = Object.values(of(rowId)).some(isOfKind)
        if (is === ids.has(rowId)) continue
        isOther = true
        if (is) ids.add(rowId)
        else ids.delete(rowId)
      }
      if (isOther) list = [...ids]
      return isOther
    },
  }
}
