import { useEffect } from 'react'
import type { Paging } from '../data-table-props.ts'
import type { Table } from '../table.ts'
import type { Geometry } from './geometry.ts'

/**
 * In px. Firefox draws nothing below 17.9 million px, Chromium below 33.5 million; the margin
 * allows for zoom.
 */
export const maxListHeight = 16_000_000

/** Whether the rows are too tall for one list in any browser. */
export function isTooTall(geometry: Pick<Geometry, 'lines' | 'rowHeight'>, total: number): boolean {
  return geometry.lines.lineOf(total) * geometry.rowHeight > maxListHeight
}

/** Switches a list too tall for browsers to pages, and notifies the user. */
export function usePagesWhenTooTall(
  table: Table,
  geometry: Geometry,
  { paging, total }: { paging: Paging | undefined; total: number },
) {
  const isInfinite = paging?.mode === 'infinite' && paging.onMode !== undefined
  const shouldSwitch = isInfinite && isTooTall(geometry, total)
  useEffect(() => {
    if (!shouldSwitch) return
    table.props.paging?.onMode?.('paged', 1)
    table.props.onMessage({ type: 'warning', text: '한 번에 펼치기에는 행이 너무 많아 페이지로 나누어 보여 줍니다.' })
  }, [table, shouldSwitch])
}
