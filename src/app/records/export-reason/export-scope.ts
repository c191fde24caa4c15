import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { countChecked } from '#app/ui/data-table/selection/row-checks.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { listNamedFilters, type Query } from '#contract/records/query.ts'
import type { RowSource } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { hasStopped } from '../offline-copy/stopped-records.ts'

interface ExportScope {
  /** Null while it is unknown. */
  readonly count: number | null
  /** A search or filter leaves records out. */
  readonly isNarrowed: boolean
  readonly unit?: '건' | '명'
}

/** What the file will contain, as a sentence of the export's dialog; '' while it is unknown. */
export function describeExportScope({ count, isNarrowed, unit = '건' }: ExportScope): string {
  if (count === null) return ''
  if (count === 0) return '내보낼 내용이 없어 머리글만 담깁니다.'
  return `${isNarrowed ? '검색 결과' : '전체'} ${formatNumber(count)}${unit}을 내보냅니다.`
}

/** The same for the records of a book that match a query. */
export async function describeExport(
  copy: Pick<OfflineCopy, 'openRows' | 'getStatus'>,
  { collection, query }: { readonly collection: CollectionName; readonly query: Query },
): Promise<string> {
  const isNarrowed = listNamedFilters(query).length > 0 || query.search.trim() !== ''
  const text = describeExportScope({ count: await countRows(copy.openRows(collection, query)), isNarrowed })
  return text !== '' && hasStopped(copy, collection) ? `${text} 처리를 정지한 기록은 제외합니다.` : text
}

/** How many records of the list are checked; 0 when that is unknown or all of them are. */
export async function countCheckedRows(
  copy: Pick<OfflineCopy, 'openRows'>,
  { collection, query }: { readonly collection: CollectionName; readonly query: Query },
  selection: RowSelection,
): Promise<number> {
  if (selection.kind === 'ids') {
    if (selection.ids.size === 0) return 0
    const isChecked = { op: 'one_of' as const, field: 'id', values: [...selection.ids] }
    return (await countRows(copy.openRows(collection, { ...query, filters: [...query.filters, isChecked] }))) ?? 0
  }
  if (selection.excluded.size === 0) return 0
  const count = await countRows(copy.openRows(collection, query))
  return count === null ? 0 : countChecked(selection, count)
}

/** The dialog opens without a number rather than late. */
const timeoutMs = 500

/** Closes the source. Null when the number isn't known in time. */
export function countRows(source: RowSource): Promise<number | null> {
  return new Promise((resolve) => {
    function finish(count: number | null) {
      stop()
      clearTimeout(timer)
      source.close()
      resolve(count)
    }
    function read() {
      const { status, total, isComplete, isAtLeast } = source.getState()
      if (status === 'ready' && isComplete && isAtLeast === undefined) finish(total)
    }
    const stop = source.subscribe(read)
    const timer = setTimeout(() => finish(null), timeoutMs)
    read()
  })
}
