import { type ColumnSum, listColumnSums } from '#app/ui/data-table/columns/column-sums.ts'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatWon } from '#domain/money/won.ts'
import { useGroups } from '../groups/use-groups.ts'
import type { ScreenState } from './use-screen-state.ts'

/** Number and sums of the checked records, below the table. */
export function CheckedTotals({ screen }: { screen: ScreenState }) {
  const { selection, query, layout } = screen
  const sums = listColumnSums(layout.table.columns)
  const { found, excluded } = splitChecked(selection.value, query)
  const foundTotals = useTotals(screen, found, sums)
  const excludedTotals = useTotals(screen, excluded, sums)
  if (!foundTotals || !excludedTotals) return null
  const totals = sums.map(({ label }, index) => ({
    label,
    sum: (foundTotals.sums[index] ?? 0) - (excludedTotals.sums[index] ?? 0),
  }))
  return (
    <p
      role="status"
      className="tabular flex min-h-7 shrink-0 flex-wrap items-center justify-end border-t bg-paper-raised px-3 text-label text-ink-2"
    >
      {describeChecked(foundTotals.count - excludedTotals.count, totals)}
    </p>
  )
}

/** `선택한 20건: 보수료 1,740,000원 · 부가세 174,000원`; sums of nothing are left out. */
export function describeChecked(count: number, totals: readonly { label: string; sum: number }[]): string {
  const texts = totals.flatMap(({ label, sum }) => (sum === 0 ? [] : [`${label} ${formatWon(sum)}원`]))
  const head = `선택한 ${formatNumber(count)}건`
  return texts.length === 0 ? head : `${head}: ${texts.join(' · ')}`
}

/** Queries whose results, less the excluded ones, are the checked records. */
export function splitChecked(selection: RowSelection, query: Query): { found: Query; excluded: Query } {
  if (selection.kind === 'ids') return { found: filterIds(selection.ids), excluded: filterIds(new Set()) }
  return { found: query, excluded: filterIds(selection.excluded) }
}

function filterIds(ids: ReadonlySet<string>): Query {
  return { ...everyRecord, filters: [{ op: 'one_of', field: 'id', values: [...ids] }] }
}

function useTotals({ copy, book }: ScreenState, query: Query, sums: readonly ColumnSum[]) {
  const { value } = useGroups(copy, book.collection, {
    query: { ...query, sort: [] },
    // Only the totals are used; years make few groups.
    by: { field: 'inserted_at', part: 'year' },
    sums: sums.map(({ key }) => key),
    order: { by: 'name', direction: 'asc' },
  })
  return value
}
