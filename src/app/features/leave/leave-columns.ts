import { leaveRequestDescription } from '#contract/records/leave.ts'
import { leaveDays } from '#domain/leave.ts'
import { allColumnsOf } from '#app/ui/data-table/columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { spanOf } from './leave-span.ts'
import { stateTone, typeText } from './leave-words.ts'

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

function readOnlyColumns(): readonly Column[] {
  const described = allColumnsOf(leaveRequestDescription, {
    state: { badge: stateTone },
    type: { format: (row) => typeText(row.record), width: 104 },
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
