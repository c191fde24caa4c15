import { sql } from 'kysely'
import type { LeaveListQuery } from '#contract/leave.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import { leaveDays, type LeaveSpan } from '#domain/leave.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/search-text.ts'
import type { Database } from '../db/client.ts'
import { visibleRows, type Reader } from '../db/owned-rows.ts'
import { joinedJson } from '../db/record-json.ts'
import { leaveRequestCollection } from './collections.ts'

/**
 * One page of the leave requests that this person sees, each with its working days. An office has some hundreds a year, so what passes the filters is searched
 * (초성 included) and ordered here; the latest first days come first unless `ordering` says otherwise.
 */
export async function listLeave(db: Database, reader: Reader, query: LeaveListQuery) {
  const { state, year, requester, page, page_size } = query
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${joinedJson(leaveRequestCollection, 't')} as row from leave_request t
    where ${visibleRows(leaveRequestCollection, reader, 't')}
      and ${state ? sql`t.state = ${state}` : sql`true`}
      and ${requester ? sql`t.requester_id = ${requester}::uuid` : sql`true`}
      and ${year ? sql`t."startDate" <= make_date(${year}, 12, 31) and t."endDate" >= make_date(${year}, 1, 1)` : sql`true`}
  `.execute(db)
  const search = compileSearch(query.search ?? '')
  const found = rows
    .map(({ row }): AnyRecord => Object.assign({ ...row }, { days: leaveDays(row as AnyRecord & LeaveSpan) }))
    .filter((row) => matchesSearch(searchText([String(row['requester_name']), String(row['reason'])]), search))
    .toSorted(inOrder(query.ordering || '-startDate'))
  const start = (page - 1) * page_size
  return { results: found.slice(start, start + page_size), total_count: found.length }
}

export function isLeaveOrderable(ordering: string): boolean {
  const key = ordering.replace(/^-/, '')
  const { fields } = leaveRequestCollection.description
  return ['id', 'days', 'inserted_at', 'updated_at'].includes(key) || fields.some((field) => field.key === key)
}

/** Empty values last, equal ones by id. */
function inOrder(ordering: string): (a: AnyRecord, b: AnyRecord) => number {
  const key = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  return (a, b) => {
    const [left, right] = [a[key] ?? null, b[key] ?? null]
    if (left === right) return a.id < b.id ? -1 : 1
    if (left === null || right === null) return left === null ? 1 : -1
    return left < right ? -sign : sign
  }
}
