import { memo, useMemo } from 'react'
import { Badge, type BadgeTone } from '#app/ui/display/badge.tsx'
import { ShortName } from '#app/ui/display/short-name.tsx'
import type { RowSource } from '#contract/records/row-source.ts'
import { buildCellLook } from '../cells/table-cell.tsx'
import type { Column } from '../data-table-props.ts'
import type { Table } from '../table.ts'
import { usePendingRow, useRowAt } from '../use-table.ts'
import { listFilledFirst } from './filled-first.ts'

interface UnfoldedLineProps {
  table: Table
  source: RowSource
  /** All hidden columns; the line shows its part of them. */
  columns: readonly Column[]
  /** From 1. */
  part: number
  /** Fields per line, so that the lines of a row align. */
  perLine: number
  row: number
  isLast: boolean
}

/**
 * One line below an unfolded row: hidden columns as label and value, filled ones first,
 * read-only; 상세 edits them. It stays in view when the table scrolls sideways.
 */
export const UnfoldedLine = memo(function UnfoldedLine(props: UnfoldedLineProps) {
  const { table, source, columns, part, perLine, row, isLast } = props
  const record = useRowAt(source, row)
  const id = record?.id ?? ''
  const pending = usePendingRow(table.pending, id)
  const orderedColumns = useMemo(() => listFilledFirst(columns, record, pending), [columns, record, pending])
  return (
    <div
      role="row"
      data-unfolded={row}
      className={`h-(--row) w-(--total) min-w-full bg-paper-sunk select-text [contain:layout_style] ${isLast ? 'border-b' : ''}`}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-readonly
        className="sticky left-0 grid h-full w-[100cqw] items-center gap-x-4 pr-4 pl-(--lead)"
        style={{ gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))` }}
      >
        {orderedColumns.slice((part - 1) * perLine, part * perLine).map((column) => {
          const { text, mark, badge, tone, toneText } = buildCellLook(column, record, pending)
          return (
            <span key={column.key} className="flex min-w-0 items-baseline gap-2" title={text === '' ? undefined : text}>
              <span className="shrink-0 text-label text-ink-3">{column.label}</span>
              <span
                className={`tabular truncate ${mark === 'refused' || mark === 'conflict' || tone === 'danger' ? 'text-danger' : ''} ${toneText ? 'forced-colors:underline' : ''}`}
              >
                {column.field.truncatesInMiddle && text !== '' ? (
                  <ShortName text={text} />
                ) : (
                  <UnfoldedText text={text} badge={badge} />
                )}
                {toneText ? <span className="sr-only">, {toneText}</span> : null}
              </span>
            </span>
          )
        })}
      </div>
    </div>
  )
})

function UnfoldedText({ text, badge }: { text: string; badge: BadgeTone | null | undefined }) {
  if (text === '') return <span className="text-ink-3">–</span>
  if (!badge) return text
  // The plain tint is that of the line itself.
  return (
    <span className={badge === 'plain' ? '[&>span]:bg-paper-raised' : ''}>
      <Badge tone={badge}>{text}</Badge>
    </span>
  )
}
