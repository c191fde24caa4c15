import { useRef } from 'react'
import type { PointerEvent } from 'react'
import type { Column } from '../data-table-props.ts'
import { columnWidth } from '../layout/geometry.ts'
import { fitColumns } from './column-commands.ts'
import type { Table } from '../table.ts'

interface ResizeHandleProps {
  table: Table
  column: Column
  at: number
}

/**
 * The right border of a header: dragging resizes, a double click fits the column to its content.
 */
export function ResizeHandle({ table, column, at }: ResizeHandleProps) {
  const drag = useRef<{ startX: number; startWidth: number; width: number } | null>(null)

  function begin(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const startWidth = table.geometry.widths[at] ?? column.width
    drag.current = { startX: event.clientX, startWidth, width: startWidth }
  }

  /**
   * While dragging only CSS variables on the grid root change; the widths are stored when the drag
   * ends.
   */
  function follow(event: PointerEvent<HTMLSpanElement>) {
    if (!drag.current) return
    const width = drag.current.startWidth + event.clientX - drag.current.startX
    drag.current.width = columnWidth(column, { [column.key]: width })
    rootOf(event.currentTarget)?.style.setProperty(`--w${at}`, `${drag.current.width}px`)
  }

  function end() {
    if (drag.current && drag.current.width !== drag.current.startWidth)
      table.setWidths({ [column.key]: drag.current.width })
    drag.current = null
  }

  return (
    <span
      data-handle
      aria-hidden
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => fitColumns(table, [column])}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-transparent hover:border-primary"
    />
  )
}

function rootOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[role=grid], [role=treegrid]')?.parentElement ?? null
}
