import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { leaveListSchema, type LeaveQuery, leaveQueryShape } from '#contract/leave/leave.ts'
import { countLeaveDays, type LeaveSpan } from '#domain/leave/leave.ts'
import type { ServedBook } from '#server/books/served-book.ts'
import type { Database } from '#server/db/client.ts'
import { type ListDescription, type ListParams, matchIfGiven } from '#server/db/lists/list-description.ts'
import type { ListPage } from '#server/db/lists/read-list.ts'
import { writableLeaveRequestBook } from './leave-request-book.ts'
import { requireLeaveAccess } from './policy.ts'

/** Leave requests, those with the latest first day first. An office has a few hundred a year. */
export const leaveList: ListDescription<ListParams & LeaveQuery> = {
  book: writableLeaveRequestBook,
  defaultOrder: '-startDate',
  filters: (_db, { requester, year }) => [
    ...matchIfGiven('requester_id', requester, 'uuid'),
    ...(year
      ? [sql<boolean>`r."startDate" <= make_date(${year}, 12, 31) and r."endDate" >= make_date(${year}, 1, 1)`]
      : []),
  ],
  sorts: { days: selectDays },
}

/** Adds the number of working days to each request. */
function addWorkingDays(page: ListPage): ListPage {
  return {
    ...page,
    results: page.results.map((row) => ({ ...row, days: countLeaveDays(row as AnyRecord & LeaveSpan) })),
  }
}

/** Computes days here, because only the domain knows the public holidays. */
async function selectDays(db: Database): Promise<RawBuilder<unknown>> {
  const columns = ['id', 'type', 'half', 'startDate', 'endDate'] as const
  const requests = await db.selectFrom('leave_request').select(columns).execute()
  const ids = requests.map(({ id }) => id)
  return sql`(${requests.map((request) => countLeaveDays(request))}::float8[])[array_position(${ids}::uuid[], r.id)]`
}

const leaveRequests: ServedBook<typeof leaveQueryShape> = {
  book: writableLeaveRequestBook,
  list: leaveList,
  policy: requireLeaveAccess,
  paramsShape: leaveQueryShape,
  listSchema: leaveListSchema,
  completePage: (_db, page) => addWorkingDays(page),
}

export const leaveBooks = [leaveRequests]
