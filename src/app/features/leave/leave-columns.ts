import { leaveRequestDescription } from '#contract/books/leave.ts'
import { leaveTypeText } from '#domain/books/leave.ts'
import { leaveDays } from '#domain/leave.ts'
import { formatDay } from '#domain/office-date.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { spanOf } from './leave-span.ts'

const order = [
  'requester_name',
  'state',
  'type',
  'startDate',
  'endDate',
  'days',
  'reason',
  'comment',
  'decided_by',
  'decided_at',
]

/** Nothing is edited in the table: who may change what depends on whose request it is and how it stands. */
const all = readOnlyColumns()

/** One's own list needs no name. */
export const ownLeaveColumns: readonly Column[] = all.filter(({ key }) => key !== 'requester_name')

export const everybodysLeaveColumns: readonly Column[] = all

/** On a phone as many columns as leave the opening button in sight; a row unfolds for the rest. The list is one year's, so a day needs no year. */
export function narrowed(columns: readonly Column[]): readonly Column[] {
  const isOwn = columns.every(({ key }) => key !== 'requester_name')
  const shown = isOwn ? { state: 60, startDate: 64, days: 60 } : { requester_name: 68, state: 60, startDate: 64 }
  const widths = new Map(Object.entries(shown))
  return columns.map((column): Column => {
    const width = widths.get(column.key)
    if (width === undefined) return { ...column, isHidden: true }
    if (column.key !== 'startDate') return { ...column, width }
    return { ...column, width, format: ({ record }) => formatDay(String(record['startDate'])).slice(5) }
  })
}

function readOnlyColumns(): readonly Column[] {
  const described = allColumnsOf(leaveRequestDescription, {
    type: { format: (row) => leaveTypeText(row.record), width: 104 },
    days: {
      label: '일수',
      format: (row) => `${leaveDays(spanOf(row.record))}일`,
      width: 72,
      align: 'end',
      sortField: null,
    },
  })
  const byKey = new Map(described.map((column): [string, Column] => [column.key, { ...column, isEditable: false }]))
  return order.flatMap((key) => byKey.get(key) ?? [])
}
