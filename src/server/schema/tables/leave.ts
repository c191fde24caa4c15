import type { Generated } from 'kysely'

export interface LeaveAllowanceTable {
  user_id: string
  year: number
  granted: number
  updated_at: Generated<string>
}
