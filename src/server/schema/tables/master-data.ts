import type { Generated } from 'kysely'

export interface CompanyPictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  inserted_at: Generated<string>
}
