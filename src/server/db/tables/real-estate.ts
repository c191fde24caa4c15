import type { Generated } from 'kysely'

export interface RealEstateGroupTable {
  id: string
  version: Generated<number>
  name: string
  trust_corporate_name: string | null
  office: string | null
  region: string | null
  type: string | null
  manager: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

export interface RealEstateTable {
  id: string
  version: Generated<number>
  group_id: string
  regi_date: string | null
  owner: string | null
  owner_address: string | null
  housing_reg_date: string | null
  purpose: string | null
  fees: number | null
  fees_vat: number | null
  proof: number | null
  tax: number | null
  stamp: number | null
  receipted_at: string | null
  created_at: string | null
  registrated_at: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
  search_text: Generated<string>
  search_grams: Generated<number[]>
}
