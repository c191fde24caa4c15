import { memo, useCallback, useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { ListRange } from 'react-virtuoso'
import type { RowSource } from '#contract/row-source.ts'
import type { Column } from './data-table-props.ts'
import type { Geometry } from './geometry.ts'
import { stickyTop } from './geometry.ts'
import type { Table } from './table.ts'
import { TableRow } from './table-row.tsx'

interface BodyRowsProps {
  table: Table
  source: RowSource
  columns: readonly Column[]
  geometry: Geometry
  scroller: HTMLElement | null
  total: number
}

/** How far beyond the screen rows are drawn, and how many more are asked of the source. */
const drawnAhead = 360
const fetchedAhead = 60

/**
 * The only file that knows the virtualiser (grid.md §14 line 2): rows of one fixed height inside our own scroller, so that header, pinned columns and the
 * sink scroll natively with them. Scrolling to a row is `row × height`, done by focus-actions.
 */
export const BodyRows = memo(function BodyRows(props: BodyRowsProps) {
  const { table, source, columns, geometry, scroller, total } = props
  const range = useRef<ListRange>({ startIndex: 0, endIndex: 40 })

  const itemContent = useCallback(
    (index: number) => <TableRow table={table} source={source} columns={columns} geometry={geometry} index={index} />,
    [table, source, columns, geometry],
  )

  const ask = useCallback(() => {
    const { startIndex, endIndex } = range.current
    source.ensureRange(Math.max(0, startIndex - fetchedAhead), Math.max(0, endIndex + fetchedAhead))
  }, [source])

  // A new result, or one that became complete, knows nothing of what was asked of the one before.
  useEffect(() => {
    let seen = ''
    function askAnew() {
      const { generation, total: size } = source.getState()
      if (seen === `${generation}:${size}`) return
      seen = `${generation}:${size}`
      ask()
    }
    askAnew()
    return source.subscribe(askAnew)
  }, [ask, source])

  useEffect(() => {
    if (!scroller) return undefined
    function follow() {
      if (!scroller) return
      const topRow = Math.floor((scroller.scrollTop + 1) / geometry.rowHeight)
      if (topRow === table.topRow) return
      table.topRow = topRow
      table.signals.emit('scroll')
    }
    follow()
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [scroller, table, geometry.rowHeight])

  if (!scroller) return null
  return (
    <div role="rowgroup" style={{ minHeight: `calc(100% - ${stickyTop(geometry)}px)` }}>
      <Virtuoso
        key={geometry.rowHeight}
        customScrollParent={scroller}
        totalCount={total}
        fixedItemHeight={geometry.rowHeight}
        increaseViewportBy={drawnAhead}
        itemContent={itemContent}
        components={presentational}
        rangeChanged={(next) => {
          range.current = next
          ask()
        }}
        role="presentation"
      />
    </div>
  )
})

function Presentational(props: ComponentProps<'div'> & { context?: unknown; item?: unknown }) {
  const { context: _context, item: _item, ...rest } = props
  return <div {...rest} role="presentation" />
}

const presentational = { List: Presentational, Item: Presentational }
