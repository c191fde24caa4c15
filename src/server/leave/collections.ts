import { leaveRequestDescription } from '#contract/records/leave.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { judgeLeave } from './judge-leave.ts'

/** Leave requests 휴가신청: everybody's own, for superusers all. */
export const leaveRequestCollection: WritableCollection = {
  name: 'leave-requests',
  description: leaveRequestDescription,
  table: 'leave_request',
  mayRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
  owned: { key: 'requester_id', seesAll: ({ isSuperuser }) => isSuperuser },
  judge: judgeLeave,
  joins: {},
  references: {},
  pointedAtBy: [],
  derive: () => ({}),
  subjectOf: (row) => String(row['requester_name'] ?? ''),
}
