import type { Generated } from 'kysely'

export interface AddressExtractFileTable {
  extract_id: string
  size: number
  sha256: string
  bytes: Buffer
  inserted_at: Generated<string>
}
