import type { RowSourceState } from '#contract/records/row-source.ts'

/**
 * Progress of the device's first copy of the table's records, shown in place of the rows. Hidden
 * from screen readers where the numbers change too fast.
 */
export function CopyProgress({ copying }: { copying: NonNullable<RowSourceState['copying']> }) {
  const { received, total } = copying
  return (
    <p className="tabular flex flex-wrap justify-center gap-x-2">
      <span role="status">자료를 내려받는 중...</span>
      {total > 0 ? (
        <span className="text-ink-3">
          {received.toLocaleString('ko-KR')} / {total.toLocaleString('ko-KR')}
        </span>
      ) : null}
    </p>
  )
}
