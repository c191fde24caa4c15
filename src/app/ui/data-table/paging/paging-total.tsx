import { CopyProgress } from '../rows/copy-progress.tsx'
import type { Table } from '../table.ts'
import { useSourceState } from '../use-table.ts'

/** 총 n건. Nothing is said of a number that nobody knows yet: no rows of records that are still on their way are not none. */
export function PagingTotal({ table, total }: { table: Table; total: number }) {
  const { status, isComplete, copying } = useSourceState(table.props.source)
  const isKnown = total > 0 || (status === 'ready' && isComplete)
  return (
    <>
      <p className="tabular" role="status">
        {isKnown ? (
          <>
            총 <strong className="font-semibold text-ink">{total.toLocaleString('ko-KR')}</strong>건
          </>
        ) : null}
      </p>
      {copying && total > 0 ? <CopyProgress copying={copying} /> : null}
    </>
  )
}
