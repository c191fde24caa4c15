import type { Generated } from 'kysely'

export interface InquiryTable {
  id: string
  version: Generated<number>
  state: string
  received_at: string
  name: string
  subject: string
  message: string
  phone: string | null
  email: string | null
  assignee: string | null
  note: string | null
  consented_at: string | null
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}
