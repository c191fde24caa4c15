import type { Generated } from 'kysely'

export interface CardUsageTable {
  id: string
  version: Generated<number>
  created_at: string
  store_name: string | null
  pay: string | null
  purpose: string | null
  note: string | null
  approve_num: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}
