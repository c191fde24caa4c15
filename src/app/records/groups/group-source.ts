import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import { isSameTrouble, type ServerTrouble } from '#contract/admin/server-trouble.ts'
import type { GroupsState } from '#mirror/query/group-records.ts'

/** Groups as rows of a table. All of them are loaded, in the order of the count. */
export interface GroupSource extends RowSource {
  /** Shows groups; passing the same `rows` changes nothing. */
  setRows(status: GroupsState['status'], rows: readonly SourceRow[], trouble?: ServerTrouble | null): void
}

/** `onRetry`: called when the user asks again for groups that couldn't be loaded. */
export function createGroupSource(onRetry: () => void = () => undefined): GroupSource {
  const listeners = new Set<() => void>()
  let rows: readonly SourceRow[] = []
  let state: RowSourceState = { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    rowAt: (index) => rows[index],
    rowById: (id) => rows.find((row) => row.id === id),
    indexOf: (id) => rows.findIndex((row) => row.id === id),
    // A changed group is a new result, because its position may change too.
    subscribeRow: () => () => undefined,
    ensureRange: () => undefined,
    setQuery: () => undefined,
    refresh: onRetry,
    close: () => listeners.clear(),
    setRows(status, next, trouble = null) {
      const unavailable = status === 'never_fetched' && trouble && { trouble }
      const isOtherTrouble = !isSameTrouble(state.trouble ?? null, unavailable ? trouble : null)
      if (status === 'loading' || (next === rows && status === state.status && !isOtherTrouble)) return
      rows = next
      const { generation } = state
      state = {
        status,
        total: rows.length,
        isComplete: status === 'ready',
        arrived: 0,
        generation: generation + 1,
        ...unavailable,
      }
      for (const listener of [...listeners]) listener()
    },
  }
}
