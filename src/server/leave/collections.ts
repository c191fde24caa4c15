import { writableCollection } from '../db/writable-collection.ts'
import { judgeLeave } from './judge-leave.ts'

/** Leave requests 휴가신청: users see their own, superusers all. */
export const leaveRequestCollection = writableCollection('leave-requests', {
  owned: { key: 'requester_id', seesAll: ({ isSuperuser }) => isSuperuser },
  judge: judgeLeave,
})
