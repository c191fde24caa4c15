import type { Generated } from 'kysely'
import type { Json } from './foundation.ts'

export interface OfficialLetterTable {
  id: string
  year: number
  number: number
  document_number: string
  deposition: string
  user_id: string
  user_name: string
  title: string
  content: string
  recipient: string
  reference: string
  business_section: string
  business_manager: string
  owner_name: string
  address: string
  issued_on: string
  office: Json<{ name: string; scrivener: string; address: string; telephone: string; letterMark: string }>
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
}

export interface LetterCounterTable {
  year: number
  last: number
}
