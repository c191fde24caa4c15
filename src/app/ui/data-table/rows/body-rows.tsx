import { type ComponentProps, memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ListRange, Virtuoso } from 'react-virtuoso'
import type { RowSource } from '#contract/records/row-source.ts'
import type { MatchFinder } from '../cells/cell-matches.ts'
import type { Column } from '../data-table-props.ts'
import { computeStickyTop, findRowAtTop, type Geometry } from '../layout/geometry.ts'
import { ScreenReaderRows } from '../screen-reader/screen-reader-rows.tsx'
import type { Table } from '../table.ts'
import { UnfoldedLine } from '../unfolding/unfolded-line.tsx'
import { TableRow } from './table-row.tsx'

interface BodyRowsProps {
  table: Table
  source: RowSource
  columns: readonly Column[]
  hiddenColumns: readonly Column[]
  /** Hidden columns side by side in an unfolded line. */
  perLine: number
  geometry: Geometry
  scroller: HTMLElement | null
  total: number
  /** Screen-reader mode: whole hundreds of rows instead of the virtual list. */
  isScreenReaderMode: boolean
  /** Finds search matches in a text; null without a search. */
  finder: MatchFinder
}

/** Number of rows requested beyond the rendered ones. */
const prefetchedRows = 60

/**
 * Minimum rendered lines beyond each edge of the view; with fewer the virtualizer is notified at
 * once.
 */
const minOverscanLines = 2

/**
 * The only file that knows the virtualizer: lines of one fixed height inside our own scroller, so
 * header, pinned columns and cell input scroll natively with them. A line is a row, or hidden
 * columns of the unfolded row above it (unfolding/row-lines.ts). Scrolling to a row is `line ×
 * height`, done by focus-actions.
 */
export const BodyRows = memo(function BodyRows(props: BodyRowsProps) {
  const { table, source, columns, hiddenColumns, perLine, geometry, scroller, total, isScreenReaderMode, finder } =
    props
  const { lines } = geometry
  const lineCount = lines.lineOf(total)
  const overscan = useOverscan(scroller)
  const range = useRef<ListRange>({ startIndex: 0, endIndex: 40 })

  const itemContent = useCallback(
    (line: number) => {
      const { row, part } = geometry.lines.at(line)
      if (part === 0)
        return (
          <TableRow
            table={table}
            source={source}
            columns={columns}
            geometry={geometry}
            isScreenReaderMode={isScreenReaderMode}
            finder={finder}
            index={row}
          />
        )
      return (
        <UnfoldedLine
          table={table}
          source={source}
          columns={hiddenColumns}
          part={part}
          perLine={perLine}
          row={row}
          isLast={part === geometry.lines.extra}
        />
      )
    },
    [table, source, columns, hiddenColumns, perLine, geometry, isScreenReaderMode, finder],
  )
  // A row keeps its element when rows above it are unfolded.
  const buildLineKey = useCallback(
    (line: number) => {
      const { row, part } = geometry.lines.at(line)
      return part === 0 ? row : `${row}:${part}`
    },
    [geometry],
  )

  const requestRows = useCallback(() => {
    const { startIndex, endIndex } = range.current
    source.ensureRange(
      Math.max(0, lines.at(startIndex).row - prefetchedRows),
      Math.max(0, lines.at(endIndex).row + prefetchedRows),
    )
  }, [source, lines])

  // A new or completed result doesn't know what was requested before.
  useEffect(() => {
    let lastVersion = ''
    function requestAfterChange() {
      const { generation, total: size } = source.getState()
      if (lastVersion === `${generation}:${size}`) return
      lastVersion = `${generation}:${size}`
      requestRows()
    }
    requestAfterChange()
    return source.subscribe(requestAfterChange)
  }, [requestRows, source])

  useEffect(() => {
    if (!scroller) return undefined
    function reportTopRow() {
      if (!scroller) return
      const topRow = findRowAtTop(geometry, scroller.scrollTop)
      if (topRow === table.topRow) return
      table.topRow = topRow
      table.signals.emit('scroll')
    }
    reportTopRow()
    // Runs before the virtualizer's own listener changes the page, so reading layout here forces no
    // reflow.
    scroller.addEventListener('scroll', reportTopRow, { passive: true, capture: true })
    return () => scroller.removeEventListener('scroll', reportTopRow, { capture: true })
  }, [scroller, table, geometry])
  useDelayedScrollEvents(scroller, { geometry, rendered: range, isDisabled: isScreenReaderMode })

  if (!scroller) return null
  return (
    <div
      role="rowgroup"
      className={isScreenReaderMode ? 'relative' : undefined}
      style={{ minHeight: `max(calc(100% - ${computeStickyTop(geometry)}px), ${lineCount * geometry.rowHeight}px)` }}
    >
      {isScreenReaderMode ? (
        <ScreenReaderRows
          table={table}
          source={source}
          geometry={geometry}
          total={total}
          keyOf={buildLineKey}
          renderLine={itemContent}
        />
      ) : (
        <Virtuoso
          key={geometry.rowHeight}
          customScrollParent={scroller}
          totalCount={lineCount}
          computeItemKey={buildLineKey}
          fixedItemHeight={geometry.rowHeight}
          increaseViewportBy={overscan}
          itemContent={itemContent}
          components={presentational}
          rangeChanged={(next) => {
            range.current = next
            requestRows()
          }}
          role="presentation"
        />
      )}
    </div>
  )
})

function Presentational(props: ComponentProps<'div'> & { context?: unknown; item?: unknown }) {
  const { context: _context, item: _item, ...rest } = props
  return <div {...rest} role="presentation" />
}

const presentational = { List: Presentational, Item: Presentational }

/** In px. Rows rendered this far beyond the view are ready when slow scrolling reaches them. */
const defaultOverscan = 360
/** While whole screens fly past, rows rendered ahead are never seen and only delay the frame. */
const fastScrollOverscan = 0
/** Scrolling counts as stopped after this time, in ms. */
const restMs = 150

/** Px to render beyond each edge of the scroller, depending on the scroll speed. */
function useOverscan(scroller: HTMLElement | null): number {
  const [isScrollingFast, setIsScrollingFast] = useState(false)
  useEffect(() => {
    if (!scroller) return undefined
    let last = scroller.scrollTop
    let timer: ReturnType<typeof setTimeout> | undefined
    function watchSpeed({ currentTarget }: Event) {
      if (!(currentTarget instanceof HTMLElement)) return
      const { scrollTop, clientHeight } = currentTarget
      if (Math.abs(scrollTop - last) > clientHeight / 2) {
        setIsScrollingFast(true)
        clearTimeout(timer)
        timer = setTimeout(() => setIsScrollingFast(false), restMs)
      }
      last = scrollTop
    }
    scroller.addEventListener('scroll', watchSpeed, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      scroller.removeEventListener('scroll', watchSpeed, { capture: true })
    }
  }, [scroller])
  return isScrollingFast ? fastScrollOverscan : defaultOverscan
}

/**
 * Delays the virtualizer's notice of a small scroll until after the frame that shows it. Every
 * visible line is rendered already, and rendering more would delay that frame (on a slow processor
 * by a third for an arrow key). A scroll beyond the rendered lines, or sideways, is passed on at
 * once. Other scroll listeners of the scroller get the small ones late, too.
 */
function useDelayedScrollEvents(
  scroller: HTMLElement | null,
  { geometry, rendered, isDisabled }: { geometry: Geometry; rendered: RefObject<ListRange>; isDisabled: boolean },
): void {
  useEffect(() => {
    if (!scroller || isDisabled) return undefined
    let lastLeft = scroller.scrollLeft
    let isBlocked = false
    function notify() {
      if (!isBlocked) return
      isBlocked = false
      scroller?.dispatchEvent(new Event('scroll'))
    }
    function blockScroll(event: Event) {
      if (!scroller || !event.isTrusted) return
      const isSideways = scroller.scrollLeft !== lastLeft
      lastLeft = scroller.scrollLeft
      if (isSideways || !isRendered(scroller, geometry, rendered.current)) return
      event.stopImmediatePropagation()
      if (isBlocked) return
      isBlocked = true
      // Scroll events fire at the start of a frame. Waits past the next one, so that a key pressed
      // right after goes first.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(notify)))
    }
    scroller.addEventListener('scroll', blockScroll, { capture: true, passive: true })
    return () => {
      scroller.removeEventListener('scroll', blockScroll, { capture: true })
      notify()
    }
  }, [scroller, geometry, rendered, isDisabled])
}

/** Whether every visible line, and a few beyond, are rendered. */
function isRendered(
  { scrollTop, clientHeight }: HTMLElement,
  geometry: Geometry,
  { startIndex, endIndex }: ListRange,
): boolean {
  const first = scrollTop / geometry.rowHeight
  const last = (scrollTop + clientHeight - computeStickyTop(geometry)) / geometry.rowHeight
  const isTopRendered = startIndex === 0 || first - minOverscanLines >= startIndex
  return isTopRendered && last + minOverscanLines <= endIndex + 1
}
