import { useEffect, useMemo, useRef } from 'react'
import type { RowPosition } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'

/** The list has stood still for so long before the address says where. */
const restMs = 300

/** Where an endless list stands, as its address says it. */
export interface RowInAddress extends RowPosition {
  /** Another question is read from its beginning. */
  restart(): void
  /** The question came from the address, and with it the row. */
  reread(): void
}

/**
 * Keeps the first row in sight of an endless list as `row` in the address, counted from 1: reloaded, shared and walked back to. `isSettled`: the address asks what the
 * screen shows; until then a row would stand beside the question before.
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

/** What another address of the same list takes along: the row it stands at. */
export function rowKept(): { row: number | undefined } {
  const row = readRow()
  return { row: row === 0 ? undefined : row + 1 }
}

/** Counted from 0. */
function readRow(): number {
  const written = Number(new URLSearchParams(window.location.search).get(key))
  return Number.isSafeInteger(written) && written > 0 ? written - 1 : 0
}

/** Past the router, which has nothing to draw anew for it: its own `replaceState` stands on the history object. */
function writeRow(row: number): void {
  const url = new URL(window.location.href)
  if (row > 0) url.searchParams.set(key, String(row + 1))
  else url.searchParams.delete(key)
  // Whoever came by the address of a page has scrolled on since.
  url.searchParams.delete('page')
  if (url.href === window.location.href) return
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
}

const key = 'row'
