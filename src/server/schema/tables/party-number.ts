import type { Generated } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'

export interface PartyNumberTable {
  id: string
  /** Of people the number of their card (../../admin/people). */
  collection: CollectionName | 'users'
  record_id: string
  field: string
  key_id: string
  cipher: Buffer
  blind: Buffer
  masked: string
  inserted_at: Generated<string>
  left_at: string | null
}
