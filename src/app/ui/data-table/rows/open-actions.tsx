import { ListTree, Pencil, Search, SquareArrowOutUpRight } from 'lucide-react'
import type { DataTableProps } from '../data-table-props.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * The ways to open a record, each with one icon used in the row, the cell menu and the panel's
 * header.
 */
export const openActions = {
  detail: { label: '상세', icon: <Search {...icon} /> },
  group: { label: '묶음 열기', icon: <ListTree {...icon} /> },
  edit: { label: '수정', icon: <Pencil {...icon} /> },
  window: { label: '새 창으로 열기', icon: <SquareArrowOutUpRight {...icon} /> },
}

/** How this row opens. */
export function openActionOf({ opens = 'detail' }: Pick<DataTableProps, 'opens'>, row: SourceRow) {
  return openActions[typeof opens === 'function' ? opens(row) : opens]
}
