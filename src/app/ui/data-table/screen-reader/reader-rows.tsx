import { Fragment, useEffect } from 'react'
import type { ReactNode } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import type { Geometry } from '../layout/geometry.ts'
import { topOfRow } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { shapeOf } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { drawnPages, rowsOfPage } from './reader-pages.ts'

interface ReaderRowsProps {
  table: Table
  source: RowSource
  geometry: Geometry
  total: number
  drawLine: (line: number) => ReactNode
  keyOf: (line: number) => number | string
}

/**
 * The rows in screen-reader mode: whole hundreds at their normal positions, so scrolling and jumps
 * work the same.
 */
export function ReaderRows({ table, source, geometry, total, drawLine, keyOf }: ReaderRowsProps) {
  const active = useSignal(table, 'focus', () => table.focusView.row)
  const top = useSignal(table, 'scroll', () => table.topRow)
  const pages = drawnPages({ active, top, bottom: top + shapeOf(table).pageRows + 1 }, total)
  const drawn = pages.join()

  useEffect(() => {
    if (drawn === '') return
    for (const page of drawn.split(',')) {
      const { first, last } = rowsOfPage(Number(page), total)
      source.ensureRange(first, last)
    }
  }, [source, drawn, total])

  return pages.map((page) => {
    const { first, last } = rowsOfPage(page, total)
    const from = geometry.lines.lineOf(first)
    const count = geometry.lines.lineOf(last + 1) - from
    return (
      <div
        key={page}
        role="presentation"
        className="absolute inset-x-0"
        style={{ top: topOfRow(geometry, first), height: count * geometry.rowHeight }}
      >
        {Array.from({ length: count }, (_, at) => (
          <Fragment key={keyOf(from + at)}>{drawLine(from + at)}</Fragment>
        ))}
      </div>
    )
  })
}
