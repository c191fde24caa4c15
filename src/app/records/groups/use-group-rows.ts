import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Column, RowTree } from '#app/ui/data-table/data-table-props.ts'
import { type FilterQuery, findFilter, withFilter } from '#app/ui/filter-bar/filter-query.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { CardFields, FieldKind, FieldValue } from '#contract/books/field.ts'
import { type Filter, type Query, querySchema } from '#contract/records/query.ts'
import type { Grouping, RecordGroup, SourceRow } from '#contract/records/row-source.ts'
import { getMonthBounds } from '#domain/dates/office-date.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'
import { writeGrouping } from '#domain/text/list-url-params.ts'
import type { GroupsState } from '#mirror/query/group-records.ts'
import { useSyncStatus } from '../offline-copy/use-offline-copy.tsx'
import type { ScreenState } from '../screen/use-screen-state.ts'
import type { GroupedView } from './group-query.ts'
import {
  buildGroupCard,
  buildTreeRows,
  chooseGroupColumns,
  type GroupNode,
  isRestRow,
  toTableColumns,
} from './group-tree.ts'
import { createGroupSource, createOpenGroups, type GroupSource } from './open-groups.ts'

interface GroupRows {
  readonly source: GroupSource
  readonly columns: readonly Column[]
  readonly card: { readonly columns: readonly Column[]; readonly fields: CardFields }
  readonly tree: RowTree
  /** Ids of the groups open in place. */
  readonly openIds: ReadonlySet<string>
  nodeOf(row: SourceRow): GroupNode | undefined
  /** Adds the filter that selects the group to a query. */
  narrowToGroup(queries: FilterQuery, group: RecordGroup): FilterQuery
}

interface GroupRowsDeps {
  readonly grouped: GroupedView
  readonly groups: GroupsState
  /** Groups open in place at first. */
  readonly openIds: ReadonlySet<string>
}

/** Groups as rows of a table, with the records of those that are open in place. */
export function useGroupRows(
  screen: ScreenState,
  { grouped, groups: { status, value }, openIds }: GroupRowsDeps,
): GroupRows {
  const { copy, columns, layout, query } = screen
  const { by, groupQuery } = grouped
  const { trouble } = useSyncStatus()
  const [source] = useState(() => createGroupSource(() => copy.syncNow()))
  const shape = JSON.stringify([by, groupQuery.sums])
  const shownColumns = layout.table.columns
  const { card } = screen.book
  const inPlace = useMemo(() => chooseGroupColumns(shownColumns, by, card), [shownColumns, by, card])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same shape has the same names; rows are made again for other groups only
  const groups = useMemo(() => mapRowsToGroups(grouped, value?.groups ?? []), [shape, value])
  const [currentOpenIds, setGroupOpen] = useOpenIds(writeGrouping(by), openIds)

  function narrowToGroup(queries: FilterQuery, group: RecordGroup): FilterQuery {
    const kind = columns.find(({ key }) => key === by.field)?.field.kind ?? 'text'
    return withFilter(queries, buildGroupFilter(by, group.value, { kind, current: findFilter(queries, by.field) }))
  }
  const queries = new Map<string, Query>()
  for (const [row, group] of groups)
    if (currentOpenIds.has(row.id)) queries.set(row.id, { ...query, filters: [...narrowToGroup(query, group).filters] })
  const openGroups = useOpenGroups(screen, queries)

  const nodes = useMemo(
    () => buildTreeRows({ groups, openIds: currentOpenIds, opened: openGroups, columns: inPlace, place: card?.place }),
    [groups, currentOpenIds, openGroups, inPlace, card],
  )
  const rows = useMemo(() => [...nodes.keys()], [nodes])
  useEffect(() => source.setRows(status, rows, trouble), [source, status, rows, trouble])

  const isAnyOpen = currentOpenIds.size > 0
  const visibleColumns = useMemo(() => {
    const [name, count, ...sums] = grouped.columns
    const nameColumn = name ? [{ ...name, tone: restTone }] : []
    return [...nameColumn, ...(count ? [count] : []), ...(isAnyOpen ? toTableColumns(inPlace) : []), ...sums]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same shape is the same columns
  }, [shape, isAnyOpen, inPlace])
  const groupCard = buildGroupCard(inPlace, by, card)
  // The table may still render the previous rows.
  const latestNodes = useLatest(nodes)
  const tree: RowTree = {
    nodeOf: (row) => nodes.get(row) ?? latestNodes().get(row) ?? noNode,
    setOpen: (row, isOpen) => setGroupOpen(row.id, isOpen),
  }
  return {
    source,
    columns: visibleColumns,
    card: { columns: [...visibleColumns, ...groupCard.columns], fields: groupCard.fields },
    tree,
    openIds: currentOpenIds,
    nodeOf: (row) => nodes.get(row),
    narrowToGroup,
  }
}

const noNode = { level: 1, isOpen: null, number: null }

function restTone(row: SourceRow): 'info' | null {
  return isRestRow(row) ? 'info' : null
}

function mapRowsToGroups(grouped: GroupedView, groups: readonly RecordGroup[]): ReadonlyMap<SourceRow, RecordGroup> {
  return new Map(groups.map((group) => [grouped.toGroupRow(group), group]))
}

/** Ids of the open groups of this grouping; another one begins with all closed. */
function useOpenIds(
  grouping: string,
  first: ReadonlySet<string>,
): [ReadonlySet<string>, (id: string, isOpen: boolean) => void] {
  const [state, setState] = useState({ grouping, ids: first })
  const ids = state.grouping === grouping ? state.ids : noIds
  return [
    ids,
    (id, isOpen) => {
      const next = new Set(ids)
      if (isOpen) next.add(id)
      else next.delete(id)
      setState({ grouping, ids: next })
    },
  ]
}

const noIds: ReadonlySet<string> = new Set()

/** The first records of these groups, by the query of each group's own list. */
function useOpenGroups({ copy, recordSearch }: ScreenState, queries: ReadonlyMap<string, Query>) {
  const { collection } = recordSearch
  const store = useMemo(() => createOpenGroups((query) => copy.openRows(collection, query)), [copy, collection])
  const text = JSON.stringify([...queries])
  useEffect(() => {
    const watchedQueries = JSON.parse(text) as [string, unknown][]
    store.show(new Map(watchedQueries.map(([id, query]) => [id, querySchema.parse(query)])))
  }, [store, text])
  useEffect(() => () => store.show(new Map()), [store])
  return useSyncExternalStore(store.subscribe, store.getState)
}

/**
 * Filter that finds the records of a group. `current`: the field's current filter; a day range is
 * intersected with it.
 */
export function buildGroupFilter(
  { field, part }: Grouping,
  value: FieldValue,
  { kind, current }: { kind: FieldKind; current: Filter | undefined },
): Filter {
  if (!part || typeof value !== 'string') return { op: 'equals', field, value }
  const [year = 0, month = 0] = value.split('-').map(Number)
  const { first, last } = getMonthBounds(year, month)
  const { from, to } = kind === 'datetime' ? toInstantBounds(first, last) : { from: first, to: last }
  if (current?.op !== 'between') return { op: 'between', field, from, to }
  return { op: 'between', field, from: laterBound(from, current.from), to: earlierBound(to, current.to) }
}

type Bound = string | number | null

function laterBound(a: string | null, b: Bound): Bound {
  return b !== null && b !== '' && (a === null || String(b) > a) ? b : a
}

function earlierBound(a: string | null, b: Bound): Bound {
  return b !== null && b !== '' && (a === null || String(b) < a) ? b : a
}
