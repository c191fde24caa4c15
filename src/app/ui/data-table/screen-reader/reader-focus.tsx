import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { listenToCells } from './cell-events.ts'
import { pageOfRow, rowsOfPage } from './reader-pages.ts'
import { sayToReader } from './say.ts'

/** Keeps the browser's own focus on the active cell, or in the editor while one is open. Drawn in screen-reader mode only, after the rows. */
export function ReaderFocus({ table, grid }: { table: Table; grid: RefObject<HTMLElement | null> }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  useLayoutEffect(() => {
    if (view.isFocused) focusCellInput(table)
  }, [table, view])

  useEffect(() => (grid.current ? listenToCells(table, grid.current) : undefined), [table, grid])

  useSaidPage(table, view.row)
  return null
}

/** Another hundred of rows is news; the first one is where everybody begins. */
function useSaidPage(table: Table, row: number): void {
  const known = useRef<number | null>(null)
  useEffect(() => {
    if (row < 0) return
    const page = pageOfRow(row)
    const isNews = known.current !== null && known.current !== page
    known.current = page
    if (!isNews) return
    const { first, last } = rowsOfPage(page, table.props.source.getState().total)
    sayToReader(table, `${countText(first + 1)}행부터 ${countText(last + 1)}행까지`)
  }, [table, row])
}

function countText(number: number): string {
  return number.toLocaleString('ko-KR')
}
