import type { Generated } from 'kysely'

export interface LeaveRequestTable {
  id: string
  version: Generated<number>
  requester_id: string
  requester_name: string
  type: string
  half: string | null
  startDate: string
  endDate: string
  reason: string
  state: string
  comment: string | null
  decided_by: string | null
  decided_at: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface LeaveAllowanceTable {
  user_id: string
  year: number
  granted: number
  updated_at: Generated<string>
}
