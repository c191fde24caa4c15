import { leaveRequestDescription } from '#contract/books/leave.ts'
import { leaveTypeText } from '#domain/books/leave.ts'
import { leaveDays } from '#domain/leave.ts'
import { formatDay } from '#domain/office-date.ts'
import { allColumnsOf, narrowColumns, readOnlyColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { spanOf } from './leave-span.ts'

/** Nothing is edited in the table: who may change what depends on whose request it is and how it stands. */
export const everybodysLeaveColumns: readonly Column[] = readOnlyColumns(
  allColumnsOf(leaveRequestDescription, {
    type: { format: (row) => leaveTypeText(row.record), width: 104 },
    // The type tells it.
    half: null,
    requester_id: null,
    days: {
      label: '일수',
      after: 'endDate',
      width: 72,
      align: 'end',
      sortField: null,
      format: (row) => `${leaveDays(spanOf(row.record))}일`,
    },
  }),
)

/** One's own list needs no name. */
export const ownLeaveColumns: readonly Column[] = everybodysLeaveColumns.filter(({ key }) => key !== 'requester_name')

/** On a phone as many columns as leave the opening button in sight; a row unfolds for the rest. The list is one year's, so a day needs no year. */
export function narrowed(columns: readonly Column[]): readonly Column[] {
  const isOwn = columns.every(({ key }) => key !== 'requester_name')
  const shown = isOwn ? { state: 60, startDate: 64, days: 60 } : { requester_name: 68, state: 60, startDate: 64 }
  const dayOfYear: Column['format'] = ({ record }) => formatDay(String(record['startDate'])).slice(5)
  return narrowColumns(columns, shown).map((column) =>
    column.key === 'startDate' ? { ...column, format: dayOfYear } : column,
  )
}
