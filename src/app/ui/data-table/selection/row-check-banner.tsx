import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { noRows, selectionUnder, tickedCount } from './row-checks.ts'
import { matchingTotal, screenRows, tickAllMatching, tickNone } from './tick-rows.ts'

/**
 * Shows which kind of selection applies: a number of ticked rows, or everything the search finds.
 */
export function RowCheckBanner({ table }: { table: Table }) {
  const selection = useSignal(table, 'checks', () => table.props.rowSelection?.value ?? noRows)
  const { rowSelection, queryKey } = table.props
  const currentSelection = selectionUnder(selection, queryKey)
  const matching = matchingTotal(table)
  const count = tickedCount(currentSelection, matching)
  if (!rowSelection || count === 0) return <p role="status" className="sr-only" />
  const isAll = currentSelection.kind === 'matching'
  return (
    <div className="relative z-1 flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-(--primary-wash) px-3 py-1 text-label text-ink">
      <p role="status" className="tabular">
        {isAll
          ? allSelectedText(matching, currentSelection.excluded.size)
          : `${selectionText(table, currentSelection.ids)} ${number(count)}건 선택됨`}
      </p>
      {!isAll && matching > count ? (
        <button type="button" className={link} onClick={() => tickAllMatching(table)}>
          검색 결과 {number(matching)}건 전체 선택
        </button>
      ) : null}
      {rowSelection.onBulkEdit ? (
        <button type="button" className={link} onClick={rowSelection.onBulkEdit}>
          일괄 수정
        </button>
      ) : null}
      <button type="button" className={link} onClick={() => tickNone(table)}>
        선택 해제
      </button>
    </div>
  )
}

const link = 'font-semibold text-primary underline underline-offset-2 coarse:min-h-11'

function allSelectedText(matching: number, left: number): string {
  const all = `검색 결과 ${number(matching)}건 전체 선택됨`
  return left === 0 ? all : `${all} (${number(left)}건 제외)`
}

/** Rows ticked elsewhere aren't rows of this screen. */
function selectionText(table: Table, ids: ReadonlySet<string>): string {
  const { first, last } = screenRows(table)
  const pageIds = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => table.props.source.rowAt(first + at)?.id,
  )
  const onScreen = pageIds.filter((id) => id !== undefined && ids.has(id)).length
  return onScreen === ids.size ? '이 화면의' : '모두'
}

function number(count: number): string {
  return count.toLocaleString('ko-KR')
}
