import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'

/** The first rows of a source. */
export interface StandingRows {
  readonly state: RowSourceState
  readonly rows: readonly SourceRow[]
  /** Whether all requested rows are loaded. */
  readonly isWhole: boolean
}

/**
 * Reports the first `count` rows of a source now and whenever the source or one of them changes.
 * The returned function closes the source.
 */
export function followFirstRows(
  source: RowSource,
  count: number,
  notify: (standing: StandingRows) => void,
): () => void {
  const rowStops = new Map<string, () => void>()
  function look() {
    // No cursor is in such a list, so new rows appear at once.
    if (source.getState().arrived > 0) source.refresh()
    const state = source.getState()
    const asked = Math.min(state.total, count)
    source.ensureRange(0, count - 1)
    const rows = Array.from({ length: asked }, (_, at) => source.rowAt(at)).filter((row) => row !== undefined)
    for (const { id } of rows) if (!rowStops.has(id)) rowStops.set(id, source.subscribeRow(id, look))
    notify({ state, rows, isWhole: state.status === 'ready' && rows.length === asked })
  }
  const stop = source.subscribe(look)
  look()
  return () => {
    stop()
    for (const stopRow of rowStops.values()) stopRow()
    source.close()
  }
}
