import type { Generated } from 'kysely'

export interface QuickDeliveryTable {
  id: string
  version: Generated<number>
  created_at: string
  status: string
  rider: string | null
  sender: string | null
  receiver: string | null
  amount: number | null
  memo: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
  search_text: Generated<string>
  search_grams: Generated<number[]>
}
