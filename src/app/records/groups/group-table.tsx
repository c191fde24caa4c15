import { X } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { Column, DataTableProps, OpenKind } from '#app/ui/data-table/data-table-props.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatWon } from '#domain/money/won.ts'
import { writeGrouping, writeSort } from '#domain/text/list-url-params.ts'
import { filterBarQuery } from '../screen/table-query.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { parseSort } from '../url-state/record-search.ts'
import { type GroupedView, listAllGroupings } from './group-query.ts'
import { useGroupReturn } from './use-group-return.ts'
import { useGroupRows } from './use-group-rows.ts'
import { useGroups } from './use-groups.ts'

interface GroupTableProps extends Pick<
  Partial<DataTableProps>,
  'onAdd' | 'onOpenRow' | 'canOpenRow' | 'opens' | 'openRecord' | 'focusTarget'
> {
  screen: ScreenState
  grouped: GroupedView
}

/**
 * A list by groups: one line for each value of a field, with the number of records and their sums.
 * A group opens in place, or as the list of its records; Back returns to its row here.
 */
export function GroupTable(props: GroupTableProps) {
  const {
    screen,
    grouped,
    onOpenRow,
    canOpenRow,
    opens = 'detail',
    openRecord = null,
    focusTarget = null,
    onAdd,
  } = props
  const { copy, recordSearch, state, columns, toast, label } = screen
  const { groupQuery: currentQuery } = grouped
  const groups = useGroups(copy, recordSearch.collection, currentQuery)
  const groupReturn = useGroupReturn(focusTarget)
  const { openIds } = groupReturn
  const {
    source,
    columns: shownColumns,
    card,
    tree,
    nodeOf,
    narrowToGroup,
    ...rows
  } = useGroupRows(screen, {
    grouped,
    groups,
    openIds,
  })
  const { value } = groups

  function open(row: SourceRow) {
    const node = nodeOf(row)
    if (node?.record) onOpenRow?.(node.record)
    else if (node) {
      groupReturn.savePosition({ rowId: row.id, openIds: rows.openIds })
      const groupQuery = narrowToGroup(filterBarQuery(screen).query, node.group)
      state.change({ ...recordSearch.toSearchParams(groupQuery, state.search), group: '' })
    }
  }
  function canOpen(row: SourceRow) {
    const record = nodeOf(row)?.record
    return !record || (onOpenRow !== undefined && canOpenRow?.(record) !== false)
  }
  function resolveOpenKind(row: SourceRow): OpenKind {
    const record = nodeOf(row)?.record
    if (!record) return 'group'
    return typeof opens === 'function' ? opens(record) : opens
  }

  return (
    <section aria-label={`${label} 묶어 보기`} className="flex min-h-0 flex-1 flex-col gap-2 cramped:min-h-80">
      <div className="flex shrink-0 flex-wrap items-end gap-2">
        <div className="w-56 max-sm:w-40">
          <Select
            label="묶는 기준"
            value={state.search.group}
            choices={listAllGroupings(screen.book, columns, grouped.by).map(({ by, label: name }) => ({
              value: writeGrouping(by),
              label: name,
            }))}
            onValue={(group) => state.change({ group })}
          />
        </div>
        <Button icon={<X size={16} strokeWidth={1.5} />} onClick={() => state.change({ group: '' })}>
          묶음 풀기
        </Button>
      </div>
      <RecordList
        card={card}
        tableId={`${screen.tableId}-groups`}
        label={`${label} 묶음`}
        source={source}
        columns={shownColumns}
        sort={parseSort({ sort: state.search.group_sort })}
        defaultSort={defaultSort}
        onSort={(sort) => state.change({ group_sort: writeSort(sort.slice(0, 1)) })}
        queryKey={JSON.stringify(currentQuery)}
        savedRow={state.row}
        tree={tree}
        opens={resolveOpenKind}
        opensOnClick
        onOpenRow={open}
        {...(onAdd && { onAdd })}
        canOpenRow={canOpen}
        openRecord={openRecord}
        focusTarget={groupReturn.resolveTarget(focusTarget)}
        empty={{ text: '묶을 기록이 없습니다.', failureText: screen.loadFailed }}
        onMessage={({ type, text }) => toast[type](text)}
        today={getOfficeToday}
      />
      {value ? <Total columns={grouped.columns} {...value} groups={value.groups.length} /> : null}
    </section>
  )
}

const defaultSort = { field: 'name', direction: 'asc' } as const

interface TotalProps {
  columns: readonly Column[]
  groups: number
  count: number
  sums: readonly number[]
}

function Total({ columns, groups, count, sums }: TotalProps) {
  // Name and count come first (group-query.ts).
  const sumColumns = columns.slice(2)
  return (
    <dl
      aria-label="합계"
      className="tabular flex shrink-0 flex-wrap gap-x-5 gap-y-1 border-y bg-paper-sunk px-3 py-2 text-label"
    >
      <Figure label="묶음" text={`${formatNumber(groups)}개`} />
      <Figure label="합계" text={`${formatNumber(count)}건`} />
      {sums.map((sum, index) => (
        <Figure key={sumColumns[index]?.key} label={sumColumns[index]?.label ?? ''} text={`${formatWon(sum)}원`} />
      ))}
    </dl>
  )
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-semibold">{text}</dd>
    </div>
  )
}
