import type { ColumnType, Generated } from 'kysely'
import type { Json } from './foundation.ts'

export interface TrailLinkTable {
  number: number
  form: number
  epoch: string
  made_at: string
  row_count: number
  first_seq: number
  last_seq: number
  first_at: string
  last_at: string
  rows_hash: Buffer
  previous: Buffer
  hash: Buffer
  settled_below: number
}

export interface TrailLinkRowTable {
  seq: number
  link: number
  sha256: Buffer
}

/** Written only by `forget_old_trail()`. */
export interface TrailBeginningTable {
  number: number
  hash: ColumnType<Buffer, never, never>
  removed_at: ColumnType<string, never, never>
  link_count: number
  row_count: number
  first_at: string
  last_at: string
}

export interface TrailCheckTable {
  id: string
  checked_at: Generated<string>
  /** A person's name, or a command or the server itself. */
  checked_by: string
  is_whole: boolean
  row_count: number
  link_count: number
  head_number: number
  /** Hex. */
  head_hash: string
  faults: Json<unknown>
}

export interface TrailReviewTable {
  /** `YYYY-MM`. */
  month: string
  reviewed_at: Generated<string>
  user_id: string
  user_name: string
  remark: string
  figures: Json<unknown>
  notes: Json<Record<string, string>>
  head_number: number
  head_hash: string
  is_whole: boolean
}

export interface TrailAlertTable {
  id: string
  occasion: string
  rule: string
  found_at: Generated<string>
  at: string
  user_id: string | null
  user_name: string
  address: string | null
  first_seq: number
  last_seq: number
  count: number
  detail: Json<unknown> | null
}

export interface TrailAlertLookTable {
  alert_id: string
  looked_at: Generated<string>
  user_id: string
  user_name: string
  note: string
}

export interface TrailWatchTable {
  only_row: Generated<boolean>
  link: number
}
