import { isSameFailure, type ServerFailure } from '#contract/admin/server-failure.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { GroupsState } from '#mirror/query/group-records.ts'

/** The first records of a group that is open in place. */
export interface OpenGroup {
  readonly rows: readonly SourceRow[]
  /** All of its records. */
  readonly total: number
}

/** Groups that are open in place, by the id of their row. */
interface OpenGroups {
  /**
   * The same object until something in it changes. Without groups whose records are not read yet.
   */
  getState(): ReadonlyMap<string, OpenGroup>
  subscribe(listener: () => void): () => void
  /** Opens the groups of these queries and closes all others. */
  show(queries: ReadonlyMap<string, Query>): void
}

/** Maximum records of a group shown in place. */
export const maxInPlace = 20

export function createOpenGroups(openRows: (query: Query) => RowSource): OpenGroups {
  const listeners = new Set<() => void>()
  const watched = new Map<string, WatchedGroup>()
  let state: ReadonlyMap<string, OpenGroup> = new Map()

  function update() {
    state = new Map(
      [...watched].flatMap(([id, group]) => {
        const records = group.read()
        return records ? [[id, records] as const] : []
      }),
    )
    for (const listener of [...listeners]) listener()
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(queries) {
      for (const [id, group] of watched) {
        if (JSON.stringify(queries.get(id)) === group.queryKey) continue
        group.close()
        watched.delete(id)
      }
      for (const [id, query] of queries)
        if (!watched.has(id)) watched.set(id, watchGroup(openRows(query), JSON.stringify(query), update))
      update()
    },
  }
}

interface WatchedGroup {
  readonly queryKey: string
  /** Null until its records are read. */
  read(): OpenGroup | null
  close(): void
}

function watchGroup(source: RowSource, queryKey: string, onChange: () => void): WatchedGroup {
  let rowStops: (() => void)[] = []
  let generation = -1

  function rows() {
    const { total } = source.getState()
    return Array.from({ length: Math.min(total, maxInPlace) }, (_, index) => source.rowAt(index))
  }
  function stopRows() {
    for (const stop of rowStops) stop()
    rowStops = []
  }
  function onSourceChange() {
    const current = source.getState()
    // The group's count already includes them.
    if (current.arrived > 0) source.refresh()
    if (current.generation !== generation) source.ensureRange(0, maxInPlace - 1)
    generation = current.generation
    stopRows()
    rowStops = rows().flatMap((row) => (row ? [source.subscribeRow(row.id, onChange)] : []))
    onChange()
  }

  const stop = source.subscribe(onSourceChange)
  onSourceChange()
  return {
    queryKey,
    read() {
      const { status, total } = source.getState()
      const loadedRows = rows().filter((row) => row !== undefined)
      return status === 'loading' || loadedRows.length < Math.min(total, maxInPlace)
        ? null
        : { rows: loadedRows, total }
    },
    close() {
      stop()
      stopRows()
      source.close()
    },
  }
}

/** Groups as rows of a table. All of them are loaded, in the given order. */
export interface GroupSource extends RowSource {
  /** Shows groups; passing the same `rows` changes nothing. */
  setRows(status: GroupsState['status'], rows: readonly SourceRow[], failure?: ServerFailure | null): void
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
    setRows(status, next, failure = null) {
      const unavailable = status === 'never_fetched' && failure && { trouble: failure }
      const hasFailureChanged = !isSameFailure(state.trouble ?? null, unavailable ? failure : null)
      if (status === 'loading' || (next === rows && status === state.status && !hasFailureChanged)) return
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
