import { useEffect, useMemo, useRef } from 'react'
import type { RowPosition } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'

/** How long scrolling must rest before the URL is updated, in ms. */
const restMs = 300

/** Scroll position of an endless list in the URL. */
export interface RowInAddress extends RowPosition {
  /** For a new query: start at the first row. */
  restart(): void
  /** For a query that came from the URL: read the row from there too. */
  reread(): void
}

/**
 * Keeps the first visible row of an endless list in the URL as `row`, counted from 1, for reloads,
 * shared links and the back button. `isSettled`: the URL has the query the screen shows; until then
 * the row would be saved with the previous query.
 */
export function useRowInAddress(isSettled: () => boolean): RowInAddress {
  const start = useRef(readRow())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSettledNow = useLatest(isSettled)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => {
    function settle(row: number) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => (isSettledNow()() ? writeRow(row) : settle(row)), restMs)
    }
    return {
      settle,
      start: () => start.current,
      restart: () => void (start.current = 0),
      reread: () => void (start.current = readRow()),
    }
  }, [isSettledNow])
}

/** The row to keep in another URL of the same list. */
export function rowKept(): { row: number | undefined } {
  const row = readRow()
  return { row: row === 0 ? undefined : row + 1 }
}

/** Counted from 0. */
function readRow(): number {
  const written = Number(new URLSearchParams(window.location.search).get(key))
  return Number.isSafeInteger(written) && written > 0 ? written - 1 : 0
}

/**
 * Bypasses the router, whose patched `replaceState` is on the history object: nothing has to render
 * again.
 */
function writeRow(row: number): void {
  const url = new URL(window.location.href)
  if (row > 0) url.searchParams.set(key, String(row + 1))
  else url.searchParams.delete(key)
  // The user has scrolled away from the page that the URL named.
  url.searchParams.delete('page')
  if (url.href === window.location.href) return
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
}

const key = 'row'
