import { X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { RecordGroup } from '#contract/records/grouping.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatWon } from '#domain/money/won.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { filterOn, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { RecordList } from '#app/ui/record-cards/record-list.tsx'
import { writeGrouping, writeSort } from '#domain/text/list-address.ts'
import { useSyncStatus } from '../copy/use-offline-copy.tsx'
import { sortOf } from '../address/sort-in-address.ts'
import { barQuestion } from '../screen/table-question.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { groupFilter } from './group-filter.ts'
import { groupingsIn, type Grouped } from './group-question.ts'
import { createGroupSource } from './group-source.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { GroupQuestion, GroupsState } from '#mirror/query/group-records.ts'

/**
 * A grouped list: one line per value of a field, with the number of records and their sums. A group
 * opens as the list of its records; going back returns here.
 */
export function GroupTable({ screen, grouped }: { screen: ScreenState; grouped: Grouped }) {
  const { copy, kind, state, columns, toast, label } = screen
  const { question } = grouped
  const { status, value } = useGroups(copy, kind.collection, question)
  const { trouble } = useSyncStatus()
  const [source] = useState(() => createGroupSource(() => copy.syncNow()))
  const shape = JSON.stringify([grouped.by, question.sums])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same shape is the same columns
  const groupColumns = useMemo(() => grouped.columns, [shape])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above; rows are made anew for other groups only
  const groupOf = useMemo(() => rowsOf(grouped, value?.groups ?? []), [shape, value])
  const rows = useMemo(() => [...groupOf.keys()], [groupOf])
  useEffect(() => source.take(status, rows, trouble), [source, status, rows, trouble])

  function open(row: SourceRow) {
    const group = groupOf.get(row)
    if (!group) return
    const { question: asked } = barQuestion(screen)
    const field = columns.find(({ key }) => key === grouped.by.field)?.field.kind ?? 'text'
    const standing = filterOn(asked, grouped.by.field)
    const filter = groupFilter(grouped.by, group.value, { kind: field, standing })
    state.change({ ...kind.searchOf(withFilter(asked, filter), state.search), group: '' })
  }

  return (
    <section aria-label={`${label} 묶어 보기`} className="flex min-h-0 flex-1 flex-col gap-2 cramped:min-h-80">
      <div className="flex shrink-0 flex-wrap items-end gap-2">
        <div className="w-56 max-sm:w-40">
          <Select
            label="묶는 기준"
            value={state.search.group}
            choices={groupingsIn(screen.book, columns).map(({ by, label: name }) => ({
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
        card={{ columns: groupColumns }}
        tableId={`${screen.tableId}-groups`}
        label={`${label} 묶음`}
        source={source}
        columns={groupColumns}
        sort={sortOf({ sort: state.search.group_sort })}
        defaultSort={defaultSort}
        onSort={(sort) => state.change({ group_sort: writeSort(sort.slice(0, 1)) })}
        queryKey={JSON.stringify(question)}
        rowPlace={state.row}
        opens="group"
        opensOnClick
        onOpenRow={open}
        empty={{ text: '묶을 기록이 없습니다.', failed: screen.loadFailed }}
        onMessage={({ type, text }) => toast[type](text)}
        today={officeToday}
      />
      {value ? <Total columns={groupColumns} {...value} groups={value.groups.length} /> : null}
    </section>
  )
}

const defaultSort = { field: 'name', direction: 'asc' } as const

function rowsOf(grouped: Grouped, groups: readonly RecordGroup[]): ReadonlyMap<SourceRow, RecordGroup> {
  return new Map(groups.map((group) => [grouped.rowOf(group), group]))
}

interface TotalProps {
  columns: readonly Column[]
  groups: number
  count: number
  sums: readonly number[]
}

function Total({ columns, groups, count, sums }: TotalProps) {
  return (
    <dl
      aria-label="합계"
      className="tabular flex shrink-0 flex-wrap gap-x-5 gap-y-1 border-y bg-paper-sunk px-3 py-2 text-label"
    >
      <Figure label="묶음" text={`${groups.toLocaleString('ko-KR')}개`} />
      <Figure label="합계" text={`${count.toLocaleString('ko-KR')}건`} />
      {sums.map((sum, at) => (
        <Figure key={columns[at + 2]?.key} label={columns[at + 2]?.label ?? ''} text={`${formatWon(sum)}원`} />
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

/**
 * The groups of a list on this device, kept current while the screen is open. Keeps the last value
 * until a new question is answered. Compares `question` by content.
 */
function useGroups(copy: OfflineCopy, collection: CollectionName, question: GroupQuestion): GroupsState {
  const [state, setState] = useState<GroupsState>({ status: 'loading', value: null })
  const asked = JSON.stringify(question)
  useEffect(
    // A question is plain data, so parsing its JSON gives the same question.
    () => copy.watchGroups(collection, JSON.parse(asked) as GroupQuestion, setState),
    [copy, collection, asked],
  )
  return state
}
