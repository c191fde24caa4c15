import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LetterCase, LetterColumn } from '#contract/deposit-cases/deposit-cases.ts'
import type { OfficeStamp } from '#domain/office/office-stamp.ts'
import type { Json } from './foundation.ts'

/** The office on the day of the letter. */
export interface LetterOffice {
  name: string
  scrivener: string
  address: string
  telephone: string
  letterMark: string
  fax?: string
  email?: string
  /** Missing in older letters. */
  seal?: OfficeStamp
  /** Path of the stamp's picture; null or absent: the stamp is drawn. */
  seal_image?: string | null
}

export interface OfficialLetterTable {
  id: string
  year: number
  number: number
  document_number: string
  /** Null: for an address that no case references. */
  deposition: string | null
  /** For the cost claim of an address; null: for a case. */
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
  /** Further cases listed in the letter, as of its day. */
  more_cases: ColumnType<LetterCase[], string | undefined, string>
  /** Further columns of the table of cases, as of its day. */
  table_columns: ColumnType<LetterColumn[], string | undefined, string>
  issued_on: string
  office: Json<LetterOffice>
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  /** 판, from 1. */
  version: Generated<number>
  /** The letter this one replaces. */
  corrects: string | null
}

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
