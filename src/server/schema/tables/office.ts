import type { Generated } from 'kysely'
import type { OfficeSettings } from '#contract/office-settings.ts'

export interface OfficeSettingsTable extends OfficeSettings {
  /** There is one row. */
  id: Generated<boolean>
  updated_by: string
  updated_at: Generated<string>
}

export interface OfficePictureTable {
  /** SHA-256 of the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  inserted_at: Generated<string>
}
