import { X } from 'lucide-react'
import { IconButton } from '../buttons/icon-button.tsx'
import type { DataTableProps } from '../data-table/data-table-props.ts'
import { allMatching, noRows, selectionUnder, tickedCount } from '../data-table/selection/row-checks.ts'
import { matchingTotal } from '../data-table/selection/tick-rows.ts'

/** How many records are ticked, and how many the search matches. */
export function tickedIn(props: DataTableProps): { count: number; matching: number } {
  const { rowSelection, queryKey } = props
  const matching = matchingTotal({ props })
  if (!rowSelection) return { count: 0, matching }
  return { count: tickedCount(selectionUnder(rowSelection.value, queryKey), matching), matching }
}

/**
 * Replaces the header while records are ticked: their number, a button to tick all, and bulk
 * actions.
 */
export function TickedLine({ props }: { props: DataTableProps }) {
  const { rowSelection, queryKey } = props
  const { count, matching } = tickedIn(props)
  if (!rowSelection) return null
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 bg-(--primary-wash) pl-3 text-label text-ink">
      <p role="status" className="tabular whitespace-nowrap">
        <strong className="font-semibold">{count.toLocaleString('ko-KR')}</strong>건 선택됨
      </p>
      {count < matching ? (
        <button type="button" className={link} onClick={() => rowSelection.onChange(allMatching(queryKey))}>
          {matching.toLocaleString('ko-KR')}건 전체 선택
        </button>
      ) : null}
      {rowSelection.onBulkEdit ? (
        <button type="button" className={link} onClick={rowSelection.onBulkEdit}>
          일괄 수정
        </button>
      ) : null}
      <span className="flex-1" />
      <IconButton
        label="선택 해제"
        icon={<X size={18} strokeWidth={1.5} />}
        onClick={() => rowSelection.onChange(noRows)}
      />
    </div>
  )
}

const link = 'h-11 min-w-11 truncate font-semibold text-primary underline underline-offset-2'
