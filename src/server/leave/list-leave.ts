import { sql, type RawBuilder } from 'kysely'
import type { LeaveListQuery } from '#contract/leave.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { leaveDays, type LeaveSpan } from '#domain/leave.ts'
import type { Database } from '../db/client.ts'
import { isAsked } from '../db/lists/conditions.ts'
import type { ListDescription } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import type { Reader } from '../db/owned-rows.ts'
import { leaveRequestCollection } from './collections.ts'

/** Leave requests, those of the latest first days first. An office has some hundreds a year. */
export const leaveList: ListDescription<Omit<LeaveListQuery, 'page' | 'page_size'>> = {
  collection: leaveRequestCollection,
  usualOrder: '-startDate',
  filters: (_db, { state, requester, year }) => [
    ...isAsked('state', state, 'text'),
    ...isAsked('requester_id', requester, 'uuid'),
    ...(year
      ? [sql<boolean>`r."startDate" <= make_date(${year}, 12, 31) and r."endDate" >= make_date(${year}, 1, 1)`]
      : []),
  ],
  sorts: { days: readDays },
}

/** One page of the leave requests that this person sees, each with its working days. */
export async function listLeave(db: Database, reader: Reader, question: LeaveListQuery) {
  const page = await readListPage(db, leaveList, { question, reader })
  const results = page.results.map((row) => ({ ...row, days: leaveDays(row as AnyRecord & LeaveSpan) }))
  return { ...page, results }
}

/** Only the domain knows the public holidays. */
async function readDays(db: Database): Promise<RawBuilder<unknown>> {
  const columns = ['id', 'type', 'half', 'startDate', 'endDate'] as const
  const requests = await db.selectFrom('leave_request').select(columns).execute()
  const ids = requests.map(({ id }) => id)
  return sql`(${requests.map((request) => leaveDays(request))}::float8[])[array_position(${ids}::uuid[], r.id)]`
}
