import { Fragment, type ReactNode, useEffect } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { computeTopOfRow, type Geometry } from '../layout/geometry.ts'
import { type Table, toGridShape } from '../table.ts'
import { useSignal } from '../use-table.ts'

interface ScreenReaderRowsProps {
  table: Table
  source: RowSource
  geometry: Geometry
  total: number
  renderLine: (line: number) => ReactNode
  keyOf: (line: number) => number | string
}

/**
 * The rows in screen-reader mode: whole hundreds at their normal positions, so scrolling and jumps
 * work the same.
 */
export function ScreenReaderRows({ table, source, geometry, total, renderLine, keyOf }: ScreenReaderRowsProps) {
  const active = useSignal(table, 'focus', () => table.focusView.row)
  const top = useSignal(table, 'scroll', () => table.topRow)
  const pages = listRenderedPages({ active, top, bottom: top + toGridShape(table).pageRows + 1 }, total)
  const pageKey = pages.join()

  useEffect(() => {
    if (pageKey === '') return
    for (const page of pageKey.split(',')) {
      const { first, last } = computeRowsOfPage(Number(page), total)
      source.ensureRange(first, last)
    }
  }, [source, pageKey, total])

  return pages.map((page) => {
    const { first, last } = computeRowsOfPage(page, total)
    const from = geometry.lines.lineOf(first)
    const count = geometry.lines.lineOf(last + 1) - from
    return (
      <div
        key={page}
        role="presentation"
        className="absolute inset-x-0"
        style={{ top: computeTopOfRow(geometry, first), height: count * geometry.rowHeight }}
      >
        {Array.from({ length: count }, (_, index) => (
          <Fragment key={keyOf(from + index)}>{renderLine(from + index)}</Fragment>
        ))}
      </div>
    )
  })
}

/** Rows rendered together, which a screen reader can walk through without re-rendering. */
const rowsPerPage = 100

export function computePageOfRow(row: number): number {
  return Math.max(0, Math.floor(row / rowsPerPage))
}

/**
 * The pages of a hundred rows to render, in ascending order: the active row's, so its cell can hold
 * the focus, and those in view for sighted users.
 */
export function listRenderedPages(
  visibleRows: { active: number; top: number; bottom: number },
  total: number,
): readonly number[] {
  if (total === 0) return []
  const last = computePageOfRow(total - 1)
  const pages = [visibleRows.active, visibleRows.top, visibleRows.bottom].map((row) =>
    Math.min(last, computePageOfRow(row)),
  )
  return [...new Set(pages)].toSorted((a, b) => a - b)
}

/** First and last row of a page, inclusive. */
export function computeRowsOfPage(page: number, total: number): { readonly first: number; readonly last: number } {
  return { first: page * rowsPerPage, last: Math.min(total, (page + 1) * rowsPerPage) - 1 }
}
