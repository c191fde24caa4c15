import { useEffect, useLayoutEffect } from 'react'
import type { RowSourceState } from '#contract/row-source.ts'
import { topOfRow } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { moveTo } from './focus-actions.ts'

/** Brings the row that the screen remembers to the top as soon as the list reaches so far, and tells the screen where the list stands from then on. */
export function useRowPlace(table: Table, state: RowSourceState, scroller: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (scroller) standAtWanted(table, state, scroller)
  }, [table, state, scroller])
  useEffect(
    () =>
      table.signals.on('scroll', () => {
        if (table.wantedTop === 0) table.props.rowPlace?.settle(table.topRow)
      }),
    [table],
  )
  // Whoever does something meanwhile stands where they want to.
  useEffect(() => {
    if (!scroller) return undefined
    const stop = new AbortController()
    const giveUp = () => void (table.wantedTop = 0)
    for (const name of ['wheel', 'touchmove', 'pointerdown'])
      scroller.addEventListener(name, giveUp, { signal: stop.signal, passive: true })
    return () => stop.abort()
  }, [table, scroller])
}

function standAtWanted(table: Table, { status, total, isComplete }: RowSourceState, scroller: HTMLElement): void {
  const { wantedTop } = table
  const isWhole = status === 'ready' && isComplete
  if (wantedTop === 0 || total === 0 || (total <= wantedTop && !isWhole)) return
  table.wantedTop = 0
  const row = Math.min(wantedTop, total - 1)
  scroller.scrollTop = topOfRow(table.geometry, row)
  // The arrows go on from here, unless a record that is open has the active cell.
  if (table.position.row <= 0 && table.session.mode === 'ready') moveTo(table, { row, column: table.position.column })
}
