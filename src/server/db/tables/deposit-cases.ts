import type { Generated } from 'kysely'

export interface DepositCaseTable {
  id: string
  version: Generated<number>
  receipted_at: string | null
  business_section: string
  business_manager: string
  owner_name: string
  address: string
  purpose: string
  status: string | null
  created_at: string | null
  request_number: string | null
  fees: number | null
  fees_vat: number | null
  proof: number | null
  tax: number | null
  stamp: number | null
  regi_office: string | null
  registrated_at: string | null
  expropriated_at: string | null
  cost_request_at: string | null
  tax_invoice_at: string | null
  deposit_at: string | null
  deposit_name: string | null
  deposit_number: string | null
  deposit_amount: number | null
  deposit_account_date: string | null
  deposit_original_date: string | null
  deposit_post_date: string | null
  deposit_post_number: string | null
  deposit_post_receipted_method: string | null
  notes: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
  search_text: Generated<string>
  search_grams: Generated<number[]>
}
