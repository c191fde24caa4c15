import { ArrowDown, ArrowUp, Plus, Table2 } from 'lucide-react'
import { IconButton } from '../buttons/icon-button.tsx'
import { countText } from '../data-table/paging/count-text.ts'
import type { Column, DataTableProps } from '../data-table/data-table-props.ts'
import { useSourceState } from '../data-table/use-table.ts'

const icon = { size: 18, strokeWidth: 1.5 }

interface CardsHeadProps {
  props: DataTableProps
  columns: readonly Column[]
  onAdd: (() => void) | undefined
  /** 표로 보기. */
  onTable(): void
}

/** Number of records, their order, and what column headers would offer. */
export function CardsHead({ props, columns, onAdd, onTable }: CardsHeadProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 px-3 text-label text-ink-2">
      {/* Rows of a tree are of several kinds: together they are no number. */}
      {props.tree ? null : <Count props={props} />}
      {props.onSort ? <SortChoice props={props} columns={columns} onSort={props.onSort} /> : null}
      <span className="flex-1" />
      <IconButton label="표로 보기" icon={<Table2 {...icon} />} onClick={onTable} />
      {onAdd ? <IconButton label="추가" tone="primary" icon={<Plus {...icon} />} onClick={onAdd} /> : null}
    </div>
  )
}

function Count({ props: { source, paging } }: Pick<CardsHeadProps, 'props'>) {
  const { total, status, isComplete, isAtLeast } = useSourceState(source)
  const all = paging?.mode === 'paged' ? (paging.getWindow?.().total ?? total) : total
  const count = countText(all, { isAtLeast: isAtLeast === true })
  return (
    <p role="status" className="tabular mr-1 shrink-0 whitespace-nowrap">
      {all > 0 || (status === 'ready' && isComplete) ? (
        <>
          총 <strong className="font-semibold text-ink">{count.number}</strong>
          {count.unit}
        </>
      ) : null}
    </p>
  )
}

/** 정렬 by one column; sorting by several needs the table's header. */
function SortChoice({
  props,
  columns,
  onSort,
}: Pick<CardsHeadProps, 'props' | 'columns'> & { onSort: NonNullable<DataTableProps['onSort']> }) {
  const [first] = props.sort
  const sortable = columns.filter(({ sortField }) => sortField !== null)
  if (sortable.length === 0) return null
  const isDescending = first?.direction === 'desc'
  const chosen = sortable.find(({ sortField }) => sortField === first?.field)
  return (
    <>
      <label className="relative flex h-11 min-w-0 items-center">
        <span className="sr-only">정렬</span>
        <select
          value={chosen?.sortField ?? ''}
          onChange={({ target: { value } }) => onSort(value === '' ? [] : [{ field: value, direction: 'asc' }])}
          className="h-11 max-w-40 min-w-11 truncate rounded-control bg-transparent pr-1 text-[16px] text-ink-2"
        >
          <option value="">기본 순서</option>
          {sortable.map(({ key, label, sortField }) => (
            <option key={key} value={sortField ?? ''}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {first && chosen ? (
        <IconButton
          label={isDescending ? '내림차순, 오름차순으로 바꾸기' : '오름차순, 내림차순으로 바꾸기'}
          icon={isDescending ? <ArrowDown {...icon} /> : <ArrowUp {...icon} />}
          onClick={() => onSort([{ field: first.field, direction: isDescending ? 'asc' : 'desc' }])}
        />
      ) : null}
    </>
  )
}
