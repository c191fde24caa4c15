import { leaveListSchema, leaveQuestion } from '#contract/people/leave.ts'
import type { ServedBook } from '../books/served-book.ts'
import { leaveRequestCollection } from './collections.ts'
import { leaveList, withDays } from './list-leave.ts'
import { requireLeaveAccess } from './policy.ts'

/** Leave requests. */
const leaveRequests: ServedBook<typeof leaveQuestion> = {
  collection: leaveRequestCollection,
  list: leaveList,
  policy: requireLeaveAccess,
  question: leaveQuestion,
  answer: leaveListSchema,
  finish: (_db, page) => withDays(page),
  // The reason of a leave is private, so reading it is logged.
}

export const leaveBooks = [leaveRequests]
