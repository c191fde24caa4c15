import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'

/** The first rows of a source. */
export interface FirstRowsSnapshot {
  readonly state: RowSourceState
  readonly rows: readonly SourceRow[]
  /** Whether all requested rows are loaded. */
  readonly isComplete: boolean
}

/**
 * Reports the first `count` rows of a source now and whenever the source or one of them changes.
 * The returned function closes the source.
 */
export function followFirstRows(
  source: RowSource,
  count: number,
  notify: (snapshot: FirstRowsSnapshot) => void,
): () => void {
  const rowStops = new Map<string, () => void>()
  function refresh() {
    // No cursor is in such a list, so new rows appear at once.
    if (source.getState().arrived > 0) source.refresh()
    const state = source.getState()
    const wantedCount = Math.min(state.total, count)
    source.ensureRange(0, count - 1)
    const rows = Array.from({ length: wantedCount }, (_, at) => source.rowAt(at)).filter((row) => row !== undefined)
    for (const { id } of rows) if (!rowStops.has(id)) rowStops.set(id, source.subscribeRow(id, refresh))
    notify({ state, rows, isComplete: state.status === 'ready' && rows.length === wantedCount })
  }
  const stop = source.subscribe(refresh)
  refresh()
  return () => {
    stop()
    for (const stopRow of rowStops.values()) stopRow()
    source.close()
  }
}
