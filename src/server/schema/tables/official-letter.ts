import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LetterCase } from '#contract/deposit-cases/deposit-cases.ts'
import type { OfficeSeal } from '#domain/office/office-words.ts'
import type { Json } from './foundation.ts'

/** The office as it was on the day of the letter. */
export interface LetterOffice {
  name: string
  scrivener: string
  address: string
  telephone: string
  letterMark: string
  fax?: string
  email?: string
  /** Letters of before it was kept have none. */
  seal?: OfficeSeal
  /** Path of its picture, where the office has one; null or absent: the seal is drawn. */
  seal_image?: string | null
}

export interface OfficialLetterTable {
  id: string
  year: number
  number: number
  document_number: string
  /** Null: of an address that no case points at. */
  deposition: string | null
  /** Of the cost claim of an address; null: written for a case. */
  address_id: Generated<string | null>
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
  /** Listed below its own case, as they were. */
  more_cases: ColumnType<LetterCase[], string | undefined, string>
  issued_on: string
  office: Json<LetterOffice>
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  /** 판, from 1. */
  version: Generated<number>
  /** The letter that this one takes the place of. */
  corrects: string | null
}

/** A letter as it was saved. */
export type Letter = Selectable<OfficialLetterTable>

export interface LetterCounterTable {
  year: number
  last: number
}

export interface LetterTemplateTable {
  id: string
  version: Generated<number>
  name: string
  title: string
  content: string
  updated_by: Generated<string>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}
