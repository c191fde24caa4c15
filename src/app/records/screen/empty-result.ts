import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { isEmptyQuestion, type FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { reversedRangeIn } from '#domain/reversed-range.ts'

/** What an empty result says and offers: the question is the likely reason, and a range that ends before it begins is the certain one. Undefined where nothing was asked. */
export function emptyResult(
  question: FilterQuestion,
  reset: { readonly label: string; run(): void },
): DataTableProps['empty'] | undefined {
  if (isEmptyQuestion(question)) return undefined
  const fault = reversedRangeIn(question.filters)
  return { action: reset, ...(fault !== null && { text: fault }) }
}
