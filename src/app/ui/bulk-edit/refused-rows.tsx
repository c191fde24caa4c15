import type { SourceRow } from '#contract/records/row-source.ts'
import type { BulkPlan } from './bulk-plan.ts'

/** Maximum lines drawn; the heading gives the total. */
const shownLines = 100

/** Records that cannot take the values, each with its reason. They stay unchanged. */
export function RefusedRows({
  refused,
  captionOf,
}: {
  refused: BulkPlan['refused']
  captionOf: (row: SourceRow) => string
}) {
  if (refused.length === 0) return null
  return (
    <section aria-label="바꿀 수 없는 행">
      <h3 className="mb-1 font-semibold text-seal">
        바꿀 수 없는 행 {refused.length.toLocaleString('ko-KR')}건
        {refused.length > shownLines ? <span className="font-normal"> (처음 {shownLines}건만 보입니다)</span> : null}
      </h3>
      <ul className="border">
        {refused.slice(0, shownLines).map(({ row, reason }) => (
          <li key={row.id} className="flex flex-wrap gap-x-3 border-t px-2 py-1 first:border-t-0">
            <span className="font-medium">{captionOf(row)}</span>
            <span className="text-ink-2">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
