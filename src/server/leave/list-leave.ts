import { sql } from 'kysely'
import type { LeaveListQuery } from '#contract/leave.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import { leaveDays, type LeaveSpan } from '#domain/leave.ts'
import type { Database } from '../db/client.ts'
import { findInSmallList, isSmallListOrderable, pageOf } from '../db/lists/small-list.ts'
import { visibleRows, type Reader } from '../db/owned-rows.ts'
import { joinedJson } from '../db/record-json.ts'
import { leaveRequestCollection } from './collections.ts'

/**
 * One page of the leave requests that this person sees, each with its working days. An office has some hundreds a year; the latest first days come first unless
 * `ordering` says otherwise.
 */
export async function listLeave(db: Database, reader: Reader, query: LeaveListQuery) {
  const { state, year, requester } = query
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${joinedJson(leaveRequestCollection, 't')} as row from leave_request t
    where ${visibleRows(leaveRequestCollection, reader, 't')}
      and ${state ? sql`t.state = ${state}` : sql`true`}
      and ${requester ? sql`t.requester_id = ${requester}::uuid` : sql`true`}
      and ${year ? sql`t."startDate" <= make_date(${year}, 12, 31) and t."endDate" >= make_date(${year}, 1, 1)` : sql`true`}
  `.execute(db)
  const requests = rows.map(({ row }): AnyRecord =>
    Object.assign({ ...row }, { days: leaveDays(row as AnyRecord & LeaveSpan) }),
  )
  const question = { search: query.search, ordering: query.ordering || '-startDate' }
  return pageOf(findInSmallList(leaveRequestCollection, requests, question), query)
}

export function isLeaveOrderable(ordering: string): boolean {
  return /^-?days$/.test(ordering) || isSmallListOrderable(leaveRequestCollection, ordering)
}
