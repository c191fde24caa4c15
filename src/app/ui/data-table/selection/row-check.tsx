import { Check, Minus } from 'lucide-react'
import { formatNumber } from '#contract/text/format-number.ts'
import { placeToastsAfterLayout } from '../../overlays/toast.tsx'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { checkAllMatching, countMatching, getScreenRows, uncheckAllRows } from './check-rows.ts'
import { countChecked, getHeaderCheck, noRows, selectionForQuery } from './row-checks.ts'

interface RowCheckProps {
  isChecked: boolean | 'some'
  label: string
}

/**
 * The checkbox of a row, or of all rows in the header. It isn't a real input: the focus stays in
 * the table's input (Ctrl+Shift+Space checks), and pointer-events.ts handles presses.
 */
export function RowCheck({ isChecked, label }: RowCheckProps) {
  const isOn = isChecked !== false
  return (
    <span
      role="checkbox"
      tabIndex={-1}
      aria-checked={isChecked === 'some' ? 'mixed' : isChecked}
      aria-label={label}
      data-check
      className="absolute inset-y-0 left-0 flex w-9 cursor-pointer items-center justify-center outline-none coarse:w-11"
    >
      <span
        aria-hidden
        className={`flex size-4 items-center justify-center rounded-[3px] border ${isOn ? 'border-primary bg-primary text-primary-ink' : 'border-rule-strong bg-paper-raised'}`}
      >
        {isChecked === true ? <Check size={12} strokeWidth={3} /> : null}
        {isChecked === 'some' ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
    </span>
  )
}

/** The checkbox over all rows of this screen: on, off or partly. */
export function HeaderCheck({ table }: { table: Table }) {
  const headerCheck = useSignal(table, 'checks', () => readHeaderCheck(table))
  // Another page has other rows.
  useSignal(table, 'scroll', () => readHeaderCheck(table))
  return <RowCheck isChecked={headerCheck} label="이 화면의 행 모두 선택" />
}

function readHeaderCheck(table: Table): boolean | 'some' {
  const { rowSelection, queryKey, source } = table.props
  const { first, last } = getScreenRows(table)
  const ids = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => source.rowAt(first + index)?.id ?? '')
  return getHeaderCheck(selectionForQuery(rowSelection?.value ?? noRows, queryKey), ids)
}

/**
 * Shows which kind of selection applies: a number of checked rows, or everything the search finds.
 * Below the rows, so that the first check moves none of them under the pointer.
 */
export function RowCheckBanner({ table }: { table: Table }) {
  const selection = useSignal(table, 'checks', () => table.props.rowSelection?.value ?? noRows)
  const { rowSelection, queryKey } = table.props
  const currentSelection = selectionForQuery(selection, queryKey)
  const matching = countMatching(table)
  const count = countChecked(currentSelection, matching)
  if (!rowSelection || count === 0) return <p role="status" className="sr-only" />
  const isAll = currentSelection.kind === 'matching'
  return (
    <div
      ref={placeToastsAfterLayout}
      data-below-toasts
      className="relative z-1 flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-(--primary-wash) px-3 py-1 text-label text-ink"
    >
      <p role="status" className="tabular">
        {isAll
          ? formatAllSelected(matching, currentSelection.excluded.size)
          : `${describeSelection(table, currentSelection.ids)} ${formatNumber(count)}건 선택됨`}
      </p>
      {!isAll && matching > count ? (
        <button type="button" className={linkClass} onClick={() => checkAllMatching(table)}>
          검색 결과 {formatNumber(matching)}건 전체 선택
        </button>
      ) : null}
      {rowSelection.onBulkEdit ? (
        <button type="button" className={linkClass} onClick={rowSelection.onBulkEdit}>
          일괄 수정
        </button>
      ) : null}
      <button type="button" className={linkClass} onClick={() => uncheckAllRows(table)}>
        선택 해제
      </button>
    </div>
  )
}

const linkClass = 'font-semibold text-primary underline underline-offset-2 coarse:min-h-11'

function formatAllSelected(matching: number, excludedCount: number): string {
  const all = `검색 결과 ${formatNumber(matching)}건 전체 선택됨`
  return excludedCount === 0 ? all : `${all} (${formatNumber(excludedCount)}건 제외)`
}

/** Rows checked elsewhere aren't rows of this screen. */
function describeSelection(table: Table, ids: ReadonlySet<string>): string {
  const { first, last } = getScreenRows(table)
  const pageIds = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => table.props.source.rowAt(first + index)?.id,
  )
  const onScreenCount = pageIds.filter((id) => id !== undefined && ids.has(id)).length
  return onScreenCount === ids.size ? '이 화면의' : '모두'
}
