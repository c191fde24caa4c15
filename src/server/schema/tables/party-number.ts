import type { Generated } from 'kysely'
import type { CollectionName } from '#contract/books/collections.ts'

export interface PartyNumberTable {
  id: string
  collection: CollectionName
  record_id: string
  field: string
  key_id: string
  cipher: Buffer
  blind: Buffer
  masked: string
  inserted_at: Generated<string>
  left_at: string | null
}
