import { type ColumnSum, listColumnSums } from '#app/ui/data-table/columns/column-sums.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Grouping, RecordGroup, SourceRow } from '#contract/records/row-source.ts'
import { writeGrouping } from '#domain/text/list-url-params.ts'
import type { GroupQuery } from '#mirror/query/group-records.ts'
import type { RecordBook } from '../record-book.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import { listGroupings, parseGrouping, parseGroupOrder, type PlainSearch } from '../url-state/record-search.ts'
import { buildCardAmounts } from './group-tree.ts'

/** The part of a screen that grouping needs. */
type GroupedScreen = Pick<ScreenState, 'query' | 'columns' | 'layout' | 'book'> & {
  readonly state: { readonly search: Pick<PlainSearch, 'group' | 'group_sort'> }
}

/** How a list is grouped: the field, what is counted, and the columns shown. */
export interface GroupedView {
  readonly by: Grouping
  readonly groupQuery: GroupQuery
  /** Name, count, and the sums of the visible money columns. */
  readonly columns: readonly Column[]
  toGroupRow(group: RecordGroup): SourceRow
}

/** Null for an ungrouped list. */
export function buildGroupedView({ query, columns, layout, state, book }: GroupedScreen): GroupedView | null {
  const by = parseGrouping(state.search)
  if (!by) return null
  const { label, column } = listGroupableFields(book, columns).find(({ key }) => key === by.field) ?? {
    label: by.field,
  }
  const summed = listColumnSums(layout.table.columns)
  return {
    by,
    groupQuery: { query, by, sums: summed.map(({ key }) => key), order: parseGroupOrder(state.search) },
    columns: buildGroupTableColumns(
      { label: formatGroupingLabel(by, label), isSuffixed: column?.field.truncatesInMiddle },
      summed,
    ),
    toGroupRow: (group) => toGroupRow(group, formatGroupName(by, group, column), summed),
  }
}

/**
 * Every possible grouping of a list: its columns in their order, then other fields its book can be
 * filtered by (fields of a reference). Of a reference and its field with the same label only the
 * column is offered, unless the list is grouped by the other (`current`).
 */
export function listAllGroupings(
  book: RecordBook,
  columns: readonly Column[],
  current: Grouping | null = null,
): readonly { readonly by: Grouping; readonly column?: Column; readonly label: string }[] {
  const isOffered = ({ key, label }: { key: string; label: string }) =>
    key === current?.field || !columns.some((column) => column.label === label && key.startsWith(`${column.key}.`))
  return listGroupableFields(book, columns)
    .filter(isOffered)
    .flatMap(({ key, label, column }) =>
      listGroupings(book.collection, key).map((by) => ({
        by,
        label: formatGroupingLabel(by, label),
        ...(column && { column }),
      })),
    )
}

function listGroupableFields({ filters = [] }: RecordBook, columns: readonly Column[]) {
  const groupableFields = columns.map((column) => ({ key: column.key, label: column.label, column }))
  const otherFields = filters.filter(({ field }) => columns.every(({ key }) => key !== field))
  return [
    ...groupableFields,
    ...otherFields.map(({ field, label = field }) => ({ key: field, label, column: undefined })),
  ]
}

/** Grouping entries of a column's menu. */
export function listColumnGroupings(
  { recordSearch, state }: Pick<ScreenState, 'recordSearch' | 'state'>,
  { key }: Pick<Column, 'key'>,
) {
  return listGroupings(recordSearch.collection, key).map((by) => ({
    label: by.part ? `${partLabels[by.part]}로 묶어 보기` : '묶어 보기',
    run: () => state.change({ group: writeGrouping(by) }),
  }))
}

const partLabels = { month: '월별', year: '연도별' } as const

function formatGroupingLabel({ part }: Grouping, label: string): string {
  return part ? `${label} ${partLabels[part]}` : label
}

/** Name of the group without a value. */
const emptyName = '(비어 있음)'

/** Formatted like a cell of the column. */
function formatGroupName(by: Grouping, { value, label }: RecordGroup, column: Column | undefined): string {
  if (value === null) return emptyName
  if (by.part) {
    const [year, month] = String(value).split('-')
    return month === undefined ? `${year}년` : `${year}년 ${Number(month)}월`
  }
  return column?.options?.().find((option) => option.value === value)?.label ?? label
}

function buildGroupTableColumns(
  name: Pick<Column, 'label'> & { isSuffixed: true | undefined },
  summed: readonly ColumnSum[],
): readonly Column[] {
  const shared = { group: '', editable: false } as const
  return buildAllColumns({
    name: 'groups',
    label: '묶음',
    groups: {},
    fields: [
      {
        key: 'name',
        label: name.label,
        kind: 'text',
        width: 168,
        grows: true,
        pinned: true,
        ...shared,
        ...(name.isSuffixed && { truncatesInMiddle: name.isSuffixed }),
      },
      { key: 'count', label: '건수', kind: 'number', width: 72, ...shared },
      ...summed.map(({ label }, index) => ({ key: `sum${index}`, label, kind: 'won' as const, width: 124, ...shared })),
    ],
  }).map((column) => ({ ...column, sortField: summed[Number(/^sum(\d+)$/.exec(column.key)?.[1])]?.key ?? column.key }))
}

function toGroupRow({ value, count, sums }: RecordGroup, name: string, summed: readonly ColumnSum[]): SourceRow {
  const id = `${typeof value}:${String(value)}`
  const figures = sums.map((sum, index): [string, FieldValue] => [`sum${index}`, sum])
  const own = { id, version: 0, inserted_at: '', updated_at: '', name, count }
  const record = { ...own, ...Object.fromEntries(figures), ...buildCardAmounts(summed, sums) }
  return { id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}
